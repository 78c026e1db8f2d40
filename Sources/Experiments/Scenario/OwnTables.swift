internal import SimCore

/// Tables of one's own: where a scenario names a network, a radio, storage, a phone, an HTTP
/// profile, a strategy or its preset, `mine.json#name` takes the entry of that name from a file of
/// the form of those under `Data`.
///
/// From then on the entry's settings stand in the scenario, so that results carry them.
extension JSON {
  /// A scenario with the entries of files in place of their names.
  /// - Parameters:
  ///   - folder: where files are looked for before the current folder, with a slash at its end;
  ///     empty: nowhere else.
  ///   - path: of the value; empty: the root.
  ///   - depth: from how many files on the value is taken.
  func takingEntries(
    in folder: String, path: String = "", depth: Int = 0, _ problems: inout Problems
  ) -> JSON {
    if let elements {
      let taken = elements.enumerated().map {
        $0.element.takingEntries(
          in: folder, path: "\(path)[\($0.offset)]", depth: depth, &problems)
      }
      return JSON(.array(taken), offset: offset)
    }
    guard let members else {
      return OwnEntry(self, in: folder, path: path, depth: depth, &problems)?.settings ?? self
    }
    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    func entry(_ name: String) -> OwnEntry? {
      guard let value = self[name] else { return nil }
      return OwnEntry(value, in: folder, path: place(name), depth: depth, &problems)
    }
    let preset = entry("preset")
    let strategy = preset == nil ? entry("name") : nil
    let others = members.compactMap { member -> Member? in
      if member.name == "question" { return member }
      if preset != nil && member.name == "preset" || strategy != nil && member.name == "name" {
        return nil
      }
      let value = member.value.takingEntries(
        in: folder, path: place(member.name), depth: depth, &problems)
      return Member(member.name, value, nameOffset: member.nameOffset)
    }
    let rest = JSON(.object(others), offset: offset)
    if let preset { return preset.settings.overlaid(by: rest) }
    guard let strategy else { return rest }
    let choice = JSON.object([
      ("name", JSON(strategy.strategy ?? strategy.name)),
      ("label", JSON(strategy.name)), ("settings", strategy.settings),
    ])
    return choice.at(offset).overlaid(by: rest)
  }

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

/// An entry of a table of one's own.
private struct OwnEntry {
  /// Tables whose entries are told apart by a name in results.
  private static let named = ["networks", "radios"]
  private static let kinds = named + ["storage", "phones", "http-profiles"]
  /// How many files may take from one another.
  private static let depthLimit = 8
  /// The largest file: far more than anybody writes.
  private static let largest = 10_000_000

  let name: String
  /// What a scenario would write for it.
  let settings: JSON
  /// The strategy of a library's preset; nil: it is no preset.
  let strategy: String?

  private init(name: String, settings: JSON, strategy: String? = nil) {
    (self.name, self.settings, self.strategy) = (name, settings, strategy)
  }

  /// The entry that a text names; nil: it names none, or something is wrong, which is then noted.
  init?(
    _ json: JSON, in folder: String, path: String, depth: Int, _ problems: inout Problems
  ) {
    guard let text = json.string, let mark = text.firstRange(of: ".json#") else { return nil }
    let name = String(text[mark.upperBound...])
    let file = text[..<mark.lowerBound] + ".json"
    let isBeside = !file.hasPrefix("/") && FileKind(of: folder + file) == .plain
    let place = isBeside ? folder + file : String(file)
    let (entries, mistakes) = Self.entries(of: place)
    let index = entries.lastIndex { $0.name == name }
    guard let index, depth < Self.depthLimit else {
      let hint = Suggestion.hint(for: name, among: entries.map(\.name))
      let unknown = index == nil ? "\(place) has no '\(name)'\(hint)" : "\(place) takes from itself"
      for line in mistakes.isEmpty ? [unknown] : mistakes {
        problems.note(at: json.offset, path: path, line)
      }
      return nil
    }
    // It may start from one before it.
    var settings = entries[index].settings
    let base = settings["preset"]?.string
    if let base, entries[..<index].contains(where: { $0.name == base }) {
      let others = settings.members?.filter { $0.name != "preset" } ?? []
      let reference = JSON.Member("preset", JSON("\(file)#\(base)"))
      settings = JSON(.object(others + [reference]))
    }
    self.name = name
    strategy = entries[index].strategy
    self.settings = settings.at(json.offset).takingEntries(
      in: folder, path: path, depth: depth + 1, &problems)
  }

  /// The entries of a file, or what is wrong with it.
  private static func entries(of file: String) -> (entries: [OwnEntry], mistakes: [String]) {
    guard FileKind(of: file) == .plain,
      let bytes = try? OpenFile(path: file).contents(limit: largest)
    else { return ([], ["there is no file '\(file)' that can be read"]) }
    var problems = Problems()
    var entries: [OwnEntry] = []
    do {
      entries = Self.entries(in: try JSON.parse(bytes), &problems)
    } catch {
      problems.note(at: error.offset, path: "", error.message)
    }
    let mistakes = problems.lines(file: file, bytes: bytes)
    return (mistakes.isEmpty ? entries : [], mistakes)
  }

  private static func entries(in root: JSON, _ problems: inout Problems) -> [OwnEntry] {
    if root["presets"] != nil {
      let file = LibraryFile.read(root, path: "", &problems)
      return file?.presets.map {
        OwnEntry(name: $0.name, settings: $0.settings, strategy: file?.strategy)
      } ?? []
    }
    guard let kind = kinds.first(where: { root[$0] != nil }) else {
      problems.note(
        at: root.offset, path: "",
        "expected an object with a list of \(kinds.joined(separator: ", ")), or of presets")
      return []
    }
    return DataTable.entries(kind, in: root, &problems) { entry, _, _ in
      let name = JSON.object(named.contains(kind) ? [("name", JSON(entry.name))] : [])
      return OwnEntry(name: entry.name, settings: name.overlaid(by: entry.settings))
    }
  }
}
