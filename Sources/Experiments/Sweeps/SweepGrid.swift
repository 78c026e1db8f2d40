internal import Results
package import SimCore

/// The points of a grid over a scenario's settings: the scenario is read anew with the values in
/// their places, of all points or of the one that is asked for.
struct SweepGrid: Sendable {
  let axes: [SweepAxis]
  private(set) var count = 1
  /// Where each axis is in the scenario.
  private(set) var variations: [Variation] = []
  private let root: JSON
  private let folder: String

  /// Puts every value of every axis into the scenario.
  /// - Throws: what does not fit, all of it for the values alone, the first for values together.
  init(_ file: ScenarioFile, _ axes: [SweepAxis]) throws(InputError) {
    root = Variation.removed(from: file.scenario.namingItsSchedule(file.tree))
    folder = file.folder
    let names = SettingNames(scenario: file.scenario)
    self.axes = axes
    for axis in axes {
      var variation = Variation()
      variation.path = try names.path(of: axis.name, flag: "--vary \(axis.name)")
      variation.values = axis.values
      if variations.contains(where: { $0.path == variation.path }) {
        throw InputError(.argument, "--vary \(axis.name): the setting is varied twice")
      }
      variations.append(variation)
    }
    for axis in axes {
      count *= axis.values.count
      guard count <= SweepPlan.limit else {
        throw InputError(
          .argument, "expected at most \(SweepPlan.limit) points, found a larger grid")
      }
    }
    try checkAlone()
  }

  /// The axes without what a scenario writes.
  var swept: [SweptSetting] { axes.swept { variations[$0].path.hasPrefix("strategies[") } }

  /// Tries each value by itself, so that a mistake is reported once and with its axis.
  private func checkAlone() throws(InputError) {
    var lines: [String] = []
    for (axis, variation) in zip(axes, variations) {
      for value in axis.values {
        let at = "--vary \(axis.name)=\(value.word)"
        guard let tree = variation.apply(value, to: root) else {
          lines.append("\(at): the path '\(variation.path)' leads to no setting")
          break
        }
        var problems = Problems()
        _ = read(tree, &problems)
        let found = problems.all.map { "\($0.path): \($0.message)" }
        lines += found.map { "\(at): \($0)" }
        // An unknown setting is unknown with all values.
        if found.contains(where: { $0.contains("unknown setting") }) { break }
      }
    }
    if !lines.isEmpty { throw InputError(.argument, lines: lines) }
  }

  private func read(_ tree: JSON, _ problems: inout Problems) -> Scenario? {
    OwnTables.resolving(tree, in: folder, &problems) { Scenario.read(whole: $0, &$1) }
  }

  /// The last axis counts fastest.
  func scenario(at point: Int) throws(InputError) -> Scenario {
    try scenario(levels: SweepOutline.levels(at: point, of: axes.map(\.values.count)))
  }

  /// The scenario with a value of each axis, by their places.
  func scenario(levels: [Int]) throws(InputError) -> Scenario {
    var tree = root
    var words: [String] = []
    for (index, level) in levels.enumerated() {
      let value = axes[index].values[level]
      words.append("\(axes[index].name)=\(value.word)")
      tree = variations[index].apply(value, to: tree) ?? tree
    }
    var problems = Problems()
    guard let scenario = read(tree, &problems), problems.isEmpty else {
      let place = "--vary \(words.joined(separator: " --vary "))"
      throw InputError(.argument, lines: problems.all.map { "\(place): \($0.path): \($0.message)" })
    }
    return scenario
  }
}

/// A setting with the values that a sweep tries, as it is written: `KEY=a,b,from..to*2`.
package struct SweepAxis: Sendable {
  /// The setting as it is written, such as `on-demand.staleAfter`.
  package var name: String
  /// As a scenario would write them.
  package var values: [JSON]
}

extension SweepAxis {
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

  private static func values(_ text: String, _ fillsRanges: Bool) throws(InputError) -> [JSON] {
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
      && !text.contains("[") && !text.contains("{") && (try? JSON.parse(Array(text.utf8))) == nil
    return isPlain ? text : compact
  }
}
