package import SimCore

/// Tables of one's own: where a scenario names a network, a radio, storage, a phone, an HTTP
/// profile, a strategy or its preset, `mine.json#name` takes the entry of that name from a file of
/// the form of those under `Data`.
///
/// From then on the entry's settings stand in the scenario, so that results carry them.
package struct OwnTables {
  /// An entry that was taken: the setting whose value it is, and how messages name it.
  private struct Taken {
    var path: String
    var name: String
  }

  /// The most entries that a scenario takes: far more than anybody writes, and an end for those
  /// that take from one another many times.
  private static let limit = 10_000
  /// The members whose text is no name of an entry.
  static let texts: Set = [
    "$schema", "directory", "file", "is", "label", "note", "path", "question", "reason", "set",
    "source", "title", "views", "where",
  ]

  /// Where files are looked for before the current folder, the next one first, each with a slash at
  /// its end or empty.
  private var folders: [String]
  /// The entries that are being taken, from the outermost on.
  private var open: [String] = []
  private var taken: [Taken] = []
  private var problems: Problems

  /// A tree with the entries of files in place of their names. What is wrong with them is noted:
  /// what `read` finds within an entry with its file and name. Files are looked for in `folder`,
  /// which has a slash at its end or is empty, before the current one.
  package static func resolving<Product>(
    _ tree: JSON, in folder: String, _ problems: inout Problems,
    _ read: (JSON, inout Problems) -> Product?
  ) -> Product? {
    var tables = OwnTables(folders: [folder], problems: Problems())
    let resolved = tables.resolved(tree, path: "")
    guard tables.problems.isEmpty else {
      for problem in tables.problems.all { problems.add(problem) }
      return nil
    }
    var found = Problems()
    let product = read(resolved, &found)
    for var problem in found.all {
      let place = tables.taken.last {
        problem.path == $0.path || problem.path.hasPrefix("\($0.path).")
      }
      if let place { problem.message += " (in \(place.name))" }
      problems.add(problem)
    }
    return product
  }

  private mutating func resolved(_ json: JSON, path: String) -> JSON {
    if let elements = json.elements {
      var resolved: [JSON] = []
      for (index, element) in elements.enumerated() {
        resolved.append(self.resolved(element, path: "\(path)[\(index)]"))
      }
      return JSON(.array(resolved), offset: json.offset)
    }
    guard let members = json.members else { return entry(json, path: path)?.settings ?? json }
    let named = ["preset", "name"].first { Self.isReference(json[$0]) }
    var others: [JSON.Member] = []
    for member in members where member.name != named {
      let place = path.isEmpty ? member.name : "\(path).\(member.name)"
      let value =
        Self.texts.contains(member.name) ? member.value : resolved(member.value, path: place)
      others.append(JSON.Member(member.name, value, nameOffset: member.nameOffset))
    }
    let rest = JSON(.object(others), offset: json.offset)
    guard let named, let value = json[named],
      let entry = entry(value, path: path.isEmpty ? named : "\(path).\(named)")
    else { return rest }
    if named == "preset" { return entry.settings.overlaid(by: rest) }
    let choice = JSON.object([
      ("name", JSON(entry.strategy ?? entry.name)), ("label", JSON(entry.name)),
      ("settings", entry.settings),
    ])
    return choice.at(json.offset).overlaid(by: rest)
  }

  /// Whether a value names an entry of a file.
  package static func isReference(_ json: JSON?) -> Bool {
    json?.string?.contains(".json#") ?? false
  }

  /// The entry that a text names; nil: it names none, or something is wrong, which is then noted.
  private mutating func entry(_ json: JSON, path: String) -> OwnEntry? {
    guard let text = json.string, let mark = text.firstRange(of: ".json#") else { return nil }
    let name = String(text[mark.upperBound...])
    let file = text[..<mark.lowerBound] + ".json"
    let folder = folders.first { !file.hasPrefix("/") && FileKind(of: $0 + file) == .plain } ?? ""
    let place = folder + file
    let title = "\(place)#\(name)"
    let (entries, mistakes) = OwnEntry.all(in: place)
    let index = entries.lastIndex { $0.names.contains(name) }
    guard let index, !open.contains(title), taken.count < Self.limit else {
      let known = entries.flatMap(\.names)
      let fault =
        index == nil
        ? "\(place) has no '\(name)'\(Suggestion.hint(for: name, among: known))"
        : open.contains(title)
          ? "\(title) takes from itself" : "expected at most \(Self.limit) entries of files"
      for line in mistakes.isEmpty ? [fault] : mistakes {
        problems.note(at: json.offset, path: path, line)
      }
      return nil
    }
    taken.append(Taken(path: Self.owner(of: path), name: title))
    var entry = entries[index]
    // It may start from one before it.
    let base = entry.settings["preset"]?.string
    if let base, entries[..<index].contains(where: { $0.names.contains(base) }) {
      let others = entry.settings.members?.filter { $0.name != "preset" } ?? []
      let reference = JSON.Member("preset", JSON("\(file)#\(base)"))
      entry.settings = JSON(.object(others + [reference]))
    }
    open.append(title)
    folders.insert(Self.folder(of: place), at: 0)
    entry.settings = resolved(entry.settings.at(json.offset), path: path)
    folders.removeFirst()
    open.removeLast()
    return entry
  }

  /// The folder of a file, with a slash at its end; empty: the current one.
  static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The setting that an entry is the value of: where a preset or a name is one, what has it.
  private static func owner(of path: String) -> String {
    for ending in [".preset", ".name"] where path.hasSuffix(ending) {
      return String(path.dropLast(ending.count))
    }
    return path
  }
}

extension JSON {
  /// The settings with others laid over them, as over those of a preset.
  fileprivate func overlaid(by other: JSON) -> JSON {
    guard let members, let others = other.members, other["preset"] == nil else { return other }
    let changed = members.map { member in
      let value = other[member.name].map { member.value.overlaid(by: $0) } ?? member.value
      return Member(member.name, value, nameOffset: member.nameOffset)
    }
    return JSON(.object(changed + others.filter { self[$0.name] == nil }), offset: other.offset)
  }

  /// The value with the place of another one in all of it: its own text is another file.
  fileprivate func at(_ offset: Int) -> JSON {
    switch value {
    case .array(let elements): JSON(.array(elements.map { $0.at(offset) }), offset: offset)
    case .object(let members):
      JSON(
        .object(members.map { Member($0.name, $0.value.at(offset), nameOffset: offset) }),
        offset: offset)
    default: JSON(value, offset: offset)
    }
  }
}

private struct OwnEntry {
  /// Tables whose entries are told apart by a name in results.
  private static let named = ["networks", "radios", "populations"]
  private static let kinds = named + ["storage", "phones", "http-profiles", "link-spreads"]
  /// The largest file: far more than anybody writes.
  private static let largest = 10_000_000

  /// By which it is found, its own name first.
  var names: [String]
  /// What a scenario would write for it.
  var settings: JSON
  /// The strategy of a library's preset; nil: it is no preset.
  var strategy: String?

  var name: String { names[0] }

  static func all(in file: String) -> (entries: [OwnEntry], mistakes: [String]) {
    guard FileKind(of: file) == .plain,
      let bytes = try? OpenFile(path: file).contents(limit: largest)
    else { return ([], ["there is no file '\(file)' that can be read"]) }
    var problems = Problems()
    var entries: [OwnEntry] = []
    do {
      entries = all(in: try JSON.parse(bytes), &problems)
    } catch {
      problems.note(at: error.offset, path: "", error.message)
    }
    let mistakes = problems.lines(file: file, bytes: bytes)
    return (mistakes.isEmpty ? entries : [], mistakes)
  }

  private static func all(in root: JSON, _ problems: inout Problems) -> [OwnEntry] {
    if root["presets"] != nil {
      let file = LibraryFile.read(root, path: "", &problems)
      return file?.presets.map {
        OwnEntry(names: [$0.name], settings: $0.settings, strategy: file?.strategy)
      } ?? []
    }
    guard let kind = kinds.first(where: { root[$0] != nil }) else {
      problems.note(
        at: root.offset, path: "",
        "expected an object with a list of \(kinds.joined(separator: ", ")), or of presets")
      return []
    }
    return DataTable.entries(kind, in: root, &problems) { entry, _, _ in
      var settings = entry.settings
      if named.contains(kind), settings["name"] == nil, let members = settings.members {
        settings = JSON(.object(members + [JSON.Member("name", JSON(entry.name))]))
      }
      return OwnEntry(names: [entry.name] + entry.aliases, settings: settings)
    }
  }
}
