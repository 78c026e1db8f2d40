internal import SimCore

/// Messages of limited length, whatever they quote.
///
/// Names, labels and values from files and options stand in quotation marks in a message, and may
/// be as long as a file; of these the beginning is shown. Any other long line loses its middle.
enum MessageText {
  static let quotedLimit = 80
  /// How long a line may be: a list of all that is known is shorter.
  static let lineLimit = 2_400
  /// How much of the end of a line that is too long is kept.
  private static let endLength = 400

  static func shortened(_ message: String) -> String {
    guard message.utf8.count > quotedLimit else { return message }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { shortenedLine($0) }.joined(separator: "\n")
  }

  private static func shortenedLine(_ line: Substring) -> String {
    guard line.utf8.count > quotedLimit else { return String(line) }
    let text = quotesShortened(line)
    guard text.count > lineLimit else { return text }
    return "\(text.prefix(lineLimit - endLength)) … \(text.suffix(endLength))"
  }

  /// Shortens what stands between quotation marks: an opening one follows a blank or a bracket, and
  /// a closing one is followed by no letter, so that the apostrophe of a word is neither.
  private static func quotesShortened(_ line: Substring) -> String {
    var text = ""
    var rest = line
    while let opening = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let mark = rest[opening]
      let start = rest.index(after: opening)
      let isOpening =
        opening == line.startIndex || " (=[".contains(line[line.index(before: opening)])
      guard isOpening, let closing = end(of: mark, in: rest[start...]) else {
        text += rest[..<start]
        rest = rest[start...]
        continue
      }
      text += rest[..<opening]
      text += "\(mark)\(VisibleText.shortened(rest[start..<closing], to: quotedLimit))\(mark)"
      rest = rest[rest.index(after: closing)...]
    }
    return text + rest
  }

  private static func end(of mark: Character, in text: Substring) -> String.Index? {
    var place = text.startIndex
    while let found = text[place...].firstIndex(of: mark) {
      let next = text.index(after: found)
      if next == text.endIndex || !(text[next].isLetter || text[next].isNumber) { return found }
      place = next
    }
    return nil
  }
}
