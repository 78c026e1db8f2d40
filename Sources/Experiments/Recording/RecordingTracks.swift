internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
package import SimCore

/// A recording as tracks over time: slices that lie within each other or one after the other, and
/// counters.
package struct RecordingTracks: Sendable {
  package struct Slice: Sendable {
    package var name: String
    package var begin: Instant
    package var end: Instant
    package var arguments: [(name: String, value: JSON)]

    init(
      _ name: String, from begin: Instant, to end: Instant,
      _ arguments: [(name: String, value: JSON)] = []
    ) {
      self.name = name
      self.begin = begin
      self.end = max(begin, end)
      self.arguments = arguments
    }

    package var duration: TimeSpan { end - begin }
  }

  package struct Track: Sendable {
    package var name: String
    /// In order of time; what holds others stands before them.
    package var slices: [Slice]
  }

  package struct Counter: Sendable {
    package var name: String
    package var series: [String]
    /// A value for each series, from that instant on.
    package var values: [(at: Instant, values: [JSON])]
  }

  package private(set) var tracks: [Track] = []
  package private(set) var counters: [Counter] = []
  private let recording: DeviceRecording

  package init(_ recording: DeviceRecording) {
    self.recording = recording
    add("app", app)
    add("screens", recording.views.flatMap(slices))
    add("main thread", mainThread)
    addConnections()
    add(lanes(of: recording.exchanges.compactMap(wait)), "waits for a connection", "row")
    add("radio", radio)
    add(lanes(of: flashReads), "flash reads", "row")
    counters = [flash, memory, hitRatio].filter { !$0.values.isEmpty }
  }

  // MARK: - Tracks

  private mutating func add(_ name: String, _ slices: [Slice]) {
    let span = recording.span
    let shown = slices.filter { $0.end >= span.lowerBound && $0.begin < span.upperBound }.map {
      slice in
      var slice = slice
      slice.begin = max(slice.begin, span.lowerBound)
      slice.end = min(slice.end, span.upperBound)
      return slice
    }
    if !shown.isEmpty { tracks.append(Track(name: name, slices: Self.nested(shown))) }
  }

  private mutating func add(_ lanes: [[Slice]], _ name: String, _ word: String) {
    for (number, lane) in lanes.enumerated() {
      add(number == 0 ? name : "\(name), \(word) \(number + 1)", lane)
    }
  }

  /// Slices in order of time; one that would outlive what it lies in ends with that.
  private static func nested(_ slices: [Slice]) -> [Slice] {
    var open: [Instant] = []
    return slices.sorted { ($0.begin, $1.end) < ($1.begin, $0.end) }.map { slice in
      var slice = slice
      while let end = open.last, end <= slice.begin { open.removeLast() }
      if let end = open.last { slice.end = min(slice.end, end) }
      open.append(slice.end)
      return slice
    }
  }

  /// Groups, each of a slice and what lies in it, in as few rows as hold them without overlaps.
  private func lanes(of groups: [[Slice]]) -> [[Slice]] {
    var lanes: [(slices: [Slice], end: Instant)] = []
    for group in groups.sorted(by: { $0[0].begin < $1[0].begin }) {
      let place = lanes.firstIndex { $0.end <= group[0].begin } ?? lanes.count
      if place == lanes.count { lanes.append(([], .start)) }
      lanes[place].slices += group
      lanes[place].end = group[0].end
    }
    return lanes.map(\.slices)
  }
}

// MARK: - The app and its screens

extension RecordingTracks {
  /// In which state the app is, and within it how long it takes to start.
  private var app: [Slice] {
    var slices: [Slice] = []
    var state: (name: String, since: Instant)?
    func change(to name: String?, at instant: Instant) {
      if let state, state.since < instant {
        slices.append(Slice(state.name, from: state.since, to: instant))
      }
      state = name.map { ($0, instant) }
    }
    var end = recording.span.lowerBound
    for record in recording.records {
      end = max(end, record.at)
      guard case .app(let event) = record.event else { continue }
      switch event {
      case .foregrounded: change(to: "in front", at: record.at)
      case .launched, .backgrounded: change(to: "in the background", at: record.at)
      case .backgroundFetch, .pushed:
        if state?.name == "suspended" { change(to: "in the background", at: record.at) }
      case .suspended: change(to: "suspended", at: record.at)
      case .ended: change(to: nil, at: record.at)
      case .starting(let time, let isCold):
        slices.append(
          Slice(isCold ? "cold launch" : "warm launch", from: record.at, to: record.at + time))
      case .memoryWarning, .killed: break
      }
    }
    change(to: nil, at: min(end, recording.span.upperBound))
    return slices
  }

  private func slices(of view: ScreenView) -> [Slice] {
    let arguments: [(name: String, value: JSON)] = [
      ("first_content_ms", JSON(view.firstContent?.milliseconds)),
      ("complete_content_ms", JSON(view.completeContent?.milliseconds)),
      ("first_source", JSON(view.firstSource.word)),
      ("outdated_ms", JSON(view.timeOutdated.milliseconds)), ("offline", JSON(view.wasOffline)),
    ]
    let began = view.beganAt ?? view.closedAt
    let inner = [
      Slice("app start", from: view.openedAt, to: began),
      Slice("waits for the first content", from: began, to: view.firstPaintedAt ?? view.closedAt),
    ]
    let name = recording.name(of: view.resource)
    return [Slice(name, from: view.openedAt, to: view.closedAt, arguments)]
      + inner.filter { $0.duration > .zero }
  }

  /// Work in the order in which the main thread was given it, each when the one before is done.
  private var mainThread: [Slice] {
    var slices: [Slice] = []
    var freeAt = Instant.start
    for record in recording.records {
      switch record.event {
      case .worked(let work) where work.busy > .zero:
        let begin = max(freeAt, record.at)
        freeAt = begin + work.busy
        let words =
          switch work.kind {
          case .decoding: "decodes"
          case .encoding: "encodes"
          case .rewriting: "rewrites"
          }
        slices.append(
          Slice(
            words, from: begin, to: freeAt,
            [("dropped_frames", JSON(work.droppedFrames))]))
      case .app(.ended):
        freeAt = record.at
        // What a process had to do ends with it.
        if let last = slices.last, last.end > record.at {
          slices[slices.count - 1].end = max(last.begin, record.at)
        }
      default: break
      }
    }
    return slices
  }
}

// MARK: - Network, radio and flash

extension RecordingTracks {
  /// A track for each connection to a host, with rows for what shares it.
  private mutating func addConnections() {
    struct Connection: Hashable {
      var host: String
      var number: Int
    }
    let groups = Dictionary(grouping: recording.exchanges) {
      Connection(host: recording.host(of: $0), number: $0.connection ?? 0)
    }
    for (connection, exchanges) in groups.sorted(by: {
      ($0.key.host, $0.key.number) < ($1.key.host, $1.key.number)
    }) {
      let words =
        connection.number == 0 ? "without a connection" : "connection \(connection.number)"
      add(lanes(of: exchanges.map(slices)), "\(connection.host), \(words)", "stream")
    }
  }

  private func slices(of exchange: DeviceRecording.Exchange) -> [Slice] {
    let record = exchange.record
    let arguments: [(name: String, value: JSON)] = [
      ("purpose", JSON("\(record.purpose)")), ("status", JSON(record.status)),
      ("bytes_up", JSON(record.bytesUp.count)), ("bytes_down", JSON(record.bytesDown.count)),
      ("cancelled", JSON(record.isCancelled)), ("metered", JSON(record.isMetered)),
    ]
    return [
      Slice(
        recording.name(of: exchange), from: record.startedAt + exchange.queue, to: record.endedAt,
        arguments)
    ]
      + exchange.phases.map {
        Slice(EventDescription.words(for: $0.kind), from: $0.begin, to: $0.begin + $0.duration)
      }
  }

  private func wait(of exchange: DeviceRecording.Exchange) -> [Slice]? {
    guard exchange.queue > .zero else { return nil }
    let begin = exchange.record.startedAt
    return [Slice(recording.name(of: exchange), from: begin, to: begin + exchange.queue)]
  }

  /// What a radio does unless it is idle.
  private var radio: [Slice] {
    recording.records.compactMap { record in
      guard case .radio(let state, let watts, let begin, let time) = record.event, state != "idle"
      else { return nil }
      return Slice(state, from: begin, to: begin + time, [("watts", JSON(watts))])
    }
  }

  private var flashReads: [[Slice]] {
    recording.records.compactMap { record in
      guard case .read(let tier, let bytes, let time) = record.event, time > .zero else {
        return nil
      }
      return [
        Slice(
          "reads \(tier ?? "flash")", from: record.at, to: record.at + time,
          [("bytes", JSON(bytes.count))])
      ]
    }
  }
}

// MARK: - Counters

extension RecordingTracks {
  /// Bytes written to flash since the beginning, by cause.
  private var flash: Counter {
    var written = FlashCounts()
    var points: [(at: Instant, written: FlashCounts)] = []
    for record in recording.records {
      guard case .wrote(_, let write) = record.event else { continue }
      written += write.bytesByCause
      points.append((record.at, written))
    }
    let causes = FlashCause.allCases.filter { written[$0] > 0 }
    return Counter(
      name: "bytes written to flash", series: causes.map { "\($0)" },
      values: causes.isEmpty
        ? [] : points.map { point in (point.at, causes.map { JSON(point.written[$0]) }) })
  }

  /// What the app uses of the memory, with what the screen shows: known when a screen closes.
  private var memory: Counter {
    Counter(
      name: "memory of the app", series: ["bytes"],
      values: recording.records.compactMap { record in
        guard recording.span.contains(record.at) else { return nil }
        switch record.event {
        case .closed(let view, _): return (record.at, [JSON(view.memory.count)])
        case .app(.ended): return (record.at, [0])
        default: return nil
        }
      })
  }

  /// The share of requests answered without asking the origin, since the beginning.
  private var hitRatio: Counter {
    var hits = 0
    var requests = 0
    var counter = Counter(name: "object hit ratio", series: ["ratio"], values: [])
    for record in recording.records {
      guard case .answered(let answer) = record.event, !answer.isOfReaction else { continue }
      requests += 1
      if answer.source == .memory || answer.source == .flash { hits += 1 }
      counter.values.append((record.at, [JSON(Double(hits) / Double(requests))]))
    }
    return counter
  }
}

extension DeviceRecording {
  func name(of exchange: Exchange) -> String {
    guard let resource = exchange.resource else { return "list of records" }
    return exchange.record.purpose == .edits
      ? "edits of \(name(of: resource))" : name(of: resource)
  }

  func host(of exchange: Exchange) -> String {
    exchange.resource.map { published.host(of: $0) } ?? PublishedContents.host(0)
  }
}
