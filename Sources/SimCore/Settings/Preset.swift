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

  /// Makes a preset of a library as it ships.
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

  /// The schema of the choice among a group's presets.
  static func schema(of presets: [Preset<Group>]) -> JSON {
    let lines = presets.map { "\($0.name): \($0.summary)" }
    return .object([
      ("enum", JSON(.array(presets.map { JSON(.string($0.name)) }))),
      ("description", JSON(.string("Where to start from. " + lines.joined(separator: " ")))),
    ])
  }
}

/// The member of a group's object that chooses a preset; no setting has this name.
enum PresetMember {
  static let name = "preset"
}

/// A library whose defaults, as it ships, a preset repeats.
package struct ShippedLibrary: Sendable, Equatable {
  /// Where apps use it.
  package enum Platform: String, Sendable {
    case apple = "Apple"
    case android = "Android"
    case web
    case anywhere = "cross-platform"
  }

  /// How what the preset says is known.
  package enum Confidence: String, Sendable {
    /// The library was run, and did what the preset does.
    case measured
    /// Its source was read.
    case read
    /// Other people's words are all there is.
    case assumed
  }

  /// Where apps use it.
  package let platform: Platform
  /// Its repository, as `owner/name`, or the name of a system's part.
  package let name: String
  /// The commit or release that was read or run.
  package let version: String
  /// The files in its repository that say so, or the pages.
  package let sources: [String]
  /// How it is known.
  package let confidence: Confidence

  /// Makes a library.
  package init(
    _ name: String, on platform: Platform, version: String, sources: [String],
    _ confidence: Confidence
  ) {
    self.name = name
    self.platform = platform
    self.version = version
    self.sources = sources
    self.confidence = confidence
  }
}
