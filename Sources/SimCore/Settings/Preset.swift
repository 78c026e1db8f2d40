/// A named point to start from: the settings of somebody's code, or of a certain device.
///
/// A scenario says `"preset": "iphone-11"` among the settings of the group; what else it says is
/// laid over the preset's values.
public struct Preset<Group: Settings>: Sendable {
  /// Its name in a scenario.
  public let name: String
  /// What it is and where it comes from.
  public let summary: String
  /// All its values.
  public let values: Group

  /// Makes a preset that differs from the defaults by `change`.
  public init(_ name: String, _ summary: String, _ change: (inout Group) -> Void) {
    self.name = name
    self.summary = summary
    var values = Group()
    change(&values)
    self.values = values
  }

  /// What a scenario calls the choice of a preset; no setting has this name.
  static var member: String { "preset" }

  /// The schema of the choice among a group's presets.
  static func schema(of presets: [Preset<Group>]) -> JSON {
    let lines = presets.map { "\($0.name): \($0.summary)" }
    return .object([
      ("enum", JSON(.array(presets.map { JSON(.string($0.name)) }))),
      ("description", JSON(.string("Where to start from. " + lines.joined(separator: " ")))),
    ])
  }
}
