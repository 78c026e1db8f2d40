internal import ArgumentParser
internal import CacheReports

/// A file that a person asked for by name.
enum OutputFile {
  /// Writes it whole or not at all; an interruption comes before or after it.
  /// - Parameter makesFolder: whether its folder is made where it is missing.
  /// - Throws: how the command ends, after a word on why.
  static func write(_ text: TextPieces, to path: String, makesFolder: Bool = false) throws {
    Interruption.expect { "nothing was written" }
    do throws(ResultFolderError) {
      var file: AnswerFile? = try AnswerFile(at: path, makesFolder: makesFolder)
      try file?.write(text)
      try Interruption.step(kept: "\(path) is whole") { () throws(ResultFolderError) in
        try file.take()?.commit()
      }
    } catch {
      Terminal.note("error: \(path): cannot be written: \(error.reason)")
      throw ExitStatus.inputOutput.error
    }
  }
}
