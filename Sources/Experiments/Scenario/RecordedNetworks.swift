package import CacheWorkloads
package import DeviceModels
internal import Results
package import SimCore

/// The networks that scenarios can name: profiles, bundled recordings, and files of recordings.
package enum RecordedNetworks {
  /// The names of all profiles and bundled recordings, in the order of listings.
  package static var names: [String] {
    NetworkProfiles.all.map(\.name) + BundledRecordings.all.map(\.name)
  }

  package static func isKnown(_ name: String) -> Bool {
    NetworkProfiles.named(name) != nil || isBundled(name)
  }

  static func isBundled(_ name: String) -> Bool {
    BundledRecordings.all.contains { $0.name == name }
  }

  /// The recording that a name or a path means.
  package static func recording(
    of recorded: String
  ) throws(InputError) -> NetworkRecording {
    if let bundled = BundledRecordings.recording(named: recorded) { return bundled }
    do throws(InputError) {
      return try NetworkRecording(contentsOf: recorded)
    } catch {
      guard error.reason == .missingFile, !recorded.contains(where: { "/.".contains($0) }) else {
        throw error
      }
      let names = BundledRecordings.all.map(\.name)
      throw InputError(
        .missingFile, at: error.place,
        "\(error.message), and no bundled recording is called so"
          + Suggestion.hint(for: recorded, among: names))
    }
  }

  package static func profile(of choice: NetworkChoice) throws(InputError) -> NetworkProfile {
    if let own = choice.own {
      let base = own.preset.flatMap { NetworkProfiles.named($0) }
      return NetworkProfile(
        choice.name, own, over: base, varyingAs: own.variance.flatMap(NetworkProfiles.variance),
        source: "as the scenario says" + (base.map { "; otherwise \($0.name)" } ?? ""))
    }
    let recorded = choice.recording ?? RecordedNetwork(choice.name)
    if choice.recording == nil, let profile = NetworkProfiles.named(choice.name) { return profile }
    let recording = try self.recording(of: recorded.recorded)
    guard let base = NetworkProfiles.named(recorded.profile ?? recording.profile) else {
      preconditionFailure("a schedule's networks are checked when a scenario is read")
    }
    return base.replaying(recording, from: recorded.start)
  }

  /// A digest of a file's bytes; the same one for all that cannot be read.
  static func digest(of path: String) -> String {
    SweepFolder.fingerprint(ofFile: path)?.text ?? "missing"
  }

  /// What is wrong with a network that a scenario names, apart from its file; nil: nothing.
  package static func mistake(in choice: NetworkChoice) -> (name: String, words: String)? {
    if let own = choice.own {
      if let base = own.preset, let words = mistake(inBase: base) { return (base, words) }
      guard let name = own.variance, name != Variance.none.rawValue else { return nil }
      let varying = NetworkProfiles.all.filter { $0.variance != nil }
      if NetworkProfiles.variance(named: name) != nil { return nil }
      let hint = Suggestion.hint(for: name, among: ["none"] + varying.map(\.name))
      return (name, "expected \"none\" or a profile that varies, found '\(name)'\(hint)")
    }
    guard let recorded = choice.recording else {
      if isKnown(choice.name) { return nil }
      let hint = Suggestion.hint(for: choice.name, among: names)
      return (choice.name, "unknown network '\(choice.name)'\(hint)")
    }
    guard let name = recorded.profile else { return nil }
    return mistake(inBase: name).map { (name, $0) }
  }

  /// What is wrong with the name of a profile that gives another network what it does not say.
  private static func mistake(inBase name: String) -> String? {
    let all = NetworkProfiles.all.filter { !$0.isOffline && $0.loss < 1 }
    if let profile = NetworkProfiles.named(name), !profile.isOffline, profile.loss < 1 {
      return nil
    }
    let hint = Suggestion.hint(for: name, among: all.map(\.name))
    return "expected a profile that delivers packets, found '\(name)'\(hint)"
  }
}

extension NetworkProfile {
  /// The profile with what was recorded in place of its constants. Its rates and its round trip are
  /// then the best of the recording, from which bounds of what is possible are worked out.
  fileprivate func replaying(
    _ recording: NetworkRecording, from start: RecordingStart
  ) -> NetworkProfile {
    var profile = self
    profile.name = recording.name
    profile.aliases = []
    profile.source = "recorded; otherwise \(name)"
    if let best = recording.down?.values.max() { profile.down = BitRate(roundingUp: best) }
    if let best = recording.up?.values.max() { profile.up = BitRate(roundingUp: best) }
    if let best = recording.roundTrip?.values.min() {
      profile.linkRoundTrip = best
      profile.serverPath = .zero
    }
    let begin: RecordedLink.Start =
      switch start {
      case .at(let span): .at(span)
      case .random: .random
      }
    profile.recording = RecordedLink(
      down: recording.down, up: recording.up, roundTrip: recording.roundTrip,
      loss: recording.loss, start: begin)
    return profile
  }
}

extension BitRate {
  /// The least whole rate that is not below one in bits per second.
  fileprivate init(roundingUp rate: Double) {
    self.init(bitsPerSecond: max(1, Int64(rate.rounded(.up))))
  }
}

// MARK: - Files that scenarios and stories name

extension NetworkChoice {
  /// The network of a story: its recording is found beside the story's file, if it is there.
  func besides(_ story: String) -> NetworkChoice {
    guard var recording, let slash = story.lastIndex(of: "/"),
      !recording.recorded.hasPrefix("/"), !RecordedNetworks.isBundled(recording.recorded)
    else { return self }
    let path = String(story[...slash]) + recording.recorded
    guard FileKind(of: path) == .plain else { return self }
    recording.recorded = path
    return NetworkChoice(recording)
  }
}

extension JSON {
  /// A scenario with the paths of recordings as the current folder has them: those that are files
  /// beside the scenario are found there. `folder` is the scenario's, with a slash at its end;
  /// empty: the current one.
  func locatingRecordings(in folder: String) -> JSON {
    guard !folder.isEmpty else { return self }
    return mappingRecordings { path in
      guard !RecordedNetworks.isBundled(path), !path.hasPrefix("/"),
        FileKind(of: folder + path) == .plain
      else { return nil }
      return [JSON.Member("recorded", JSON(folder + path))]
    }
  }

  /// The same for the paths of stories.
  func locatingStories(in folder: String) -> JSON {
    guard !folder.isEmpty else { return self }
    return ["workload", "networkSchedule"].reduce(self) { root, place in
      guard root[place]?["name"]?.string == "story",
        let path = root[place]?["settings"]?["path"]?.string, !path.hasPrefix("/"),
        FileKind(of: folder + path) == .plain
      else { return root }
      let located = JSON(folder + path)
      return SettingPath("\(place).settings.path")?.set(located, in: root) ?? root
    }
  }

  /// Settings in which recordings are what their files say, wherever these lie.
  func identifyingRecordings(_ digest: (String) -> String) -> JSON {
    mappingRecordings { path in
      guard !RecordedNetworks.isBundled(path) else { return nil }
      let name = Disk.name(of: path)
      let digests = NetworkRecording.files(of: path).map { JSON(digest($0)) }
      return [
        JSON.Member("recorded", JSON(name)),
        JSON.Member("digests", JSON(.array(digests))),
      ]
    }
  }

  /// The tree with other members in place of each `recorded` with a text; nil: it stays.
  private func mappingRecordings(_ change: (String) -> [JSON.Member]?) -> JSON {
    if let elements {
      return JSON(.array(elements.map { $0.mappingRecordings(change) }), offset: offset)
    }
    guard let members else { return self }
    let changed = members.flatMap { member -> [JSON.Member] in
      if member.name == "recorded", let text = member.value.string, let others = change(text) {
        return others.map { other in
          JSON.Member(
            other.name, JSON(other.value.value, offset: member.value.offset),
            nameOffset: member.nameOffset)
        }
      }
      return [
        JSON.Member(
          member.name, member.value.mappingRecordings(change), nameOffset: member.nameOffset)
      ]
    }
    return JSON(.object(changed), offset: offset)
  }
}
