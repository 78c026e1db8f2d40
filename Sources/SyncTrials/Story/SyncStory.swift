package import SimCore

/// An event of a story of devices that synchronise: what a person does, or what goes wrong.
package struct SyncEvent: Hashable, Sendable {
  /// The verbs, as stories write them.
  package enum Verb: String, CaseIterable, Sendable {
    case write, erase, read, subscribe, sync, switchUser, background, foreground, restart
    case kill, launch, crash
    case clock, fullDisk, freeDisk, slowDisk
    case isolate, mute, deafen, heal, lose, double, delay
    case rollback

    /// What the number of an event of this verb is called; nil: it has none.
    var number: String? {
      switch self {
      case .write, .erase: "place"
      case .switchUser: "user"
      case .crash: "write"
      case .lose, .double, .delay: "to"
      default: nil
      }
    }

    var hasObject: Bool { [.write, .erase, .read, .subscribe].contains(self) }
    var hasSpan: Bool { [.clock, .slowDisk, .delay].contains(self) }
    var hasSide: Bool { [.isolate, .mute, .deafen].contains(self) }
  }

  package var at: Instant
  /// Where: a replica, or `SyncStory.server`.
  package var device: Int
  package var verb: Verb
  package var object: SyncObject?
  /// The place of an edit, the number of a write, the receiver of a message, a user.
  package var number = 0
  /// What an edit writes: no two events of a story have the same.
  package var id = 0
  package var span = TimeSpan.zero
  /// The devices of one side of a partition.
  package var side: [Int] = []

  package init(at: Instant, _ device: Int, _ verb: Verb) {
    self.at = at
    self.device = device
    self.verb = verb
  }
}

/// What people do on devices that synchronise, and what goes wrong, in order of time.
package struct SyncStory: Hashable, Sendable {
  /// The number that stands for the server among those of devices.
  package static let server = -1

  package var devices: Int
  package var users = 1
  /// Whether each device has a second process of its app, whose number is the device's and the
  /// number of devices.
  package var hasExtensions = false
  /// What engines may draw from.
  package var seed: UInt64
  package var events: [SyncEvent] = []

  package init(devices: Int, seed: UInt64) {
    self.devices = devices
    self.seed = seed
  }

  package var replicas: Int { hasExtensions ? 2 * devices : devices }

  package var objects: [SyncObject] { Set(events.compactMap(\.object)).sorted() }

  package func with(_ events: [SyncEvent]) -> SyncStory {
    var story = self
    story.events = events
    return story
  }

  /// The story without a device, whose successors move up.
  package func without(_ device: Int) -> SyncStory? {
    guard devices > 1, !hasExtensions else { return nil }
    var story = self
    story.devices -= 1
    func moved(_ number: Int) -> Int { number > device ? number - 1 : number }
    story.events = events.compactMap { event in
      var event = event
      if event.device == device { return nil }
      if event.verb.number == "to", event.number == device { return nil }
      event.device = moved(event.device)
      if event.verb.number == "to" { event.number = moved(event.number) }
      if event.verb.hasSide {
        event.side = event.side.filter { $0 != device }.map(moved)
        if event.side.isEmpty { return nil }
      }
      return event
    }
    return story
  }

  /// The story with its events a second apart, where no span is longer than it must be.
  package var respaced: SyncStory {
    with(
      events.enumerated().map { place, event in
        var event = event
        event.at = .start + .seconds(Int64(place + 1))
        return event
      })
  }
}

extension SyncEvent {
  package var json: JSON {
    func name(_ device: Int) -> JSON { device == SyncStory.server ? "server" : JSON(device) }
    var members: [(String, JSON)] = [
      ("at", at.sinceStart.json), ("device", name(device)), ("do", JSON(verb.rawValue)),
    ]
    if let object { members.append(("object", JSON(object.text))) }
    if let label = verb.number {
      members.append((label, label == "to" ? name(number) : JSON(number)))
    }
    if verb == .write { members.append(("id", JSON(id))) }
    if verb.hasSpan {
      let sign = span < .zero ? "-" : ""
      let size = span < .zero ? TimeSpan.zero - span : span
      members.append(("for", JSON(sign + size.text)))
    }
    if verb.hasSide { members.append(("side", JSON(side.map { JSON($0) }))) }
    return .object(members)
  }
}

extension SyncStory {
  /// The most devices and events of a story, and the latest instant.
  package static let (mostDevices, mostEvents) = (64, 100_000)

  /// The story as lines; `more` are further members of the first.
  package func text(_ more: [(String, JSON)] = []) -> String {
    let head: [(String, JSON)] = [
      ("cachesim", "fleet story"), ("version", 1), ("devices", JSON(devices)),
      ("users", JSON(users)), ("extensions", JSON(hasExtensions)), ("seed", JSON("\(seed)")),
    ]
    let lines = [JSON.object(head + more)] + events.map(\.json)
    return lines.map { $0.compact + "\n" }.joined()
  }

  /// Reads a story; `file` is what errors call it.
  package static func read(_ bytes: [UInt8], file: String) throws(InputError) -> SyncStory {
    var story: SyncStory?
    var written: Set<Int> = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      func refuse(_ words: String) -> InputError {
        InputError(.malformed, at: "\(file):\(number + 1)", words)
      }
      let json: JSON
      do { json = try JSON.parse(Array(line), limit: 10_000) } catch { throw refuse(error.message) }
      guard let head = story else {
        story = try Self.head(json, refuse)
        continue
      }
      guard number <= mostEvents else { throw refuse("expected at most \(mostEvents) events") }
      let event = try event(json, head, refuse)
      if event.verb == .write, event.id < 1 || !written.insert(event.id).inserted {
        throw refuse("\"id\": expected a whole number from 1 on that no other event writes")
      }
      story?.events.append(event)
    }
    guard let story else {
      throw InputError(.malformed, at: file, "expected the first line of a fleet story, found none")
    }
    return story
  }

  private static func head(
    _ json: JSON, _ refuse: (String) -> InputError
  ) throws(InputError) -> SyncStory {
    guard json["cachesim"] == "fleet story", json["version"] == 1 else {
      throw refuse(#"expected {"cachesim": "fleet story", "version": 1, …}"#)
    }
    guard let devices = json["devices"]?.integer, (1...Int64(mostDevices)).contains(devices) else {
      throw refuse("\"devices\": expected a number from 1 to \(mostDevices)")
    }
    guard let seed = json["seed"]?.string.flatMap({ UInt64($0) }) else {
      throw refuse("\"seed\": expected a whole number as a text")
    }
    var story = SyncStory(devices: Int(devices), seed: seed)
    if let users = json["users"] {
      guard let count = users.integer, (1...16).contains(count) else {
        throw refuse("\"users\": expected a number from 1 to 16, found \(users.found)")
      }
      story.users = Int(count)
    }
    story.hasExtensions = json["extensions"] == true
    return story
  }

  private static func event(
    _ json: JSON, _ story: SyncStory, _ refuse: (String) -> InputError
  ) throws(InputError) -> SyncEvent {
    let replicas = story.replicas
    func device(_ name: String) throws(InputError) -> Int {
      if json[name] == "server" { return server }
      if let number = json[name]?.integer, (0..<Int64(replicas)).contains(number) {
        return Int(number)
      }
      throw refuse(
        "\"\(name)\": expected a number from 0 to \(replicas - 1) or \"server\", found "
          + (json[name]?.found ?? "nothing"))
    }
    func span(_ name: String) throws(InputError) -> TimeSpan {
      let text = json[name]?.string ?? ""
      let isBack = text.hasPrefix("-")
      var problems = Problems()
      let size = TimeSpan.read(JSON(isBack ? String(text.dropFirst()) : text), path: "", &problems)
      guard let size, size <= .days(10_000) else {
        throw refuse("\"\(name)\": expected \(TimeSpan.form) of at most 10000d")
      }
      return isBack ? .zero - size : size
    }
    let names = SyncEvent.Verb.allCases.map(\.rawValue)
    let word = json["do"]?.string ?? ""
    guard let verb = SyncEvent.Verb(rawValue: word) else {
      throw refuse("unknown event '\(word)'\(Suggestion.hint(for: word, among: names))")
    }
    var event = SyncEvent(at: .start + (try span("at")), try device("device"), verb)
    if verb.hasObject {
      event.object = json["object"]?.string.flatMap { SyncObject($0) }
      if event.object == nil { throw refuse("\"object\": expected a text such as \"list a\"") }
    }
    if let label = verb.number {
      event.number = label == "to" ? try device(label) : Int(clamping: json[label]?.integer ?? -1)
      let most = label == "user" ? story.users - 1 : 1_000_000
      guard label == "to" || (0...most).contains(event.number) else {
        throw refuse(
          "\"\(label)\": expected a whole number from 0 to \(most), found "
            + (json[label]?.found ?? "nothing"))
      }
    }
    if verb == .write { event.id = Int(clamping: json["id"]?.integer ?? 0) }
    if verb.hasSpan { event.span = try span("for") }
    if verb.hasSide {
      event.side = (json["side"]?.elements ?? []).compactMap { $0.integer.map { Int($0) } }
      guard let side = json["side"]?.elements, !side.isEmpty, side.count == event.side.count,
        event.side.allSatisfy({ (0..<story.devices).contains($0) })
      else {
        throw refuse(
          "\"side\": expected a list of numbers of devices, found "
            + (json["side"]?.compact ?? "nothing"))
      }
    }
    return event
  }
}
