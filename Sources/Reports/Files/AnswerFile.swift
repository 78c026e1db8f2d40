/// A file of its own that a person asked for by name, apart from any report.
public enum AnswerFile {
  /// Writes a text, whole or not at all.
  public static func write(_ text: String, to path: String) throws(ResultFolderError) {
    let unfinished = path + ".part"
    do throws(ResultFolderError) {
      try Disk.write(Array(text.utf8), to: unfinished)
      try Disk.move(unfinished, to: path)
    } catch {
      try? Disk.remove(unfinished)
      throw error
    }
  }
}
