internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import SimulationFixtures
internal import TestCases
internal import Testing

/// A story written by hand, in any order, for days that can be worked out on paper.
struct HandmadeStory: EventSource {
  private var events: [WorkloadEvent] = []
  private var parts: [ResourceIndex] = []
  private var isTold = false

  /// Adds an event, `seconds` after the start.
  mutating func at(_ seconds: Double, _ action: Action, device: UInt32 = 0) {
    let instant = Instant.start + TimeSpan(rounding: seconds)
    events.append(WorkloadEvent(at: instant, device: device, action: action))
  }

  mutating func publish(
    _ resource: ResourceIndex, version: UInt32 = 1, kind: ResourceKind = .other,
    size: Int64 = 10_000, headers: UInt16 = 0, parts list: [ResourceIndex] = [],
    isList: Bool = false, items: [ListItem] = [], next: ResourceIndex? = nil,
    method: HTTPMethod = .get, target: ResourceIndex? = nil, requestSize: UInt32 = 0,
    host: UInt16 = 0, playing: UInt32 = 0, at seconds: Double = 0, device: UInt32 = 0
  ) {
    let start = UInt32(parts.count)
    parts += list
    var content = Content(
      version: version, kind: kind, host: host, headers: headers, size: Bytes(size),
      publishedAt: Instant.start + TimeSpan(rounding: seconds),
      parts: PartsRange(start: start, count: UInt32(list.count)), isList: isList)
    content.items = ItemsRange(appending: items, to: &parts)
    content.next = next
    content.method = method
    content.target = target
    content.requestSize = requestSize
    content.playingTime = playing
    at(seconds, .publish(resource, content), device: device)
  }

  /// A screen that is looked at for a while.
  mutating func visit(
    _ resource: ResourceIndex, from seconds: Double, for length: Double = 10
  ) {
    at(seconds, .open(resource))
    at(seconds + length, .close(resource))
  }

  /// Resources of 10,000 B, looked at from these seconds on by a process that begins at once.
  static func visiting(
    _ kind: ResourceKind, _ opens: [(ResourceIndex, Double)], for length: Double = 10,
    then more: [(Double, Action)] = [], until end: Double = 10_000
  ) -> HandmadeStory {
    var story = HandmadeStory()
    for resource in 0...(opens.map(\.0).max() ?? 0) { story.publish(resource, kind: kind) }
    story.at(0, .launch)
    for (resource, second) in opens { story.visit(resource, from: second, for: length) }
    for (second, action) in more { story.at(second, action) }
    story.at(end, .end)
    return story
  }

  /// How many events are of a kind.
  func count(_ isCounted: (Action) -> Bool) -> Int { events.count { isCounted($0.action) } }

  /// Two devices' stories as one.
  func interleaved(with other: HandmadeStory) -> HandmadeStory {
    var both = self
    both.parts += other.parts
    both.events += other.events.map { event in
      guard case .publish(let resource, var content) = event.action else { return event }
      content.parts.start += UInt32(parts.count)
      return WorkloadEvent(
        at: event.at, device: event.device, action: .publish(resource, content))
    }
    return both
  }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    guard !isTold else { return false }
    isTold = true
    block.events = events.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    block.parts = parts
    return true
  }
}

/// A book that keeps everything.
struct Diary: TraceObserver {
  /// The device it is about; nil: all.
  var device: UInt32?
  private(set) var visits: [ScreenView] = []
  private(set) var answers: [Answer] = []
  /// When something came on the screen of each visit.
  private(set) var answersByVisit: [[Instant]] = []
  private(set) var answeredAt: [Instant] = []
  /// For how long rows that were scrolled into view were blank; nil: until they left it.
  private(set) var rows: [TimeSpan?] = []
  /// What was played of each screen with media.
  private(set) var played: [Playback] = []
  private(set) var exchanges: [ExchangeRecord] = []
  /// What each exchange was for; nil: for no single resource.
  private(set) var exchanged: [ResourceIndex?] = []
  private(set) var writes: [FlashWrite] = []
  private(set) var edits: [EditStage] = []
  /// Messages that were not sent for want of a connection.
  private(set) var unsentMessages = 0
  private(set) var summaries: [DeviceSummary] = []
  private(set) var dropped: [Int64] = []
  /// How long each decoding took; all of them only where detail is collected.
  private(set) var decodings: [TimeSpan] = []
  /// Versions that replaced one on screen; only where detail is collected.
  private(set) var repaints = 0
  private(set) var rewrites = 0
  private(set) var undecodable = 0
  /// When anything stands in the book, in seconds.
  private(set) var instants: [Double] = []
  private(set) var broken = 0
  private(set) var exposures = 0
  private(set) var kills = 0
  private(set) var lost = 0
  /// Entries that their policy chose as victims.
  private(set) var evictions = 0

  /// When requests were made, in seconds.
  var requestSeconds: [Double] { exchanges.map { ($0.startedAt - .start).seconds } }

  /// Bytes written for a cause, writing by writing.
  func bytes(for cause: FlashCause) -> [Int64] {
    writes.map { $0.bytesByCause[cause] }.filter { $0 > 0 }
  }

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    if let own = self.device, own != device { return }
    for record in page {
      switch record.event {
      case .closed(let visit, _):
        visits.append(visit)
        answersByVisit.append(answeredAt)
        answeredAt = []
      case .answered(let answer):
        answers.append(answer)
        if answer.source != .nothing { answeredAt.append(record.at) }
      case .row(let wait): rows.append(wait)
      case .played(let playback): played.append(playback)
      case .exchanged(let exchange):
        exchanges.append(exchange)
        exchanged.append(record.resource)
        instants += [exchange.startedAt, exchange.endedAt].map { ($0 - .start).seconds }
      case .wrote(_, let write):
        writes.append(write)
        instants.append((record.at - .start).seconds)
      case .worked(let work):
        dropped.append(work.droppedFrames)
        if work.kind == .decoding { decodings.append(work.duration) }
      case .repainted: repaints += 1
      case .left(_, _, .evicted, _, _): evictions += 1
      case .rewrote: rewrites += 1
      case .undecodable: undecodable += 1
      case .broken: broken += 1
      case .exposed: exposures += 1
      case .edit(let stage, _):
        edits.append(stage)
        instants.append((record.at - .start).seconds)
      case .user(.hadNoConnection): unsentMessages += 1
      case .finished(let summary): summaries.append(summary)
      case .app(.killed): kills += 1
      case .app(.ended(_, let entries)): lost += entries
      default: break
      }
    }
  }

  func count(_ source: Source) -> Int { answers.count { $0.source == source } }
  func count(_ stage: EditStage) -> Int { edits.count { $0 == stage } }
}

/// The days that the strategies' pages work out by hand, which lie beside the pages as stories.
enum WorkedDay {
  /// The story of a file's name, without its ending.
  static func named(_ name: String) throws -> Story {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: "Docs/Strategies/Days/\(name).jsonl").path
    let (story, problems) = try StoryReader.read(path: path)
    expect(problems, is: [])
    return story
  }
}

extension AnyStrategy {
  /// What a strategy's diary says of a day in a file, with the headers that it has.
  static func diary(
    of name: String, settings: JSON = .object([]), in plan: SimulationPlan, day: String
  ) throws -> Diary {
    let opened = try WorkedDay.named(day).opened()
    var plan = plan
    plan.headers = opened.headers
    return try diary(of: name, settings: settings, in: plan, opened.stream, device: 0)
  }

  /// What a strategy's diary says of a story.
  static func diary(
    of name: String, settings: JSON = .object([]), in plan: SimulationPlan, _ story: HandmadeStory,
    device: UInt32? = 0
  ) throws -> Diary {
    try diary(of: name, settings: settings, in: plan, .over(story), device: device)
  }

  /// What an image loader's diary says of a story whose pictures are ten times as large decoded.
  static func pictureDiary(_ settings: String, _ story: HandmadeStory) throws -> Diary {
    var plan = SimulationPlan.ideal()
    plan.device.decodedImageFactor = 10
    return try diary(
      of: "image-loader", settings: try JSON.parse(Array(settings.utf8)), in: plan, story)
  }

  private static func diary(
    of name: String, settings: JSON, in plan: SimulationPlan, _ stream: EventStream,
    device: UInt32?
  ) throws -> Diary {
    var problems = Problems()
    let made = catalog.entry(named: name)?.make(settings, "", &problems)
    guard let strategy = made?.product else { throw StoryError(problems: problems.all) }
    var diary: any TraceObserver = Diary(device: device)
    try strategy.run(plan, stream, &diary)
    guard let diary = diary as? Diary else { throw StoryError(problems: []) }
    return diary
  }
}

/// Why a story could not be told.
struct StoryError: Error {
  var problems: [Problems.Problem]
}

extension SimulationPlan {
  /// A network without delay, an origin that does not think, a phone that decodes at once.
  static func ideal(headers: [CacheHeaders] = [CacheHeaders()]) -> SimulationPlan {
    var plan = SimulationPlan(
      seed: 1, profiles: [NetworkProfiles.ideal, NetworkProfiles.offline], headers: headers)
    plan.origin.thinkTime = .zero
    plan.useTextbookWorld()
    plan.device.processorScale = 0
    plan.device.flash.timing.open = .zero
    plan.device.flash.timing.read4K = .zero
    plan.device.flash.timing.readRate = .unlimited
    plan.network.requestHeader = .zero
    plan.network.responseHeader = .zero
    return plan
  }
}
