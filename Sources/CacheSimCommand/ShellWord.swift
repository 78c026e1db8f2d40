/// Words of a command line that a person can paste into a shell.
enum ShellWord {
  /// The word as it is where no shell reads anything into it, else in single quotes.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  private static let plain = Set("0123456789-_./,:+@%".unicodeScalars)
}
