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

  /// The same under a name with its release, which stays where it is when the name alone goes on
  /// to a newer one: `nuke-data-cache@13`.
  package func pinned(to release: String) -> Preset {
    let (name, values) = ("\(name)@\(release)", values)
    return Preset(
      name, "The release \(release) of \(self.name), now the newest that is a preset.", of: library
    ) { $0 = values }
  }

  static func schema(of presets: [Preset<Group>]) -> JSON {
    let lines = presets.map { "\($0.name): \($0.summary)" }
    return .object([
      ("enum", JSON(.array(presets.map { JSON($0.name) }))),
      ("description", JSON("Where to start from. " + lines.joined(separator: " "))),
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
    case measured
    case read
    /// Other people's words are all there is.
    case assumed
  }

  package let platform: Platform
  /// Its repository, as `owner/name`, or the name of a system's part.
  package let name: String
  /// The commit or release that was read or run.
  package let version: String
  /// The files in its repository that say so, or the pages.
  package let sources: [String]
  package let confidence: Confidence
  /// What it does that the preset leaves out: a clause each.
  package let notModelled: [String]
  /// What its users can change, with values to try.
  package let changes: [LibraryChange]

  package init(
    _ name: String, on platform: Platform, version: String, sources: [String],
    _ confidence: Confidence, notModelled: [String] = [], changes: [LibraryChange] = []
  ) {
    self.name = name
    self.platform = platform
    self.version = version
    self.sources = sources
    self.confidence = confidence
    self.notModelled = notModelled
    self.changes = changes
  }

  /// Where each source can be read: of a repository's file, with lines or without, the page of that
  /// commit.
  package var links: [String] {
    sources.map { source in
      guard name.contains("/"), !source.contains("://") else { return source }
      let parts = source.split(separator: ":", maxSplits: 1)
      let lines = parts.count < 2 ? "" : Self.anchor(of: parts[1])
      return "https://github.com/\(name)/blob/\(version)/\(parts[0])\(lines)"
    }
  }

  /// The first of several groups of lines, as a link names it: `344-372,390` is `#L344-L372`.
  private static func anchor(of lines: Substring) -> String {
    let first = lines.prefix { $0 != "," }
    return "#L" + first.split(separator: "-").joined(separator: "-L")
  }
}

/// A setting of a library that its users can change.
package struct LibraryChange: Sendable, Equatable {
  /// The setting of the preset, as a path: `disk.limit`.
  package let setting: String
  package let name: String
  /// Values to try, as a scenario writes them.
  package let values: [JSON]

  package init(_ setting: String, _ name: String, _ values: [JSON]) {
    self.setting = setting
    self.name = name
    self.values = values
  }
}
