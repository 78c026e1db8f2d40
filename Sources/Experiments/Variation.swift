package import SimCore

/// A setting that is tried with several values, each in a run of its own.
package struct Variation: Settings {
  /// The way to the setting, such as `workload.settings.friends` or
  /// `strategies[*].settings.capacity`.
  package var path = ""
  /// The values, as the scenario would write them.
  package var values: [JSON] = []

  package init() {}
  package static let fields: [Field<Variation>] = [
    Field(
      "path", \.path,
      "The way to the setting, such as workload.settings.friends or "
        + "strategies[*].settings.capacity.", isRequired: true,
      check: { path in
        let root = String(path.prefix { $0 != "." && $0 != "[" })
        return constant.contains(root) ? "'\(root)' is the same in all runs" : nil
      }),
    Field(
      "values", \.values, "The values, as the scenario would write them.", isRequired: true,
      check: wrong(with:)),
  ]

  /// What a report says once, of all its rows.
  private static let constant = [
    "schemaVersion", "question", "title", "seeds", "vary", "expect", "relations",
  ]

  private static func wrong(with values: [JSON]) -> String? {
    if values.isEmpty { return "expected at least one value" }
    var texts: Set<String> = []
    for value in values where !texts.insert(text(of: value)).inserted {
      return "the value \(value.compact) stands twice"
    }
    return nil
  }

  /// A value as reports name it.
  package static func text(of value: JSON) -> String { value.string ?? value.compact }

  /// The scenario's text as a tree, with the value in the setting's place.
  /// - Returns: nil when the path leads nowhere.
  func apply(_ value: JSON, to root: JSON) -> JSON? {
    var steps: [Step] = []
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let name = pieces.first, !name.isEmpty else { return nil }
      steps.append(.name(String(name)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]" else { return nil }
        let index = piece.dropLast()
        if index == "*" {
          steps.append(.all)
        } else if let number = Int(index) {
          steps.append(.index(number))
        } else {
          return nil
        }
      }
    }
    return steps.isEmpty ? nil : Self.set(value, at: steps[...], in: root)
  }

  private enum Step {
    case name(String)
    case index(Int)
    case all
  }

  /// Replaces what lies at the end of the way; missing objects on the way are made.
  private static func set(_ value: JSON, at steps: ArraySlice<Step>, in json: JSON) -> JSON? {
    guard let step = steps.first else { return JSON(value.value, offset: value.offset) }
    let rest = steps.dropFirst()
    switch step {
    case .name(let name):
      guard var members = json.members else { return nil }
      if let index = members.firstIndex(where: { $0.name == name }) {
        guard let changed = set(value, at: rest, in: members[index].value) else { return nil }
        members[index].value = changed
      } else {
        let empty = JSON(.object([]), offset: json.offset)
        guard let made = set(value, at: rest, in: empty) else { return nil }
        members.append(JSON.Member(name, made, nameOffset: value.offset))
      }
      return JSON(.object(members), offset: json.offset)
    case .index(let index):
      guard var elements = json.elements, elements.indices.contains(index),
        let changed = set(value, at: rest, in: elements[index])
      else { return nil }
      elements[index] = changed
      return JSON(.array(elements), offset: json.offset)
    case .all:
      guard let elements = json.elements else { return nil }
      let changed = elements.map { set(value, at: rest, in: $0) }
      guard !changed.contains(where: { $0 == nil }) else { return nil }
      return JSON(.array(changed.compactMap(\.self)), offset: json.offset)
    }
  }
}
