internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import Results
internal import SimCore

/// What the numbers of a scenario depend on: its members with defaults filled in, and the bytes of
/// the files that it names in place of where these lie.
struct CellInputs {
  /// What a scenario says in words, what it expects, and what belongs to all strategies together.
  private static let words = [
    "question", "title", "vary", "networks", "strategies", "expect", "relations", "decide",
  ]

  /// A file that was read already: its digest, and what the file system said of it before.
  private struct File: Sendable {
    var digest: String
    var facts: FileFacts
  }

  private var files: [String: File] = [:]
  /// Whether a file of the latest scenario could not be read.
  private(set) var lacksFile = false

  mutating func members(of scenario: Scenario) -> [JSON.Member] {
    lacksFile = false
    let members = scenario.json.members?.filter { !Self.words.contains($0.name) } ?? []
    return members.map { member in
      switch member.name {
      case "workload": JSON.Member(member.name, withoutPlace(member.value))
      case "networkSchedule", "people":
        JSON.Member(
          member.name,
          withoutPlace(member.value).identifyingRecordings { digest(of: $0) })
      default: member
      }
    }
  }

  /// A story names some that stand in none of the scenario's own members.
  mutating func recordings(of scenario: Scenario) throws(InputError) -> [String] {
    let recorded = try scenario.indexedNetworks().compactMap { $0.recording?.recorded }
    return recorded.flatMap { path in
      RecordedNetworks.isBundled(path)
        ? [path] : NetworkRecording.files(of: path).map { digest(of: $0) }
    }
  }

  /// Whether a story's file is the one that was read when the story was.
  func isCurrent(_ file: StoryFile) -> Bool {
    guard let story = try? file.story(), let facts = story.facts else { return false }
    return files[story.path]?.facts == facts
  }

  /// Whether no file has changed since it was read, as a log does that a server still writes.
  var areCurrent: Bool {
    files.allSatisfy { path, file in Disk.facts(of: path) == file.facts }
  }

  /// The digest of a file, which is read once.
  private mutating func digest(of path: String) -> String {
    if let known = files[path] { return known.digest }
    guard let facts = Disk.facts(of: path), let digest = SweepFolder.fingerprint(ofFile: path)
    else {
      if !path.hasPrefix(BundledTraces.prefix) { lacksFile = true }
      return "missing"
    }
    files[path] = File(digest: digest.text, facts: facts)
    return digest.text
  }

  /// A choice with its file's bytes in place of where they lie.
  private mutating func withoutPlace(_ choice: JSON) -> JSON {
    guard let settings = choice["settings"]?.members,
      let path = choice["settings"]?["path"]?.string
    else { return choice }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let others = settings.filter { $0.name != "path" }
    return .object([
      "name": choice["name"] ?? "",
      "settings": JSON(.object(others + [JSON.Member("path", JSON(name))])),
      "digest": JSON(digest(of: path)),
    ])
  }
}

/// Names cells, strategies under single seeds, by all that their aggregates depend on: what
/// `CellInputs` says, the strategy's settings, the seed, when measuring begins, and the build of
/// the program with its versions.
struct CellKeys {
  private(set) var inputs = CellInputs()
  private let program: String

  /// - Parameter build: the commit that the program was built from.
  init(build: String, version: Int = ResultVersion.number) {
    program = "\(ProgramVersion.text) \(build) \([MetricCatalog.version, version])\n"
  }

  /// What the cells of a scenario have in common; nil: they depend on what has no name, such as a
  /// metric made in Swift, or on a file that cannot be read.
  mutating func world(of scenario: Scenario, from start: Instant) -> WideFingerprint? {
    guard scenario.metrics.isEmpty, scenario.workload.isCatalogued,
      scenario.networkSchedule.isCatalogued
    else { return nil }
    var world = WideFingerprint()
    world.add(program.utf8)
    // Each cell has one of the seeds, and a start in place of how it is found.
    for member in inputs.members(of: scenario) where !["seeds", "warmUp"].contains(member.name) {
      world.add("\(member.name): \(member.value.compact)\n".utf8)
    }
    guard let recordings = try? inputs.recordings(of: scenario), !inputs.lacksFile else {
      return nil
    }
    world.add("\(recordings) \(start.nanoseconds)\n".utf8)
    // A story was read before its file was: what is played has to be what its name says.
    let stories = [scenario.workload.product.story, scenario.networkSchedule.product.storyFile]
    guard stories.compactMap(\.self).allSatisfy(inputs.isCurrent) else { return nil }
    return world
  }

  /// The name of a cell; nil: its strategy is not of the catalogue.
  static func key(
    _ strategy: Chosen<AnyStrategy>, seed: Int, in world: WideFingerprint
  ) -> String? {
    guard strategy.isCatalogued else { return nil }
    var key = world
    key.add("\(strategy.name): \(strategy.settings.compact)\n\(seed)\n".utf8)
    return key.text
  }
}
