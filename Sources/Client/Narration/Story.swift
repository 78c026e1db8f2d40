internal import SimCore
internal import Workloads

/// What is told of one device: for each wanted screen what happened from its opening until it has
/// left no more traces, and what befell its resources before.
struct Story {
  /// A screen that is told of.
  private struct Telling {
    var screen: UInt32
    /// What it needs.
    var own: Set<ResourceIndex>
    var isOpen = true
    /// When it closed, or when the next one opened.
    var end = Instant.start
    /// Exchanges of others that ended meanwhile, and what they brought.
    var exchanges = 0
    var bytesDown = Bytes.zero
  }

  private let screens: Set<UInt32>
  private var told: Telling?
  /// The one before, at the instant of the next one's opening: what its closing brings about comes
  /// after that.
  private var ending: Telling?
  /// By resource: the last things that decide what is found of it.
  private var facts: [[StoryLine]] = []
  /// What happened at this instant and was not told: it may keep a screen waiting.
  private var moment: [StoryLine] = []
  private var lines: [StoryLine] = []

  /// How many facts of a resource are remembered.
  private static var memory: Int { 12 }

  init(screens: Set<UInt32>) { self.screens = screens }

  /// The lines so far, once.
  mutating func takeLines() -> [StoryLine] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  /// A screen opens.
  mutating func open(_ screen: UInt32, _ resource: ResourceIndex, at now: Instant) {
    if var last = told {
      last.end = now
      ending = last
      told = nil
    }
    guard screens.contains(screen) else { return }
    told = Telling(screen: screen, own: [resource])
    for line in moment where line.at == now && line.resource == nil { add(line, to: screen) }
    recall(resource, for: screen)
  }

  /// Takes what happens now; a stretch of time that has just ended is told with its beginning.
  mutating func append(_ line: StoryLine, now: Instant) {
    defer { if line.event.isFact { remember(line) } }
    tellEnding(line, now: now)
    if moment.first.map({ $0.at < now }) ?? false { moment.removeAll() }
    moment.append(line)
    if told != nil { tell(line) }
  }

  /// What the closing of the screen before brings about; it is over when the next one is served.
  private mutating func tellEnding(_ line: StoryLine, now: Instant) {
    guard let last = ending else { return }
    if now != last.end || line.event.servesScreen {
      ending = nil
    } else if line.event.isAftermath, let resource = line.resource, last.own.contains(resource) {
      add(line, to: last.screen)
    }
  }

  private mutating func tell(_ line: StoryLine) {
    guard let telling = told else { return }
    guard telling.isOpen else { return tellAfterwards(line, of: telling) }
    if let resource = line.resource, !telling.own.contains(resource) {
      guard case .needed = line.event else { return count(line) }
      told?.own.insert(resource)
      add(line, to: telling.screen)
      recall(resource, for: telling.screen)
      return
    }
    if case .closed = line.event {
      if telling.exchanges > 0 {
        var meanwhile = line
        meanwhile.event = .meanwhile(exchanges: telling.exchanges, down: telling.bytesDown)
        add(meanwhile, to: telling.screen)
      }
      told?.isOpen = false
      told?.end = line.at
    }
    add(line, to: telling.screen)
  }

  /// What a closed screen leaves behind: what becomes of its resources until the app stops.
  private mutating func tellAfterwards(_ line: StoryLine, of telling: Telling) {
    if let resource = line.resource {
      if telling.own.contains(resource), line.event.isAftermath { add(line, to: telling.screen) }
      return
    }
    switch line.event {
    case .life(let turn):
      add(line, to: telling.screen)
      switch turn {
      case .suspended, .died: told = nil
      default: break
      }
    case .encoded where line.at == telling.end: add(line, to: telling.screen)
    default: break
    }
  }

  private mutating func count(_ line: StoryLine) {
    switch line.event {
    case .received(_, _, _, let down, _), .failed(_, _, let down, _):
      told?.exchanges += 1
      told?.bytesDown += down
    default: break
    }
  }

  private mutating func add(_ line: StoryLine, to screen: UInt32) {
    var line = line
    line.screen = screen
    lines.append(line)
  }

  private mutating func remember(_ line: StoryLine) {
    guard let resource = line.resource.map({ Int($0) }) else { return }
    while facts.count <= resource { facts.append([]) }
    facts[resource].append(line)
    if facts[resource].count > Self.memory { facts[resource].removeFirst() }
  }

  private mutating func recall(_ resource: ResourceIndex, for screen: UInt32) {
    guard Int(resource) < facts.count else { return }
    for line in facts[Int(resource)] { add(line, to: screen) }
  }
}
