internal import Foundation

/// A command that a page shows, with what the program answers.
struct PageExample {
  /// The arguments behind the program's name.
  var arguments: [String]
  /// The answer's lines; an ellipsis stands for any number of them.
  var lines: [String]

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

extension PageExample {
  /// What the page would show of another output: of each piece between ellipses as many lines,
  /// found by their form. Nil where a form is found no more.
  func lines(of output: String) -> [String]? {
    var found = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[
      ...]
    if found.last == "" { found.removeLast() }
    let pieces = lines.split(separator: "…", omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return Array(found) }
    var shown: [String] = []
    for (number, piece) in pieces.enumerated() {
      if number > 0 { shown.append("…") }
      let starts = found.indices.filter { $0 + piece.count <= found.endIndex }
      let start =
        piece.isEmpty
        ? found.startIndex
        : starts.first { zip(found[$0...], piece).allSatisfy { Self.form($0) == Self.form($1) } }
      guard let start else { return nil }
      shown += found[start..<start + piece.count]
      found = found[(start + piece.count)...]
    }
    return shown
  }

  /// A line without its numbers, and with single blanks.
  private static func form(_ line: String) -> String {
    line.replacing(/[-+]?[0-9][0-9.,]*/, with: "0").replacing(/[ ─-╿]+/, with: " ")
  }
}

extension Page {
  /// The page with other answers in its `console` blocks, command by command.
  func with(answers: [[String]]) -> String {
    var answers = answers[...]
    var lines: [Substring] = []
    var isShown = true
    var isConsole = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
        isShown = true
      }
      let isCommand = isConsole && line.hasPrefix("$ cachesim ")
      if isShown || isCommand { lines.append(line) }
      if isCommand, let answer = answers.popFirst() {
        lines += answer.map { Substring($0) }
        isShown = false
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The commands of its `console` blocks, in order.
  var examples: [PageExample] {
    let prompt = "$ cachesim "
    var examples: [PageExample] = []
    for line in blocks("console").flatMap({
      $0.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    }) {
      if line.hasPrefix(prompt) {
        let words = Self.words(of: line.dropFirst(prompt.count))
        examples.append(PageExample(arguments: words, lines: []))
      } else if !examples.isEmpty {
        examples[examples.count - 1].lines.append(String(line))
      }
    }
    return examples
  }

  /// A command's words as a shell has them: what stands between single quotes is one.
  private static func words(of command: Substring) -> [String] {
    let parts = command.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { number, part in
      number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
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

/// A page of the documentation.
struct Page {
  /// All its lines.
  var text: String

  /// Reads a page by its path in the checkout.
  init(_ path: String) throws {
    text = try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
  }

  /// The texts of its blocks of a kind, such as `json`, in order.
  func blocks(_ kind: String) -> [String] {
    text.components(separatedBy: "\n```\(kind)\n").dropFirst().map {
      $0.components(separatedBy: "\n```\n")[0] + "\n"
    }
  }
}
