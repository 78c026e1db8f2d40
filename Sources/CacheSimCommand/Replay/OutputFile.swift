internal import ArgumentParser
internal import Reports

/// A file that a person asked for by name.
enum OutputFile {
  /// Writes it whole or not at all; an interruption comes before or after it.
  /// - Parameter makesFolder: whether its folder is made where it is missing.
  /// - Throws: how the command ends, after a word on why.
  static func write(_ text: TextPieces, to path: String, makesFolder: Bool = false) throws {
    Interruption.expect(kept: { "nothing was written" }) {
      AnswerFile.discardUnfinished(at: path)
    }
    do throws(ResultFolderError) {
      try Interruption.step(kept: "\(path) is whole") { () throws(ResultFolderError) in
        if makesFolder { try AnswerFile.makeFolder(of: path) }
        try AnswerFile.write(text, to: path)
      }
    } catch {
      Terminal.note("error: \(path): cannot be written: \(error.reason)")
      throw ExitStatus.inputOutput.error
    }
  }
}
