internal import ArgumentParser
internal import SimCore

/// Things of a catalogue as flags name them: `lru`, `s3-fifo:rule=libcachesim:smallShare=0.2`.
enum ChoiceText {
  /// The parts of a list, cut at commas outside of brackets.
  static func list(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == ",", depth <= 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// What a text names, with its settings; its label is the text where settings are said.
  static func choice<Product: Choosable>(
    _ text: String, for flag: String
  ) throws -> Chosen<Product> {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var members = [("name", JSON(.string(String(parts[0]))))]
    var settings: [(String, JSON)] = []
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else {
        throw ValidationError(
          "\(flag): expected name:setting=value, found '\(text)'")
      }
      settings.append((String(pair[0]), value(String(pair[1]))))
    }
    if !settings.isEmpty {
      members += [("label", JSON(.string(text))), ("settings", .object(settings))]
    }
    var problems = Problems()
    if let chosen = Product.catalog.read(.object(members), path: "", &problems) { return chosen }
    throw ValidationError(
      "\(flag): " + problems.all.map { words(of: $0, for: parts[0]) }.joined(separator: "; "))
  }

  /// What is wrong, and with which setting of what.
  private static func words(of problem: Problems.Problem, for name: Substring) -> String {
    let group = ".settings."
    guard problem.path.hasPrefix(group) else { return problem.message }
    return "\(name): \(problem.path.dropFirst(group.count)): \(problem.message)"
  }

  /// A number, `true`, or a list as JSON says it; all else is a word.
  private static func value(_ text: String) -> JSON {
    (try? JSON.parse(Array(text.utf8))) ?? JSON(.string(text))
  }
}
