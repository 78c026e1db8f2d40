/// A library whose defaults, as it ships, a preset repeats.
package struct ShippedLibrary: Settings, Equatable {
  /// Where apps use it.
  package enum Platform: String, WordSettingValue {
    case apple = "Apple"
    case android = "Android"
    case web
    case anywhere = "cross-platform"
  }

  package private(set) var name = ""
  package private(set) var platform = Platform.anywhere
  package private(set) var version = ""
  package private(set) var confidence = Confidence.assumed
  package private(set) var sources: [String] = []
  package private(set) var notModelled: [String] = []
  package private(set) var changes: [LibraryChange] = []

  package init() {}
  package static let fields: [Field<ShippedLibrary>] = [
    Field("name", \.name, "Its repository, as owner/name, or the name of a system's part."),
    Field("platform", \.platform, "Where apps use it."),
    Field("version", \.version, "The commit or release that was read or run."),
    Field("confidence", \.confidence, "How it is known."),
    Field("sources", \.sources, "The files in its repository that say so, or the pages."),
    Field("notModelled", \.notModelled, "What it does that the preset leaves out: a clause each."),
    Field("changes", \.changes, "What its users can change, with values to try."),
  ]

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
package struct LibraryChange: Settings, Equatable {
  package private(set) var setting = ""
  package private(set) var name = ""
  package private(set) var values: [JSON] = []

  package init() {}
  package static let fields: [Field<LibraryChange>] = [
    Field("setting", \.setting, "The setting of the preset, as a path.", isRequired: true),
    Field("name", \.name, "What the library calls it.", isRequired: true),
    Field("values", \.values, "Values to try, as a scenario writes them.", isRequired: true),
  ]
}

/// A file of a library's presets, such as those under `Data/Libraries`.
package struct LibraryFile: Settings {
  package private(set) var strategy = ""
  package private(set) var library: ShippedLibrary?
  package private(set) var presets: [LibraryPreset] = []

  package init() {}
  package static let fields: [Field<LibraryFile>] = [
    Field("strategy", \.strategy, "The strategy whose presets they are.", isRequired: true),
    Field("library", \.library, "The library; null: they are points of ours."),
    Field("presets", \.presets, "The presets, each of which may start from those before it."),
  ]

  /// Adds the presets to others, from which they may start; what is wrong with one is noted.
  package func add<Group>(to others: inout [Preset<Group>], _ problems: inout Problems) {
    for (index, preset) in presets.enumerated() {
      let path = "presets[\(index)]"
      let values = Group.readGroup(
        preset.settings, among: others, path: "\(path).settings", &problems)
      guard let values else { continue }
      let changed = preset.library.flatMap {
        ShippedLibrary.read(
          $0, over: library ?? ShippedLibrary(), path: "\(path).library", &problems)
      }
      let summary = preset.summary.text
      others.append(
        Preset(preset.name, summary, of: changed ?? library, aliases: preset.aliases) {
          $0 = values
        })
    }
  }

  /// The files that travel inside the program, in the order in which listings show them.
  package static let all = EmbeddedFile.all(in: "Data/Libraries", ending: ".json").map {
    (name: $0.name, file: DataTable.read(LibraryFile.self, $0.bytes, of: $0.name))
  }

  package func has(_ preset: String) -> Bool { presets.contains { $0.name == preset } }
}

package struct LibraryPreset: Settings {
  package private(set) var name = ""
  package private(set) var aliases: [String] = []
  package private(set) var summary: LinedText = ""
  package private(set) var library: JSON?
  package private(set) var settings = JSON(.object([]))
  package private(set) var note: LinedText = ""

  package init() {}
  package static let fields: [Field<LibraryPreset>] = [
    Field("name", \.name, "Its name in a scenario.", isRequired: true),
    Field("aliases", \.aliases, "What people call it, and perhaps others too."),
    Field("summary", \.summary, "What it is.", isRequired: true),
    Field("library", \.library, "What is said of the library otherwise than the file says."),
    Field("settings", \.settings, "What a scenario would write for it.", isRequired: true),
    Field("note", \.note, "How it is known, and what was left out."),
  ]
}

extension Preset {
  /// The presets of a strategy that libraries' files say.
  /// - Precondition: they are right; tests read every file.
  /// - Complexity: O(bytes).
  package static func bundled(for strategy: String) -> [Preset] {
    var presets: [Preset] = []
    var problems = Problems()
    for (_, file) in LibraryFile.all where file.strategy == strategy {
      file.add(to: &presets, &problems)
    }
    precondition(problems.isEmpty, problems.lines.joined(separator: "\n"))
    return presets
  }
}
