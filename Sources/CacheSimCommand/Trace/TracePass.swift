internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// One reading of a trace from its beginning to its end.
enum TracePass {
  /// Gives each block to a body until it has enough, and then tells what was left out.
  /// - Throws: an exit code, after telling what is wrong with the trace or with what is written.
  static func run(
    _ reader: consuming RequestReader, _ talk: TalkArguments,
    _ body: (inout RequestBlock, borrowing RequestReader) throws -> Bool,
    atEnd: (borrowing RequestReader) -> Void = { _ in }
  ) throws {
    let progress = talk.progress
    defer { progress.end() }
    do {
      var block = RequestBlock()
      while try reader.fill(&block) {
        if try !body(&block, reader) { break }
        if let read = reader.bytesRead { progress.show(read.count, of: read.all, "bytes") }
      }
    } catch let error as WorkloadError {
      throw error.refused()
    }
    if !talk.quiet { tell(reader) }
    atEnd(reader)
  }

  /// Tells what was left out.
  static func tell(_ reader: borrowing RequestReader) {
    TraceNotes.tellMalformed(reader.issues)
    if reader.emptyCount > 0 {
      Terminal.note("note: \(reader.emptyCount) requests of no bytes were left out")
    }
    for (reason, count) in reader.issues.skipped {
      Terminal.note("note: \(count) items ask for nothing: \(reason)")
    }
  }
}
