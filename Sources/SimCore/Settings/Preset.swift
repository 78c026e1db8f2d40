/// A named point to start from: the settings of a library, or of a certain device.
///
/// A scenario says `"preset": "iphone-11"` among the settings of the group; what else it says is
/// laid over the preset's values. Some groups may be written as the name alone.
public struct Preset<Group: Settings>: Sendable {
  /// Its name in a scenario.
  public let name: String
  /// What it is and where it comes from.
  public let summary: String
  /// The library that ships with these values; nil: it is a point of ours.
  package let library: ShippedLibrary?
  /// All its values.
  public let values: Group

  /// Makes a preset that differs from the defaults by `change`.
  public init(_ name: String, _ summary: String, _ change: (inout Group) -> Void) {
    self.init(name, summary, of: nil, change)
  }

  package init(
    _ name: String, _ summary: String, of library: ShippedLibrary?,
    _ change: (inout Group) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.library = library
    var values = Group()
    change(&values)
    self.values = values
  }

  /// Makes a preset that a table says as a scenario would write it.
  /// - Precondition: the settings are right, and start from no other preset.
  package init(_ name: String, _ summary: String, reading settings: JSON) {
    var problems = Problems()
    let values = Group.readGroup(settings, among: [], path: name, &problems)
    precondition(problems.isEmpty, problems.lines.joined(separator: "\n"))
    self.init(name, summary) { if let values { $0 = values } }
  }

  static func schema(of presets: [Preset<Group>]) -> JSON {
    let lines = presets.map { "\($0.name): \($0.summary)" }
    return .object([
      "enum": JSON(presets.map { JSON($0.name) }),
      "description": JSON("Where to start from. " + lines.joined(separator: " ")),
    ])
  }
}

/// The member of a group's object that chooses a preset; no setting has this name.
enum PresetMember {
  static let name = "preset"
}
