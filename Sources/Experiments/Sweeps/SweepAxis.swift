internal import Results
package import SimCore

/// A setting with the values that a sweep tries, as it is written: `KEY=a,b,from..to*2`.
package struct SweepAxis: Sendable {
  /// The setting as it is written, such as `on-demand.staleAfter`.
  package var name: String
  /// As a scenario would write them.
  package var values: [JSON]

  init(name: String, values: [JSON]) {
    self.name = name
    self.values = values
  }

  /// Reads `KEY=VALUES`: values between commas, each of them a range, a JSON value, or else a text.
  /// Whether the setting takes them is seen later.
  ///
  /// With `fillsRanges` a range may say no step: whole numbers then follow each other, other
  /// amounts double, or are at eight equal distances where the range begins at 0 or has fractions;
  /// the end is always among them.
  package init(_ text: String, fillsRanges: Bool = false) throws(InputError) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw InputError(.argument, "expected KEY=VALUES, found '\(text)'")
    }
    name = String(text[..<sign])
    do {
      values = try Self.values(String(text[text.index(after: sign)...]), fillsRanges)
    } catch {
      throw InputError(.argument, lines: error.lines.map { "\(text): \($0)" })
    }
    if values.isEmpty { throw InputError(.argument, "\(text): expected a value behind '='") }
    var seen: Set<String> = []
    for value in values where !seen.insert(value.compact).inserted {
      throw InputError(.argument, "\(text): the value \(value.word) stands twice")
    }
  }

  package var text: String { "\(name)=\(values.map(\.argument).joined(separator: ","))" }

  private static func values(
    _ text: String, _ fillsRanges: Bool
  ) throws(InputError) -> [JSON] {
    var values: [JSON] = []
    for piece in pieces(text) {
      if piece.isEmpty { throw InputError(.argument, "expected a value between commas") }
      if let range = try SweepRange.read(piece, isFilled: fillsRanges) {
        values += range.map(\.json)
      } else if let json = try? JSON.parse(Array(piece.utf8)) {
        values.append(json)
      } else {
        values.append(JSON(piece))
      }
    }
    return values
  }

  /// The text between commas that stand in no brackets and no quotes.
  private static func pieces(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var pieces = [""]
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ",", depth == 0, !isQuoted {
        pieces.append("")
        continue
      }
      pieces[pieces.count - 1].append(character)
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        isEscaped = character == "\\"
        isQuoted = character != "\""
      } else if character == "\"" {
        isQuoted = true
      } else if character == "[" || character == "{" {
        depth += 1
      } else if character == "]" || character == "}" {
        depth -= 1
      }
    }
    return pieces
  }

  var swept: SweptSetting {
    let quantities = values.map { SweepQuantity($0.word) }
    let first = quantities.first??.unit
    let unit = quantities.allSatisfy { $0?.unit == first } ? first : nil
    return SweptSetting(
      name: name, unit: unit,
      values: zip(values, quantities).map { value, quantity in
        SweptSetting.Value(text: value.word, amount: unit == nil ? nil : quantity?.amount)
      })
  }
}

extension [SweepAxis] {
  /// `isChoice` says of which axes the values are chosen between.
  func swept(isChoice: (Int) -> Bool) -> [SweptSetting] {
    enumerated().map { index, axis in
      var swept = axis.swept
      swept.isChoice = isChoice(index)
      return swept
    }
  }
}

extension JSON {
  /// The value as people and reports name it.
  package var word: String { Variation.text(of: self) }

  /// The value as a command line has it, so that it reads back as itself.
  fileprivate var argument: String {
    guard let text = string else { return compact }
    let isPlain =
      !text.isEmpty && !text.contains(",") && !text.contains("..") && !text.contains("\"")
      && !text.contains("[") && !text.contains("{")
      && (try? JSON.parse(Array(text.utf8))) == nil
    return isPlain ? text : compact
  }
}
