internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// Finds a scenario: a path as typed, in any case, or a bundled name.
enum ScenarioLocator {
  /// The largest scenario: 4 MiB, a hundred times the largest bundled one.
  private static let limit = 4 << 20

  struct Found {
    var bytes: [UInt8]
    /// In error messages.
    var file: String
    var name: String
  }

  static func find(_ argument: String) throws -> Found {
    if let path = existingPath(argument) { return try read(path) }
    let name = bundledName(of: argument)
    if let bytes = BundledScenarios.bytes(named: name) {
      return Found(bytes: bytes, file: "bundled:\(name).json", name: name)
    }
    let names = BundledScenarios.known.map(\.name)
    let published = BundledScenarios.publishedPrefix + name
    throw CommandError(
      .missingFile,
      "no scenario '\(argument)': there is no such file, and no bundled scenario of that name"
        + Suggestion.hint(for: names.contains(published) ? published : name, among: names))
  }

  private static func read(_ path: String) throws -> Found {
    let name = stem(of: path)
    guard name != ".", name != "..", !name.isEmpty else {
      throw CommandError(
        .badInput, "\(path): a report cannot be called '\(name)': give the file another name")
    }
    if isStory(path) { return try play(path, as: name) }
    return Found(bytes: try InputFile.contents(of: path, limit: limit), file: path, name: name)
  }

  private static let storyEndings = [".jsonl", ".ndjson"]

  static func isStory(_ path: String) -> Bool {
    storyEndings.contains { path.lowercased().hasSuffix($0) }
  }

  /// A scenario that plays a story against the usual strategies.
  private static func play(_ path: String, as name: String) throws -> Found {
    try InputFile.check(path)
    let story = try StoryFile(path: path).story()
    let file = Disk.name(of: path)
    let scenario = ScenarioStory.scenario(playing: story, at: file)
    return Found(bytes: Array(scenario.text.utf8), file: path, name: name)
  }

  /// The path whose parts are those of `argument`, in any case if not in this one.
  ///
  /// On a case-sensitive disk, the first entry in the order of names that differs in case only is
  /// taken.
  static func existingPath(_ argument: String) -> String? {
    if let kind = FileKind(of: argument) { return kind == .folder ? nil : argument }
    var path = argument.hasPrefix("/") ? "/" : ""
    for part in argument.split(separator: "/") {
      let next = path + part
      if FileKind(of: next) != nil {
        path = next + "/"
        continue
      }
      guard let names = try? FolderTree.names(in: path.isEmpty ? "." : path),
        let match = names.first(where: { $0.lowercased() == part.lowercased() })
      else { return nil }
      path += match + "/"
    }
    path.removeLast(path.isEmpty ? 0 : 1)
    let kind = FileKind(of: path)
    return kind == nil || kind == .folder ? nil : path
  }

  /// `scenarios/twitter.json` and `Twitter` both mean the bundled `twitter`;
  /// `Scenarios/Published/empty-caches.json` means `published/empty-caches`.
  private static func bundledName(of argument: String) -> String {
    var folders = argument.split(separator: "/").dropLast().map { $0.lowercased() }
    let isPublished = folders.last.map { "\($0)/" } == BundledScenarios.publishedPrefix
    if isPublished { folders.removeLast() }
    let isPlain = folders.allSatisfy { $0 == "scenarios" || $0 == "." }
    guard isPlain else { return argument }
    return (isPublished ? BundledScenarios.publishedPrefix : "") + stem(of: argument).lowercased()
  }

  private static func stem(of path: String) -> String {
    let name = Disk.name(of: path)
    let ending = ([".json"] + storyEndings).first { name.lowercased().hasSuffix($0) }
    return String(name.dropLast(ending?.count ?? 0))
  }
}

enum InputFile {
  /// The maximum that is read where nothing else is set: 256 MiB, as of a capture.
  static let limit = 256 << 20
  /// JSON values take memory in addition to the text.
  static let maximumValues = 4_000_000

  /// The whole file, also of a pipe that a shell has opened.
  static func contents(of path: String, limit: Int = limit) throws(CommandError) -> [UInt8] {
    try check(path)
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try OpenFile(path: path).contents(limit: limit)
    } catch {
      throw CommandError(.inputOutput, "\(path): cannot be read: \(error.reason)")
    }
    guard let bytes else {
      throw CommandError(.inputOutput, "\(path): the file is larger than \(limit) bytes")
    }
    return bytes
  }

  /// Refuses a pipe with a name, or a device, before it is opened.
  ///
  /// A pipe with a name may have no writer, and would be waited for without end. One that a shell
  /// has opened, below `/dev` or `/proc`, has one.
  static func check(_ path: String) throws(CommandError) {
    let isOpen = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    guard !isOpen, FileKind(of: path) == .special else { return }
    throw CommandError(.inputOutput, "\(path): this is a pipe or a device, not a file")
  }
}
