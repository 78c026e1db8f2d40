internal import ArgumentParser
internal import Reports

/// A file that a person asked for by name.
enum OutputFile {
  /// Writes it whole or not at all.
  /// - Throws: how the command ends, after a word on why.
  static func write(_ text: String, to path: String) throws {
    do throws(ResultFolderError) {
      try AnswerFile.write(text, to: path)
    } catch {
      Terminal.note("error: \(path): cannot be written")
      throw ExitStatus.inputOutput.error
    }
  }
}
