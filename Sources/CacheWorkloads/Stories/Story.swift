package import SimCore
internal import Synchronization

/// A file of events, one JSON object a line: what users intend and what the origin does.
///
/// A generator's events, a trace's or an author's are written as a story and read back as the same
/// events. It is read whole: about 50 bytes for each event, and the names.
package struct Story: Sendable {
  package internal(set) var path: String
  /// What the file system said of its file before it was read; nil: it is no plain file.
  package internal(set) var facts: FileFacts?
  /// Its events; of each device in order of time. `parts` of contents refer to `parts`.
  package internal(set) var events: [WorkloadEvent] = []
  var parts: [ResourceIndex] = []
  var head = StoryHead()
  var headers: [CacheHeaders] = []
  /// The networks that its events index, each with the line that named it first; empty: the story
  /// says nothing of networks.
  package internal(set) var networks: [(choice: NetworkChoice, line: Int)] = []
  package internal(set) var users = 1
  package internal(set) var names = StoryNames()
  /// What its screens are called.
  package internal(set) var screens = ScreenNames()

  package var saysNetworks: Bool { !networks.isEmpty }
  package var isComplete: Bool { head.isComplete }
  /// The seed that it was written under; nil: it was not.
  package var seed: Int? { head.seed }
  package var title: String? { head.title }
  package var end: Instant { events.map(\.at).max() ?? .start }

  /// What the screens are called that are opened, each once.
  package var openedScreens: [String] {
    var types: [UInt64: ScreenType] = [:]
    var opened: Set<ScreenType> = []
    let names = screens.all
    var found: [String] = []
    for event in events {
      let key = { UInt64(event.device) << 32 | UInt64($0 as ResourceIndex) }
      switch event.action {
      case .publish(let resource, let content): types[key(resource)] = content.screenType
      case .open(let resource):
        let type = types[key(resource)] ?? ScreenType()
        if opened.insert(type).inserted { found.append(type.name(in: names)) }
      default: break
      }
    }
    return found
  }

  package func opened() -> OpenedWorkload {
    OpenedWorkload(
      stream: .over(StorySource(self)), headers: headers, screens: screens,
      secondsAtStart: head.secondsAtStart,
      origins: { [names] in names.origins(on: $0) }, isRecorded: head.isRecorded)
  }
}

extension Story {
  package init(text: String, named name: String) throws(InputError) {
    let (story, problems) = StoryReader.read(text: text, named: name)
    self = try story.checked(problems)
  }

  package func text(titled title: String) -> String {
    var writer = StoryWriter(
      title: title, seed: UInt64(seed ?? 1), headers: headers, networks: networks.map(\.choice),
      secondsAtStart: head.secondsAtStart, screens: screens)
    var block = EventBlock()
    block.events = events
    block.parts = parts
    writer.write(block)
    return writer.take()
  }

  fileprivate func checked(_ problems: [StoryProblem]) throws(InputError) -> Story {
    guard let first = problems.first else { return self }
    throw InputError(
      .malformed, at: "\(path):\(first.line):\(first.column)",
      first.message
        + (problems.count > 1
          ? "; `cachesim story check` lists all \(problems.count) mistakes" : ""))
  }
}

package struct StoryNames: Sendable {
  /// By device and resource; empty: it has none of its own.
  var resources = DenseMap(filling: DenseMap(filling: ""))
  var devices: [String] = []

  package init() {}

  /// What a resource is called: its name, or else its kind and its number.
  package func name(
    of resource: ResourceIndex, _ kind: ResourceKind?, on device: UInt32
  ) -> String {
    let name = resources[device][resource]
    return name.isEmpty ? Self.name(of: resource, kind) : name
  }

  static func name(of resource: ResourceIndex, _ kind: ResourceKind?) -> String {
    switch kind {
    case .support: "page file \(resource)"
    case .other, nil: "resource \(resource)"
    case let kind?: "\(kind) \(resource)"
    }
  }

  /// Whether a name is one that a resource without a name of its own is given.
  static func isMade(_ name: String, for resource: ResourceIndex) -> Bool {
    ResourceKind.allCases.contains { self.name(of: resource, $0) == name }
  }

  package func name(ofDevice device: UInt32) -> String? {
    guard Int(device) < devices.count, !devices[Int(device)].isEmpty else { return nil }
    return devices[Int(device)]
  }

  package func resource(named name: String, on device: UInt32?) -> ResourceIndex? {
    for (number, names) in resources.values.enumerated()
    where device.map({ $0 == number }) ?? true {
      if let index = names.values.firstIndex(of: name) { return ResourceIndex(index) }
    }
    return nil
  }

  package var all: [String] {
    var seen: Set<String> = []
    return resources.values.flatMap(\.values).filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

private struct StorySource: EventSource {
  private let story: Story
  private var place = 0

  init(_ story: Story) { self.story = story }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    let end = min(place + EventBlock.capacity, story.events.count)
    for event in story.events[place..<end] { block.append(event, from: story.parts) }
    place = end
    return !block.events.isEmpty
  }
}

/// A story in a file, as a scenario names it: read at its first use, and once for all simulations.
package final class StoryFile: Sendable {
  private let path: String
  private let read = Mutex<Result<Story, InputError>?>(nil)

  package init(path: String) { self.path = path }

  package init(_ story: Story) {
    path = story.path
    read.withLock { $0 = .success(story) }
  }

  package func story() throws(InputError) -> Story {
    guard !path.isEmpty else {
      throw InputError(
        .missingFile, at: "workload.settings.path",
        "no story is named: write the path of its file here")
    }
    let path = path
    return try read.withLock { read in
      let result = read ?? Story.result(ofReading: path)
      read = result
      return result
    }.get()
  }
}

extension Story {
  fileprivate static func result(ofReading path: String) -> Result<Story, InputError> {
    Result { () throws(InputError) in
      let facts = Disk.facts(of: path)
      var (story, problems) = try StoryReader.read(path: path)
      story.facts = facts
      return try story.checked(problems)
    }
  }
}

struct StorySettings: Settings {
  var path = ""

  static let fields: [Field<StorySettings>] = [
    Field(
      "path", \.path,
      "The file: events, one JSON object a line; beside the scenario's file, or of the current "
        + "folder.")
  ]
}

/// When an event of a story happens: a time of a day, or so long after the line before it.
///
/// `08:14`, `08:14:00` and `08:14:00.25` are of the first day, `2d 08:14` is of the second one, and
/// `+30s` is half a minute after the line before. The first day begins, at midnight, with the
/// story. Read with integers only, to the nanosecond.
package enum StoryTime: Hashable, Sendable {
  /// At an instant; `resolution` is a minute, a second, or less where the text has a fraction.
  case at(Instant, resolution: TimeSpan)
  /// So long after the line before it.
  case after(TimeSpan)

  package static let form = "a time such as \"08:14:00\", \"2d 08:14\" (the second day) or \"+30s\""
  private static let lastDay = 100_000

  package init?(_ text: String) {
    if text.first == "+" {
      guard let span = TimeSpan(json: JSON(String(text.dropFirst()))) else { return nil }
      self = .after(span)
      return
    }
    var scanner = TextScanner(text)
    guard let (day, first) = Self.day(&scanner), let hour = first ?? scanner.digits(atMost: 6),
      hour < 24, scanner.skip(":"), let minute = scanner.number(2), minute < 60
    else { return nil }
    var instant = Instant.start + .days(Int64(day) - 1) + .minutes(Int64(hour * 60 + minute))
    var resolution = TimeSpan.minutes(1)
    if scanner.skip(":") {
      guard let second = scanner.number(2), second < 60 else { return nil }
      instant = instant + .seconds(Int64(second))
      resolution = .seconds(1)
      if scanner.skip(".") {
        guard let fraction = scanner.nanoseconds(cuts: false) else { return nil }
        instant = instant + TimeSpan(nanoseconds: fraction)
        resolution = TimeSpan(nanoseconds: 1)
      }
    }
    guard scanner.isAtEnd else { return nil }
    self = .at(instant, resolution: resolution)
  }

  /// An instant as a story writes it: the shortest text that reads back as itself, with seconds.
  package static func text(of instant: Instant) -> String {
    let nanoseconds = instant.nanoseconds
    let day = nanoseconds / TimeSpan.days(1).nanoseconds + 1
    let second = nanoseconds / 1_000_000_000 % 86_400
    var text = day > 1 ? "\(day)d " : ""
    let fields = [second / 3_600, second / 60 % 60, second % 60]
    text += fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    let fraction = nanoseconds % 1_000_000_000
    guard fraction > 0 else { return text }
    var digits = "\(fraction + 1_000_000_000)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(text).\(digits)"
  }

  /// The number of the day, from 1; 1 where the text has none, and then begins with the hour.
  private static func day(_ scanner: inout TextScanner) -> (day: Int, hour: Int?)? {
    var isMarked = scanner.bytes.prefix(3).map { $0 | 0x20 }.elementsEqual("day".utf8)
    if isMarked {
      scanner.pass(3)
      guard scanner.skip(" ") else { return nil }
    }
    guard let number = scanner.digits(atMost: 6) else { return nil }
    if scanner.next == UInt8(ascii: ":") { return isMarked ? nil : (1, number) }
    guard (1...lastDay).contains(number) else { return nil }
    if scanner.skip("d") { isMarked = true }
    return scanner.skip(" ") || (!isMarked && scanner.skip("T")) ? (number, nil) : nil
  }
}
