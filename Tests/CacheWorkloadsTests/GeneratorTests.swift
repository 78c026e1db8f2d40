internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Laws that every generator keeps, whatever it generates.
@Suite struct GeneratorTests {
  static let names = AnyWorkload.catalog.names.filter { !["trace", "story"].contains($0) }

  /// A workload under a commuter's network schedule, as one block.
  private func generated(
    _ name: String, devices: Int = 3, days: Int64 = 9, seed: UInt64 = 1
  ) throws -> EventBlock {
    let workload = Chosen<AnyWorkload>.standard(name).product
    let opened = try workload.open(WorkloadOpening(devices, .days(days), seed))
    let schedule = Chosen<AnyNetworkSchedule>.standard("commuter").product
    let stream = schedule.wrap(opened.stream, seed)
    var whole = EventBlock()
    var block = EventBlock()
    while try stream.fill(&block) {
      for var event in block.events {
        if case .publish(let resource, var content) = event.action {
          try #require(content.parts.indices.upperBound <= block.parts.count)
          expect(Int(content.headers) < opened.headers.count)
          content.parts = whole.append(parts: block.parts[content.parts.indices])
          content.items = ItemsRange(
            copying: content.items, from: block.parts, to: &whole.parts)
          event.action = .publish(resource, content)
        }
        whole.events.append(event)
      }
      block.removeAll()
    }
    return whole
  }

  /// An event with the parts and items themselves and not where they stand.
  private struct Told: Equatable {
    var event: WorkloadEvent
    var parts: [ResourceIndex] = []
    var items: [ListItem] = []

    var isEdit: Bool { if case .edit = event.action { true } else { false } }
  }

  private func told(_ generated: EventBlock, devices: UInt32 = .max) -> [Told] {
    generated.events.filter { $0.device < devices }.map { event in
      guard case .publish(let resource, var content) = event.action else {
        return Told(event: event)
      }
      var told = Told(
        event: event, parts: Array(generated.parts[content.parts.indices]),
        items: content.items.items(in: generated.parts))
      (content.parts, content.items) = (.none, .none)
      told.event.action = .publish(resource, content)
      return told
    }
  }

  /// The events of a workload with settings.
  private func told(_ name: String, _ settings: JSON) throws -> [Told] {
    var problems = Problems()
    let json = JSON.object([("name", JSON(.string(name))), ("settings", settings)])
    let chosen = try #require(AnyWorkload.catalog.read(json, path: "", &problems))
    var told: [Told] = []
    let stream = try chosen.product.open(WorkloadOpening(3, .days(9), 1)).stream
    try stream.forEachBlock { block in told += self.told(block) }
    return told
  }

  /// Pictures change at their addresses where a setting says so, and nothing else moves.
  @Test(arguments: [
    ("timelines", #"{"avatarChangesPerDay": RATE}"#),
    ("app", #"{"screens": [{"name": "home", "parts": [{"count": 3, "changesPerDay": RATE}]}]}"#),
    ("sites", #"{"releasesPerDay": 0, "sites": 3, "library": {"changesPerDay": RATE}}"#),
  ])
  func partsChangeAtTheirAddressesAndNothingElseMoves(name: String, settings: String) throws {
    func told(_ rate: String) throws -> [Told] {
      let text = settings.replacing("RATE", with: rate)
      return try self.told(name, try JSON.parse(Array(text.utf8)))
    }
    func isNewPart(_ told: Told) -> Bool {
      guard case .publish(_, let content) = told.event.action, content.version > 1 else {
        return false
      }
      return [.image, .avatar, .support].contains(content.kind)
    }
    let (without, with) = (try told("0"), try told("0.5"))
    expect(!without.contains(where: isNewPart))
    expect(with.contains(where: isNewPart))
    expect(with.filter { !isNewPart($0) }, is: without)
  }

  @Test(arguments: names)
  func theEventsOfEachDeviceAreInOrder(name: String) throws {
    let events = try generated(name).events
    for device in 0..<UInt32(3) {
      let own = events.filter { $0.device == device }
      expect(zip(own, own.dropFirst()).allSatisfy { $0.at <= $1.at })
      let ends = own.filter { if case .end = $0.action { true } else { false } }
      expect(ends.count, is: 1)
      guard case .end? = own.last?.action else {
        Issue.record("the last event is no end")
        return
      }
      expect(own.last?.at, is: .start + .days(9))
    }
  }

  @Test(arguments: names)
  func whatIsUsedIsPublishedBeforeAndVersionsCountUp(name: String) throws {
    let generated = try generated(name, devices: 1)
    var contents: [ResourceIndex: Content] = [:]
    for event in generated.events {
      switch event.action {
      case .publish(let resource, let content):
        expect(Int(resource) <= contents.count)
        expect(content.version, is: (contents[resource]?.version ?? 0) + 1)
        expect(content.publishedAt, is: event.at)
        expect(content.size > .zero)
        contents[resource] = content
      case .open(let resource):
        let content = try #require(contents[resource])
        let parts = generated.parts[content.parts.indices]
        expect(parts.allSatisfy { contents[$0] != nil && $0 != resource })
        expect(Set(parts).count, is: parts.count)
      case .close(let resource): expect(contents[resource] != nil)
      case .edit(let edit): expect(contents[edit.record] != nil)
      default: break
      }
    }
    expect(contents.count > 10)
  }

  @Test(arguments: names)
  func oneScreenIsOpenAtATimeAndOnlyInFront(name: String) throws {
    var open: ResourceIndex?
    var isInFront = false
    var opens = 0
    for event in try generated(name, devices: 1).events {
      switch event.action {
      case .launch, .foreground:
        expect(!isInFront)
        isInFront = true
      case .open(let resource):
        expect(open == nil && isInFront)
        open = resource
        opens += 1
      case .close(let resource):
        expect(open, is: resource)
        open = nil
      case .edit(let edit): expect(open, is: edit.record)
      case .memoryWarning: expect(isInFront)
      case .background:
        expect(open == nil && isInFront)
        isInFront = false
      case .terminate:
        expect(open == nil && !isInFront)
      case .crash:
        // In front, a screen may be open; it goes with its process.
        open = nil
        isInFront = false
      default: break
      }
    }
    expect(open == nil)
    expect(opens > 5)
  }

  @Test(arguments: Cases.some(names, oneIn: 2))
  func theSameSeedGivesTheSameAndAnotherGivesAnother(name: String) throws {
    let first = try told(generated(name))
    try expect(told(generated(name)), is: first)
    try expect(told(generated(name, seed: 2)) != first)
  }

  @Test(arguments: Cases.some(names, oneIn: 2))
  func anotherDeviceChangesNoEarlierOne(name: String) throws {
    try expect(
      told(generated(name, devices: 2)), is: told(generated(name, devices: 4), devices: 2))
  }

  /// A workload's first days do not depend on how many follow.
  @Test(arguments: names)
  func aLongerWorkloadBeginsLikeAShorterOne(name: String) throws {
    func beginning(days: Int64) throws -> [Told] {
      try told(generated(name, devices: 1, days: days)).filter { $0.event.at < .start + .days(3) }
    }
    try expect(beginning(days: 5), is: beginning(days: 3))
  }

  /// Who edits nothing reads the same at the same time. Who follows a law of ages has no settings
  /// of use, and never edits.
  @Test(arguments: names.filter { $0 != "revisits" })
  func editsCanBeSwitchedOffAndNothingElseChanges(name: String) throws {
    func told(edits: Bool) throws -> [Told] {
      let use = JSON.object([("edits", JSON(.bool(edits))), ("sessionsPerDay", 10)])
      return try self.told(name, .object([("use", use)]))
    }
    let withEdits = try told(edits: true)
    let without = try told(edits: false)
    expect(!without.contains { $0.isEdit })
    expect(withEdits.filter { !$0.isEdit }, is: without)
    let editable = ["check-ins", "articles", "news"]
    expect(withEdits.contains { $0.isEdit }, is: editable.contains(name))
  }

  /// Settings under which an origin publishes many versions in a day.
  private static let busy: [String: [(String, JSON)]] = [
    "timelines": [("postsPerHour", JSON(.integer(60))), ("avatarChangesPerDay", 3)],
    "check-ins": [("changesPerDay", JSON(.integer(40)))],
    "menus": [("editsPerDay", JSON(.integer(40)))],
    "articles": [("correctionsPerDay", JSON(.integer(2)))],
    "news": [("breakingShare", JSON(.real(0.5)))],
    "app": [
      (
        "screens",
        [
          .object([
            ("name", "home"), ("changesPerDay", JSON(.integer(40))),
            ("parts", [.object([("changesPerDay", JSON(.integer(3)))])]),
          ])
        ]
      )
    ],
    "sites": [
      ("sites", 3), ("pages", 2), ("libraries", 2), ("changesPerDay", JSON(.integer(40))),
      ("library", .object([("changesPerDay", JSON(.integer(3)))])),
      ("releasesPerDay", JSON(.integer(3))),
    ],
    "polling": [("interval", "1s"), ("use", .object([("crashes", JSON(.real(0.3)))]))],
  ]

  @Test(
    arguments: names.filter { !["revisits", "short-video"].contains($0) },
    Cases.some(1...3 as ClosedRange<UInt64>, oneIn: 3))
  func publicationsComeInOrderOfTime(name: String, seed: UInt64) throws {
    let settings = try #require(Self.busy[name], "a generator without busy settings here")
    var problems = Problems()
    let chosen = AnyWorkload.catalog.read(
      .object([("name", JSON(.string(name))), ("settings", .object(settings))]), path: "",
      &problems)
    let stream = try #require(chosen).product.open(WorkloadOpening(3, .days(20), seed)).stream
    var latest: [UInt64: (version: UInt32, at: Instant)] = [:]
    var highest: UInt32 = 0
    for event in try stream.events() {
      guard case .publish(let resource, let content) = event.action else { continue }
      let key = UInt64(event.device) << 32 | UInt64(resource)
      if let before = latest[key] {
        expect(content.version, is: before.version + 1)
        expect(content.publishedAt >= before.at)
      }
      latest[key] = (content.version, content.publishedAt)
      highest = max(highest, content.version)
    }
    expect(highest > 20)
  }

  /// What is published at the start is what the generator says of its settings, so that settings
  /// that ask for more than memory holds are refused before anything is made.
  @Test func noWorkloadBeginsWithMoreResourcesThanMemoryHolds() throws {
    var options = CheckIns.Options()
    options.neighbourhoods = 3
    options.places = 7
    try expect(publishedAtStart(options), is: options.startingResources)
    options.neighbourhoods = 1_000
    options.places = 1_000
    let error = #expect(throws: InputError.self) { try publishedAtStart(options) }
    expect(error?.place, is: "workload 'check-ins'")
    expect(error?.message.contains("2001000 resources"), is: true)
  }

  /// Defect: all changes of a session came before its first view, so that its other views had none.
  @Test(arguments: [0, 0.5]) func aPartThatChangesAtEachViewDoesSo(crashes: Double) throws {
    var options = OwnApp.Options()
    options.use.sessionLength = .minutes(20)
    options.viewTime = .seconds(5)
    options.use.crashes = crashes
    var screen = AppScreen()
    var part = AppPart()
    part.changes = 1
    screen.parts = [part]
    options.screens = [screen]
    let source = GeneratedWorkload<OwnApp>(options, WorkloadOpening(2, .days(5), 1))
    var (opens, changed, last): (Set<Int64>, Set<Int64>, [UInt32: UInt32]) = ([], [], [:])
    for event in try EventStream.over(source).events() {
      switch event.action {
      case .open: opens.insert(event.at.nanoseconds)
      case .publish(_, let content) where content.kind == .image:
        // Versions come in order, whatever a crash takes back.
        expect(content.version > last[event.device, default: 0])
        last[event.device] = content.version
        if content.version > 1 { changed.insert(event.at.nanoseconds) }
      default: break
      }
    }
    expect(opens.count > 100)
    // Before the versions of views that a crash took back, there are none to come.
    expect(crashes > 0 || opens == changed)
  }

  /// A set of parts is there once, however many pages list it.
  @Test func anAppsSetsAreCountedOnce() throws {
    var options = OwnApp.Options()
    var screen = AppScreen()
    screen.pages = 1_000
    var (set, own, renewed) = (AppPart(), AppPart(), AppPart())
    set.set = "styles"
    set.count = 900
    own.count = 3
    renewed.count = 800
    renewed.isRenewed = true
    screen.parts = [set, own, renewed]
    options.screens = [screen, screen]
    expect(options.startingResources, is: 900 + 2 * 4_000)
    // A set is there from the start as well where no page lists it, and what all pages share.
    options.screens[0].parts[0].isNamed = true
    var shared = AppPart()
    (shared.count, shared.isShared, shared.share) = (70, true, 0.5)
    options.screens[1].parts.append(shared)
    expect(options.startingResources, is: 900 + 2 * 4_000 + 70)
    try expect(publishedAtStart(options), is: options.startingResources)
  }

  /// What a set's parts are is said by the screen that names it first, wherever they are viewed.
  @Test func aSetIsWhatTheFirstScreenSaysOfIt() throws {
    var options = OwnApp.Options()
    options.viewTime = .seconds(5)
    var (first, second) = (AppScreen(), AppScreen())
    var (still, moving) = (AppPart(), AppPart())
    (still.set, moving.set) = ("styles", "styles")
    (still.count, moving.count) = (3, 8)
    (moving.changes, moving.bytes, moving.share) = (1, .kilobytes(1), 0.5)
    first.parts = [still]
    (second.name, second.parts) = ("item", [moving])
    options.screens = [first, second]
    var source = GeneratedWorkload<OwnApp>(options, WorkloadOpening(1, .days(5), 1))
    var (parts, needs): (Set<Int64>, Int) = ([], 0)
    for event in try EventStream.over(source).events() {
      if case .publish(_, let content) = event.action, content.kind == .image {
        expect(content.version, is: 1)
        parts.insert(content.size.count)
      }
      if case .need = event.action { needs += 1 }
    }
    expect(parts, is: [AppPart().bytes.count])
    // Half of them at a time is the second screen's own use.
    expect(needs > 0 && options.all[1].parts[0].share == 0.5)

    (options.screens[0].parts[0].changesPerDay, options.screens[0].pages) = (40, 4)
    source = GeneratedWorkload<OwnApp>(options, WorkloadOpening(1, .days(5), 1))
    var last: [ResourceIndex: UInt32] = [:]
    var at: [ResourceIndex: Instant] = [:]
    for event in try EventStream.over(source).events() {
      guard case .publish(let resource, let content) = event.action, content.kind == .image
      else { continue }
      expect(content.version, is: last[resource, default: 0] + 1)
      expect(event.at >= at[resource] ?? .start)
      (last[resource], at[resource]) = (content.version, event.at)
    }
    expect(last.values.allSatisfy { $0 > 100 })
  }

  private func publishedAtStart(_ options: CheckIns.Options) throws -> Int {
    var source = GeneratedWorkload<CheckIns>(options, WorkloadOpening(1, .days(1), 1))
    return try publishedAtStart(&source)
  }

  private func publishedAtStart(_ options: OwnApp.Options) throws -> Int {
    var source = GeneratedWorkload<OwnApp>(options, WorkloadOpening(1, .days(1), 1))
    return try publishedAtStart(&source)
  }

  private func publishedAtStart(_ source: inout some EventSource) throws -> Int {
    var block = EventBlock()
    _ = try source.fill(&block)
    var count = 0
    for event in block.events where event.at == .start {
      if case .publish(_, let content) = event.action, content.version == 1 { count += 1 }
    }
    return count
  }
}
