package import SimCore

package struct StoryProblem: Hashable, Sendable {
  /// The line, 1 for the first one.
  package var line: Int
  /// The character in it, 1 for the first one.
  package var column: Int
  package var message: String
}

/// Reads a story line by line, and goes on behind mistakes so that all are known.
///
/// Blank lines, and lines that begin with `//` or `#`, say nothing.
package struct StoryReader {
  struct Device {
    var at = Instant.start
    /// When its last event happens: a screen may have closed since the last line.
    var last = Instant.start
    /// Whether it has lines at all: a number below the device's may have none.
    var hasBegun = false
    var hasEnded = false
    var resources: [String: ResourceIndex] = [:]
    var nextNumber = 0
    var contents: [ResourceIndex: Content] = [:]
    var items: [String: UInt32] = [:]
    var open: ResourceIndex?
    var closing: Instant?
    var schema = 1
    var users: [String: Int] = [:]
    var userCount = 1
  }

  private static let problemLimit = 100
  private static let deviceLimit = 1_000_000

  var story: Story
  var devices: [Device] = []
  private var deviceNumbers: [String: Int] = [:]
  private var device = 0
  private(set) var at = Instant.start
  var problems = Problems()
  private var found: [StoryProblem] = []
  private(set) var line = 0
  private var hasLines = false
  var headers = Numbering<CacheHeaders>()
  var headersNames: [String: UInt16] = [:]
  var hosts: [String: UInt16] = ["origin": 0]
  var nextHost = 1
  var networkNumbers: [NetworkChoice: UInt8] = [:]

  private init(path: String) { story = Story(path: path) }

  /// Reads a file.
  /// - Returns: the story, which may be used if nothing is wrong with it.
  package static func read(
    path: String
  ) throws(InputError) -> (story: Story, problems: [StoryProblem]) {
    var reader = StoryReader(path: path)
    var scanner = try LineScanner(path: path)
    while reader.found.count < problemLimit, let line = try scanner.next() {
      reader.line = line.number
      if line.isTooLong {
        reader.note(0, "expected a line of at most \(LineScanner.limit) bytes")
      } else {
        reader.read(Array(scanner.buffer[line.range]))
      }
    }
    reader.finish()
    return (reader.story, reader.found)
  }

  package static func read(
    text: String, named name: String
  ) -> (story: Story, problems: [StoryProblem]) {
    var reader = StoryReader(path: name)
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard reader.found.count < problemLimit else { break }
      reader.line += 1
      reader.read(Array(line))
    }
    reader.finish()
    return (reader.story, reader.found)
  }

  mutating func wrong<Value>(_ offset: Int, _ path: String, _ message: String) -> Value? {
    problems.note(at: offset, path: path, message)
    return nil
  }

  private mutating func note(_ offset: Int, _ message: String, in bytes: [UInt8] = []) {
    let column = Problems.place(of: offset, in: bytes).column
    found.append(StoryProblem(line: line, column: column, message: message))
  }

  private mutating func read(_ bytes: [UInt8]) {
    let text = bytes[...].drop { $0 == 0x20 || $0 == 0x09 }
    if text.isEmpty || text.first == UInt8(ascii: "#") || text.starts(with: "//".utf8) { return }
    do throws(InputError) {
      let json = try JSON.parse(bytes, limit: 1 << 20)
      if let members = json.members {
        read(members, json.offset)
      } else {
        problems.note(
          at: json.offset, path: "", "expected one event as a JSON object, found \(json.found)")
      }
    } catch {
      problems.note(
        at: error.offset, path: "", "expected one event as a JSON object a line: \(error.message)")
    }
    guard !problems.isEmpty else { return }
    for problem in problems.all {
      let place = problem.path.isEmpty ? "" : "\(problem.path): "
      note(problem.offset, place + problem.message, in: bytes)
    }
    problems = Problems()
  }

  private mutating func read(_ members: [JSON.Member], _ offset: Int) {
    guard let named = members.first(where: { $0.name == "event" }) else {
      return problems.note(at: offset, path: "", "expected a member \"event\", which is missing")
    }
    let kinds = StoryLine.catalog
    guard let name = named.value.string, let entry = kinds.entry(named: name) else {
      guard let name = named.value.string else {
        return problems.note(
          at: named.value.offset, path: "event",
          "expected the name of an event, found \(named.value.found)")
      }
      return problems.note(
        at: named.value.offset, path: "event",
        "unknown event '\(name)'\(Suggestion.hint(for: name, among: kinds.names))")
    }
    var rest: [JSON.Member] = []
    var common: [String: JSON] = [:]
    for member in members {
      guard ["event", "at", "device"].contains(member.name) else {
        rest.append(member)
        continue
      }
      if common.updateValue(member.value, forKey: member.name) != nil {
        problems.note(at: member.nameOffset, path: member.name, "said twice")
      }
    }
    if let json = common["device"] { choose(json) }
    let made = entry.make(JSON(.object(rest), offset: offset), "", &problems)
    let instant = time(common["at"], offset)
    guard let made, let instant, problems.isEmpty else { return }
    at = instant
    add(made.product, offset)
    hasLines = true
  }

  private mutating func choose(_ json: JSON) {
    if let name = json.string, !name.isEmpty {
      if let known = deviceNumbers[name] {
        device = known
      } else {
        let isNumbered = deviceNumbers.isEmpty && hasLines && !devices.isEmpty
        guard !isNumbered else {
          return problems.note(
            at: json.offset, path: "device",
            "expected a number as before, found the name '\(name)'")
        }
        device = deviceNumbers.count
        deviceNumbers[name] = device
        story.names.devices.append(name)
      }
    } else if let number = json.integer, (0..<Int64(Self.deviceLimit)).contains(number) {
      guard deviceNumbers.isEmpty else {
        return problems.note(
          at: json.offset, path: "device", "expected a name as before, found \(json.found)")
      }
      device = Int(number)
    } else {
      problems.note(
        at: json.offset, path: "device",
        "expected a name, or a number from 0 to \(Self.deviceLimit - 1), found \(json.found)")
    }
  }

  /// When a line's event happens; without a time, when that of its device's line before does. The
  /// first line of a device has none before it: its time counts from the start.
  private mutating func time(_ json: JSON?, _ offset: Int) -> Instant? {
    let before = device < devices.count ? devices[device].at : .start
    var instant = before
    if let json {
      guard let text = json.string, let time = StoryTime(text) else {
        return wrong(json.offset, "at", "expected \(StoryTime.form), found \(json.found)")
      }
      switch time {
      case .at(let said, _): instant = said
      case .after(let span):
        let (sum, isBeyond) = before.nanoseconds.addingReportingOverflow(span.nanoseconds)
        guard !isBeyond else {
          return wrong(json.offset, "at", "expected a time within 292 years")
        }
        instant = Instant(nanoseconds: sum)
      }
    }
    let last = device < devices.count ? devices[device].last : .start
    guard instant >= last else {
      return wrong(
        json?.offset ?? offset, "at",
        "expected \(StoryTime.text(of: last)) or later, when the device's line before happens, "
          + "found \(StoryTime.text(of: instant))")
    }
    return instant
  }

  var present: Device {
    _read { yield devices[device] }
    _modify { yield &devices[device] }
  }

  var deviceNumber: UInt32 { UInt32(device) }

  mutating func beginDevice() {
    while devices.count <= device { devices.append(Device()) }
    devices[device].hasBegun = true
    devices[device].at = at
  }

  /// Adds an event of the present device at the line's time, behind a screen's closing that is due.
  mutating func append(_ action: Action) {
    closeDue(at)
    devices[device].last = at
    story.events.append(WorkloadEvent(at: at, device: UInt32(device), action: action))
    if case .end = action { devices[device].hasEnded = true }
  }

  mutating func closeDue(_ instant: Instant) {
    guard let closing = devices[device].closing, closing <= instant,
      let open = devices[device].open
    else { return }
    story.events.append(WorkloadEvent(at: closing, device: UInt32(device), action: .close(open)))
    devices[device].closing = nil
    devices[device].open = nil
    devices[device].last = closing
  }

  private mutating func finish() {
    let last = devices.compactMap { [$0.last, $0.closing ?? .start].max() }.max() ?? .start
    let day = TimeSpan.days(1).nanoseconds
    let midnight = Instant(nanoseconds: (last.nanoseconds / day + 1) * day)
    for number in devices.indices where devices[number].hasBegun && !devices[number].hasEnded {
      device = number
      at = midnight
      append(.end)
    }
    story.headers = headers.values.isEmpty ? [CacheHeaders()] : headers.values
    story.users = devices.map(\.userCount).max() ?? 1
    if found.isEmpty, story.events.isEmpty {
      line = max(line, 1)
      note(0, "expected at least one event, found none")
    }
  }
}
