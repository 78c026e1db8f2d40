internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Stories: what a line means, what is wrong with one, and that what is written reads back.
@Suite struct StoryTests {
  static func read(_ text: String) throws -> (story: Story, problems: [StoryProblem]) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    return try StoryReader.read(path: file.path)
  }

  /// Events as lines of seconds, device and what happens, with the parts of what is published.
  static func words(_ story: Story) throws -> [String] {
    var words: [String] = []
    try story.opened().stream.forEachBlock { block in
      for event in block.events {
        var what = "\(event.action.storyName)"
        switch event.action {
        case .publish(let resource, let content):
          let parts = block.parts[content.parts.indices].map { "\($0)" }.joined(separator: " ")
          what += " \(resource) v\(content.version) \(content.size.count) [\(parts)]"
        case .open(let resource), .close(let resource), .need(let resource), .refresh(let resource),
          .push(let resource), .retire(let resource):
          what += " \(resource)"
        case .network(let index): what += " \(index)"
        case .scroll(let resource, let rows): what += " \(resource) by \(rows)"
        default: break
        }
        words.append("\((event.at - .start).seconds) d\(event.device) \(what)")
      }
    }
    return words
  }

  /// No server could send them.
  @Test(arguments: [
    #""vary": "accept\u0001""#, #""recorded": ["vary: a\r\nb: c"]"#, #""recorded": ["a b: c"]"#,
  ])
  func headersThatHTTPForbidsAreRefused(member: String) throws {
    let (_, problems) = try Self.read(
      #"{"event": "headers", "name": "page", \#(member)}"# + "\n")
    expect(problems.count, is: 1)
    expect(problems.first?.message.contains("control characters"), is: true, "\(problems)")
  }

  @Test func aStoryWrittenByHandIsReadAsItSays() throws {
    let (story, problems) = try Self.read(
      """
      # A comment, and an empty line.

      {"event": "publish", "resource": "picture", "kind": "image", "size": "2 kB"}
      {"event": "publish", "resource": "page", "size": "1 kB", "parts": ["picture"]} // its text
      {"at": "00:00:10", "event": "open", "resource": "page", "for": "5s"}
      {"at": "+3s", "event": "refresh"}
      {"event": "scroll", "rows": 4}
      {"at": "00:00:20.5", "event": "publish", "resource": "page"}
      {"at": "+30s", "event": "network", "network": "offline"}
      {"event": "scroll", "resource": "picture"}
      {"at": "2d 00:01", "event": "push", "resource": "page"}
      """)
    expect(problems, is: [])
    try expect(
      Self.words(story),
      is: [
        "0.0 d0 publish 0 v1 2000 []", "0.0 d0 publish 1 v1 1000 [0]", "10.0 d0 open 1",
        "13.0 d0 refresh 1", "13.0 d0 scroll 1 by 4",
        "15.0 d0 close 1", "20.5 d0 publish 1 v2 1000 [0]",
        // Before it there is Wi-Fi, number 0.
        "50.5 d0 network 1", "50.5 d0 need 0", "86460.0 d0 push 1", "172800.0 d0 end",
      ])
    expect(story.networks.map(\.choice), is: ["wifi", "offline"])
    expect(story.names.name(of: 1, .model, on: 0), is: "page")
    expect(!story.isComplete)
  }

  /// A list of an article and of an item without a record, on two pages; and what is wrong.
  @Test func listsHaveItemsAndPages() throws {
    let (story, problems) = try Self.read(
      """
      {"event": "publish", "resource": "article", "size": "1 kB"}
      {"event": "publish", "resource": "page 2", "size": "1 kB"}
      {"event": "publish", "resource": "page", "size": "2 kB", "next": "page 2", \
      "items": [{"name": "article", "size": "1 kB"}, {"name": "notice", "size": "40 B"}]}
      {"event": "publish", "resource": "page", "items": [{"name": "notice", "version": 2}]}
      """)
    expect(problems, is: [])
    var lists: [(items: [ListItem], next: ResourceIndex?)] = []
    try story.opened().stream.forEachBlock { block in
      for case .publish(2, let content) in block.events.map(\.action) {
        lists.append((content.items.items(in: block.parts), content.next))
      }
    }
    let notice = ListItem.firstWithoutRecord
    expect(
      lists.map(\.items),
      is: [
        [ListItem(id: 0, size: Bytes(1_000)), ListItem(id: notice, size: Bytes(40))],
        [ListItem(id: notice, version: 2, size: .zero)],
      ])
    expect(lists.map(\.next), is: [1, 1])
    let wrong = try Self.read(
      """
      {"event": "publish", "resource": "a", "size": "1 B", "items": [{"name": "b"}, {"name": "b"}]}
      {"event": "publish", "resource": "c", "size": "1 B", "next": "d"}
      """)
    expect(wrong.problems.map(\.line), is: [1, 2])
  }

  @Test func devicesAndUsersHaveNamesOrNumbers() throws {
    let (story, problems) = try Self.read(
      """
      {"device": "Anna's", "event": "publish", "resource": "page", "size": "1 kB"}
      {"event": "login", "user": "Anna"}
      {"device": "Ben's", "event": "publish", "resource": "page", "size": "3 kB"}
      {"at": "00:01", "device": "Anna's", "event": "login", "user": "guest"}
      {"at": "+1m", "event": "login", "user": "Anna"}
      """)
    expect(problems, is: [])
    expect(story.names.name(ofDevice: 1), is: "Ben's")
    expect(story.users, is: 3)
    let logins = story.events.compactMap { event -> UInt16? in
      guard case .switchUser(let user) = event.action else { return nil }
      return user
    }
    expect(logins, is: [1, 2, 1])
  }

  /// Each device has a time of its own: what another one's lines say is no time of it.
  @Test func timesCountFromTheLineBeforeOfTheSameDevice() throws {
    let (story, problems) = try Self.read(
      """
      {"device": "a", "event": "publish", "resource": "page", "size": "1 kB"}
      {"at": "08:00", "event": "open", "resource": "page"}
      {"device": "b", "event": "publish", "resource": "page", "size": "1 kB"}
      {"at": "+1m", "event": "open", "resource": "page"}
      {"device": "a", "event": "close", "resource": "page"}
      {"at": "+1m", "event": "open", "resource": "page"}
      {"device": "b", "event": "background"}
      """)
    expect(problems, is: [])
    func times(_ device: UInt32) -> [Double] {
      story.events.filter { $0.device == device }.map { ($0.at - .start).seconds }
    }
    expect(times(0).prefix(4), is: [0, 28_800, 28_800, 28_860])
    expect(times(1).prefix(3), is: [0, 60, 60])
  }

  @Test func headersAreSaidAsHTTPSaysThem() throws {
    let (story, problems) = try Self.read(
      """
      {"event": "headers", "name": "a minute", "entityTag": true, \
      "cacheControl": "max-age=60, must-revalidate"}
      {"event": "publish", "resource": "a", "size": "1 B", "headers": "a minute"}
      {"event": "publish", "resource": "b", "size": "1 B"}
      {"event": "publish", "resource": "c", "size": "1 B", \
      "headers": {"maxAge": "1m", "mustRevalidate": true, "entityTag": true}}
      {"event": "publish", "resource": "d", "size": "1 B", \
      "headers": {"recorded": ["Cache-Control: no-store"]}}
      """)
    expect(problems, is: [])
    let headers = story.events.compactMap { event -> CacheHeaders? in
      guard case .publish(_, let content) = event.action else { return nil }
      return story.headers[Int(content.headers)]
    }
    try #require(headers.count == 4)
    expect(headers[0].maxAge == .seconds(60) && headers[0].mustRevalidate)
    expect(headers[0], is: headers[2])
    expect(headers[1], is: CacheHeaders())
    expect(headers[3].recorded, is: [RecordedField("cache-control", "no-store")])
  }

  @Test(arguments: [
    (#"{"event": "opne", "resource": "a"}"#, 1, "unknown event 'opne' (did you mean 'open'?)"),
    (#"{"event": "open"}"#, 1, "the setting 'resource' is missing"),
    (#"{"at": "8 o'clock", "event": "launch"}"#, 1, #"expected a time such as "08:14:00""#),
    (#"{"at": 8, "event": "launch"}"#, 1, "found the number 8"),
    (#"{"event": "open", "resource": "page"}"#, 1, "'page' was not published before"),
    (
      "{\"event\": \"publish\", \"resource\": \"front page\", \"size\": \"1 kB\"}\n"
        + "{\"event\": \"open\", \"resource\": \"frontpage\"}", 2,
      "(did you mean 'front page'?)"
    ),
    (
      "{\"at\": \"08:00\", \"event\": \"launch\"}\n{\"at\": \"07:59\", \"event\": \"crash\"}", 2,
      "expected 08:00:00 or later"
    ),
    (#"{"event": "publish", "resource": "a"}"#, 1, "must say its \"size\""),
    (#"{"event": "close"}"#, 1, "there is no open screen to close"),
    (#"{"event": "launch", "wheel": 1}"#, 1, "unknown setting 'wheel'"),
    (#"{"event": "launch"} {"event": "crash"}"#, 1, "expected"),
    (#"["launch"]"#, 1, "expected one event as a JSON object"),
    (#"{"device": -1, "event": "launch"}"#, 1, "expected a name, or a number"),
    (
      "{\"event\": \"publish\", \"resource\": \"a\", \"size\": \"1 B\"}\n"
        + "{\"event\": \"edit\", \"resource\": \"a\", \"field\": \"labels\", \"value\": 17}", 2,
      "expected 1 to 16, found 17"
    ),
    ("{\"event\": \"end\"}\n{\"event\": \"launch\"}", 2, "nothing behind the device's end"),
    ("{\"event\": \"launch\"}\n{\"event\": \"story\", \"version\": 1}", 2, "as the first line"),
    (#"{"event": "story", "version": 9}"#, 1, "expected 1, which this program reads"),
    ("", 1, "expected at least one event"),
  ])
  func whatIsWrongIsToldWithItsLine(text: String, line: Int, message: String) throws {
    let problems = try Self.read(text).problems
    let first = try #require(problems.first)
    expect(first.line, is: line)
    expect(first.message.contains(message), "\(first.message)")
  }

  @Test func allMistakesAreFoundAtOnce() throws {
    let problems = try Self.read(
      """
      {"event": "opne"}
      {"event": "launch"}
      {"event": "crash", "at": "later"}
      """
    ).problems
    expect(problems.map(\.line), is: [1, 3])
    expect(problems[0].column, is: 11)
  }

  @Test(arguments: [
    ("00:00", Int64(0)), ("08:14", 29_640_000_000_000), ("8:14:30", 29_670_000_000_000),
    ("2d 00:00:00.000000001", 86_400_000_000_001), ("day 3 01:00", 176_400_000_000_000),
    ("23:59:59.5", 86_399_500_000_000),
  ])
  func timesAreReadToTheNanosecond(text: String, nanoseconds: Int64) throws {
    guard case .at(let instant, _)? = StoryTime(text) else {
      Issue.record("'\(text)' is not read")
      return
    }
    expect(instant.nanoseconds, is: nanoseconds)
    guard case .at(let again, _)? = StoryTime(StoryTime.text(of: instant)) else {
      Issue.record("'\(StoryTime.text(of: instant))' is not read")
      return
    }
    expect(again, is: instant)
  }

  /// What any workload of the catalogue makes is the same after it was written and read.
  @Test(
    arguments: Cases.some(
      AnyWorkload.catalog.names.filter { !["trace", "story"].contains($0) }, oneIn: 3))
  func aWorkloadSurvivesItsStory(name: String) throws {
    let workload = Chosen<AnyWorkload>.standard(name).product
    let first = try workload.open(WorkloadOpening(2, .days(1), 7))
    var writer = StoryWriter(
      title: name, seed: 7, headers: first.headers, networks: ["wifi"], secondsAtStart: 17,
      screens: first.screens)
    var text = ""
    var events: [String] = []
    try first.stream.forEachBlock { block in
      events += block.events.map { Self.described($0, block.parts, first.headers) }
      writer.write(block)
      text += writer.take()
    }
    let (story, problems) = try Self.read(text)
    expect(problems, is: [])
    let second = story.opened()
    var again: [String] = []
    try second.stream.forEachBlock { block in
      again += block.events.map { Self.described($0, block.parts, second.headers) }
    }
    expect(events.count > 100)
    let difference = zip(events, again).first { $0 != $1 }
    expect(difference == nil)
    expect(events.count, is: again.count)
    expect(second.secondsAtStart == 17 && story.seed == 7 && story.isComplete)
  }

  /// All of an event, with its parts and its headers in place of where they stand.
  static func described(
    _ event: WorkloadEvent, _ parts: [ResourceIndex], _ headers: [CacheHeaders]
  ) -> String {
    guard case .publish(let resource, var content) = event.action else { return "\(event)" }
    let list = Array(parts[content.parts.indices])
    let said = headers[Int(content.headers)]
    // Items without a record are numbered as they come.
    let items = content.items.items(in: parts).map { item in
      "\(item.id < ListItem.firstWithoutRecord ? item.id : 0) \(item.version) \(item.size)"
    }
    (content.parts, content.items) = (.none, .none)
    content.headers = 0
    return "\(event.at) \(event.device) \(resource) \(content) \(list) \(items) \(said)"
  }

  /// An element is put into a set and taken out, and a counter incremented; written and read again
  /// they are the same.
  @Test func editsOfSetsAndCountersAreKept() throws {
    func edits(_ text: String) throws -> [Edit] {
      let (story, problems) = try Self.read(text)
      expect(problems, is: [])
      return story.events.compactMap {
        switch $0.action {
        case .edit(let edit), .editElsewhere(let edit): edit
        default: nil
        }
      }
    }
    let text = """
      {"event": "publish", "resource": "note", "kind": "document", "size": "1 kB"}
      {"event": "edit", "resource": "note", "field": "labels", "value": 3}
      {"event": "edit", "resource": "note", "field": "labels", "value": 16, "removes": true}
      {"event": "edit", "resource": "note", "field": "count", "value": 20, "elsewhere": true}
      """
    let read = try edits(text)
    expect(
      read,
      is: [
        Edit(record: 0, field: .labels, value: 0b100),
        Edit(record: 0, field: .labels, value: 1 << 31), Edit(record: 0, field: .count, value: 20),
      ])
    expect(read.map { $0.applied(to: 0x8003) }, is: [0x8007, 0x0003, 0x8017])
    var writer = StoryWriter(
      title: "t", seed: 1, headers: [CacheHeaders()], networks: [], secondsAtStart: nil)
    try Self.read(text).story.opened().stream.forEachBlock { writer.write($0) }
    try expect(edits(writer.take()), is: read)
  }

  @Test func numbersOutOfOrderAreKept() throws {
    var block = EventBlock()
    let parts = block.append(parts: [7, 3])
    func add(_ action: Action) {
      block.events.append(WorkloadEvent(at: .start, device: 4, action: action))
    }
    for (index, list) in [(5, parts), (3, .none), (7, .none)] as [(ResourceIndex, PartsRange)] {
      add(
        .publish(
          index,
          Content(
            version: 2, kind: .image, host: 9, headers: 0, size: Bytes(1), publishedAt: .start,
            parts: list)))
    }
    add(.open(12))
    add(.end)
    var writer = StoryWriter(
      title: "t", seed: 1, headers: [CacheHeaders()], networks: [], secondsAtStart: nil)
    writer.write(block)
    let (story, problems) = try Self.read(writer.take())
    expect(problems, is: [])
    try expect(
      Self.words(story),
      is: [
        "0.0 d4 publish 5 v2 1 [7 3]", "0.0 d4 publish 3 v2 1 []", "0.0 d4 publish 7 v2 1 []",
        "0.0 d4 open 12", "0.0 d4 end",
      ])
    guard case .publish(_, let content) = story.events[0].action else { return }
    expect(content.host, is: 9)
  }
}
