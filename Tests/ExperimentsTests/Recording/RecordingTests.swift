internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// What is written of a device for other tools says what its row says.
@Suite struct RecordingTests {
  static let strategies = ["network-only", "on-demand", "url-cache", "pre-cache", "image-loader"]
  private static let explainer = Explainer(of: ExplainerTests.scenario, seed: 1)

  private static func strategy(_ name: String) -> AnyStrategy {
    Chosen<AnyStrategy>.standard(name).product
  }

  private static func recording(
    _ name: String, _ span: Range<Instant> = .start ..< .distantFuture
  ) throws -> DeviceRecording {
    try explainer.record(0, during: span, of: strategy(name), labelled: name)
  }

  /// Of device 0, in a run that collects no detail.
  private struct Row: TraceObserver {
    var aggregates = Aggregates()
    var radio = RadioEnergy()
    var views = 0
    /// Answers from memory and flash, of reactions too.
    var cached = 0
    var busy = TimeSpan.zero

    mutating func observe(_ page: [TraceRecord], device: UInt32) {
      guard device == 0 else { return }
      aggregates.observe(page, device: device)
      for record in page {
        switch record.event {
        case .finished(let summary): radio = summary.radio
        case .closed: views += 1
        case .answered(let answer):
          if answer.source == .memory || answer.source == .flash { cached += 1 }
        case .worked(let work): busy = busy + work.busy
        default: break
        }
      }
    }
  }

  @Test(arguments: strategies)
  func aHARHasTheBytesAndTheAnswersOfTheRow(name: String) throws {
    let run = try Self.explainer.run(Self.strategy(name), Row())
    let row = run.aggregates
    let log = try #require(
      RecordingArchive(try Self.recording(name)).json(version: "1")["log"])
    let entries = try #require(log["entries"]?.elements)
    func sum(_ value: (JSON) -> Int64?) -> Int64 { entries.reduce(0) { $0 + (value($1) ?? 0) } }
    let down = row.network.bytesDown.count
    expect(down > 100_000)
    expect(sum { $0["response"]?["_transferSize"]?.integer }, is: down)
    expect(
      sum {
        ($0["response"]?["headersSize"]?.integer ?? 0) + ($0["response"]?["bodySize"]?.integer ?? 0)
      }, is: down)
    expect(
      sum {
        ($0["request"]?["headersSize"]?.integer ?? 0) + ($0["request"]?["bodySize"]?.integer ?? 0)
      }, is: row.network.bytesUp.count)
    let cached = entries.count { $0["_fromCache"] != nil }
    expect(cached, is: run.cached)
    expect((cached > 0), is: name != "network-only")
    for entry in entries {
      let timings = try #require(entry["timings"])
      // `ssl` is in `connect`, and -1 stands for what there was not.
      let parts = ["blocked", "dns", "connect", "send", "wait", "receive"].map {
        max(timings[$0]?.real ?? .nan, $0 == "dns" || $0 == "connect" ? 0 : -1)
      }
      expect(parts.allSatisfy { $0 >= 0 })
      expect(abs(parts.reduce(0, +) - (entry["time"]?.real ?? .nan)) < 1e-6)
      expect(timings["ssl"]?.real ?? .nan <= timings["connect"]?.real ?? .nan)
    }
  }

  @Test(arguments: strategies)
  func everyViewIsAPageAndEveryEntryLiesInItsOwn(name: String) throws {
    let row = try Self.explainer.run(Self.strategy(name), Row())
    let log = try #require(
      RecordingArchive(try Self.recording(name)).json(version: "1")["log"])
    let pages = try #require(log["pages"]?.elements)
    expect(pages.count == row.views && row.views > 5)
    let begins = Dictionary(
      uniqueKeysWithValues: pages.compactMap { page in
        page["id"]?.string.flatMap { id in page["startedDateTime"]?.string.map { (id, $0) } }
      })
    expect(begins.count, is: pages.count)
    var inPages = 0
    for entry in log["entries"]?.elements ?? [] {
      guard let page = entry["pageref"]?.string else { continue }
      inPages += 1
      // Texts of one form and zone: their order is that of time.
      let begin = try #require(begins[page])
      expect(begin <= entry["startedDateTime"]?.string ?? "")
    }
    expect(inPages > 0)
  }

  @Test(arguments: strategies)
  func slicesLieWithinEachOtherOrApart(name: String) throws {
    let tracks = RecordingTracks(try Self.recording(name))
    expect(["app", "screens"].allSatisfy { name in tracks.tracks.contains { $0.name == name } })
    for track in tracks.tracks {
      var open: [Instant] = []
      for slice in track.slices {
        expect(slice.begin <= slice.end, "\(track.name)")
        while let end = open.last, end <= slice.begin { open.removeLast() }
        if let end = open.last { expect(slice.end <= end, "\(track.name): \(slice.name)") }
        open.append(slice.end)
      }
    }
  }

  /// The states of the radio, the main thread's work, exchanges and screens are all there, as long
  /// as they were.
  @Test(arguments: strategies)
  func slicesAddUpToTheRow(name: String) throws {
    let row = try Self.explainer.run(Self.strategy(name), Row())
    let recording = try Self.recording(name)
    let tracks = RecordingTracks(recording).tracks
    let radio = tracks.first { $0.name == "radio" }?.slices ?? []
    func time(_ isOf: (String) -> Bool) -> TimeSpan {
      radio.filter { isOf($0.name) }.reduce(.zero) { $0 + $1.duration }
    }
    expect(time { $0.hasPrefix("tail: ") }, is: row.radio.tailTime)
    expect(row.radio.tailTime > .zero)
    expect(time { $0 == "promotion" }, is: row.radio.promotionTime)
    expect(time { $0 == "active" }, is: row.radio.activeTime)
    // What `radio_tail_energy_j` has.
    let joules = radio.filter { $0.name.hasPrefix("tail: ") }.reduce(0) { sum, slice in
      sum + slice.duration.seconds * (slice.arguments.first?.value.real ?? .nan)
    }
    expect(abs(joules - row.radio.tail) < 1e-6 * max(row.radio.tail, 1))
    func slices(with argument: String) -> [RecordingTracks.Slice] {
      tracks.flatMap(\.slices).filter { $0.arguments.contains { $0.name == argument } }
    }
    let exchanges = slices(with: "bytes_down")
    expect(exchanges.count, is: recording.exchanges.count)
    let lasted = recording.exchanges.reduce(TimeSpan.zero) {
      $0 + ($1.record.endedAt - $1.record.startedAt - $1.queue)
    }
    expect(exchanges.reduce(.zero) { $0 + $1.duration }, is: lasted)
    expect(slices(with: "first_source").count, is: row.views)
    let busy = slices(with: "dropped_frames").reduce(TimeSpan.zero) { $0 + $1.duration }
    // A process's end ends its work.
    expect(busy <= row.busy)
  }

  @Test func countersEndWithWhatTheRowHas() throws {
    let row = try Self.explainer.run(Self.strategy("on-demand"), Row()).aggregates
    let counters = RecordingTracks(try Self.recording("on-demand")).counters
    let ratio = try #require(counters.first { $0.name == "object hit ratio" })
    let requests = row.answers.requests
    let hits = requests[.memory] + requests[.flash]
    expect(ratio.values.last?.values, is: [JSON(Double(hits) / Double(requests.total))])
    let flash = try #require(counters.first { $0.name == "bytes written to flash" })
    expect(flash.series.contains("archive"))
    let written = flash.values.last?.values.reduce(0) { $0 + ($1.integer ?? 0) }
    expect(written, is: (try Self.explainer.run(Self.strategy("on-demand"), Written())).bytes)
    for counter in counters {
      expect(zip(counter.values, counter.values.dropFirst()).allSatisfy { $0.at <= $1.at })
      expect(counter.values.allSatisfy { $0.values.count == counter.series.count })
    }
  }

  private struct Written: TraceObserver {
    var bytes: Int64 = 0

    mutating func observe(_ page: [TraceRecord], device: UInt32) {
      guard device == 0 else { return }
      for case .wrote(_, let write) in page.map(\.event) { bytes += write.bytes.count }
    }
  }

  /// Each exchange begins on one day.
  @Test func daysAddUpToTheDevice() throws {
    func bytes(_ span: Range<Instant>) throws -> Int64 {
      try Self.recording("on-demand", span).exchanges.reduce(0) { $0 + $1.record.bytesDown.count }
    }
    let days = try (0..<5).map { day in
      let midnight = Instant.start + .days(Int64(day))
      return try bytes(midnight..<midnight + .days(1))
    }
    expect(days.count { $0 > 0 } > 1)
    try expect(days.reduce(0, +), is: bytes(.start ..< .distantFuture))
  }

  @Test func traceEventsAreMicrosecondsOfNamedTracks() throws {
    let recordings = try ["on-demand", "url-cache"].map { try Self.recording($0) }
    let file = TraceEventsFile.json(of: recordings)
    let events = try #require(file["traceEvents"]?.elements)
    let processes = events.filter { $0["name"]?.string == "process_name" }
    expect(
      processes.map { $0["args"]?["name"]?.string },
      is: ["on-demand, device 0", "url-cache, device 0"])
    let tracks = recordings.map { RecordingTracks($0) }
    let slices = events.filter { $0["ph"]?.string == "X" }
    expect(slices.count, is: tracks.reduce(0) { $0 + $1.tracks.reduce(0) { $0 + $1.slices.count } })
    let first = try #require(tracks[0].tracks.first?.slices.first)
    expect(slices[0]["ts"]?.integer, is: first.begin.nanoseconds / 1_000)
    expect(slices.allSatisfy { ($0["dur"]?.integer ?? -1) >= 0 })
    let named = events.filter { $0["name"]?.string == "thread_name" }
    let threads = Set(slices.map { "\($0["pid"]?.compact ?? "") \($0["tid"]?.compact ?? "")" })
    expect(threads.count, is: named.count)
    expect(Set(events.compactMap { $0["ph"]?.string }), is: ["M", "X", "C"])
  }
}
