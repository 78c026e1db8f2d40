/// Words of a command line that can be pasted into a shell.
package enum ShellWord {
  /// The word as it is where it has no special meaning to a shell, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// The first word of a command line as it stands there, in its quotes.
  package static func first(of line: String) -> Substring {
    var isQuoted = false
    return line.prefix { character in
      if character == "'" { isQuoted.toggle() }
      return isQuoted || character != " "
    }
  }

  private static let plain = Set("0123456789-_./,:+@%".unicodeScalars)
}
