internal import Foundation

/// A command that a page shows, with what the program answers.
struct PageExample {
  /// The arguments behind the program's name.
  var arguments: [String]
  /// The answer's lines; an ellipsis stands for any number of them.
  var lines: [String]

  /// Whether an output is what the page shows of it.
  func fits(_ output: String) -> Bool {
    var found = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[
      ...]
    // The page ends a block where the output ends its last line.
    if found.last == "" { found.removeLast() }
    let pieces = lines.split(separator: "…", omittingEmptySubsequences: false)
    guard let first = pieces.first, found.starts(with: first) else { return false }
    guard pieces.count > 1, let last = pieces.last else { return found.count == first.count }
    found = found.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() {
      guard let place = found.firstRange(of: piece) else { return false }
      found = found[place.upperBound...]
    }
    return found.count >= last.count && found.suffix(last.count).elementsEqual(last)
  }
}

extension Page {
  /// The commands of its `console` blocks, in order.
  var examples: [PageExample] {
    let prompt = "$ cachesim "
    var examples: [PageExample] = []
    for line in blocks("console").flatMap({
      $0.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    }) {
      if line.hasPrefix(prompt) {
        let words = line.dropFirst(prompt.count).split(separator: " ").map(String.init)
        examples.append(PageExample(arguments: words, lines: []))
      } else if !examples.isEmpty {
        examples[examples.count - 1].lines.append(String(line))
      }
    }
    return examples
  }

  /// The numbers that the prose names: all with a unit or a fraction, and all of three digits.
  /// "95 of 100" is a percentile's name, and what stands in code is a command's.
  var numbersInProse: [(value: String, unit: String)] {
    get throws {
      let prose = text.components(separatedBy: "\n```").enumerated()
        .filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: "\n")
        .replacingOccurrences(of: "`[^`]*`", with: "", options: .regularExpression)
        .replacingOccurrences(of: #"95 of\s+100"#, with: "", options: .regularExpression)
      let pattern = #"(?<![\d.])(\d[\d,]*(?:\.\d+)?)(?:[ \n]?(%|ms|s|MB|kB|J)(?![a-z]))?"#
      let range = NSRange(prose.startIndex..., in: prose)
      return try NSRegularExpression(pattern: pattern).matches(in: prose, range: range)
        .compactMap { match in
          guard let place = Range(match.range(at: 1), in: prose) else { return nil }
          let unit = Range(match.range(at: 2), in: prose).map { String(prose[$0]) } ?? ""
          let value = prose[place].replacingOccurrences(of: ",", with: "")
          return unit.isEmpty && !value.contains(".") && value.count < 3 ? nil : (value, unit)
        }
    }
  }
}
