/// Words of a command line that can be pasted into a shell.
package enum ShellWord {
  /// The word as it is where it has no special meaning to a shell, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// The words of a command line as they stand there, in their quotes.
  package static func all(in line: String) -> [Substring] {
    var words: [Substring] = []
    var start: String.Index?
    var (isQuoted, isEscaped) = (false, false)
    for index in line.indices {
      let character = line[index]
      if character == " ", !isQuoted, !isEscaped {
        if let start { words.append(line[start..<index]) }
        start = nil
        continue
      }
      start = start ?? index
      if character == "'", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isQuoted && !isEscaped
    }
    if let start { words.append(line[start...]) }
    return words
  }

  private static let plain = Set("0123456789-_./,:+@%".unicodeScalars)
}
