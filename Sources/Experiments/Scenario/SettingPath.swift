package import SimCore

/// The path from a scenario's root to a setting, such as `workload.settings.friends` or
/// `strategies[*].settings.capacity`.
package struct SettingPath: Hashable {
  private enum Step: Hashable {
    case name(String)
    case index(Int)
    case all
  }

  private var steps: [Step] = []

  package init?(_ text: String) {
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
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
  }

  var text: String {
    var text = ""
    for step in steps {
      switch step {
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .all: text += "[*]"
      }
    }
    return text
  }

  /// The same with all elements of a list in the place of a certain one.
  var general: SettingPath {
    var path = self
    path.steps = steps.map { if case .index = $0 { .all } else { $0 } }
    return path
  }

  /// The place of the strategy whose setting it is; nil: it is of none, or of all.
  var strategyPlace: Int? {
    guard steps.count > 1, steps[0] == .name("strategies"), case .index(let place) = steps[1] else {
      return nil
    }
    return place
  }

  func ofStrategy(at place: Int) -> SettingPath {
    var path = self
    path.steps[1] = .index(place)
    return path
  }

  /// The scenario's text with a value in the setting's place; missing objects on the path are made.
  /// - Returns: nil when the path leads nowhere.
  package func set(_ value: JSON, in root: JSON) -> JSON? {
    Self.set(value, at: steps[...], in: root)
  }

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

extension JSON {
  /// Sets what a path leads to; nothing where it leads nowhere.
  mutating func set(_ path: String, _ value: JSON) {
    self = SettingPath(path)?.set(value, in: self) ?? self
  }
}
