/// Words of a command line that can be pasted into a shell.
package enum ShellWord {
  /// The word as it is where it has no special meaning to a shell, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  private static let plain = Set("0123456789-_./,:+@%".unicodeScalars)
}
