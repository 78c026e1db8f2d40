internal import Foundation
internal import SimCore
internal import Testing

@testable internal import DeviceModels

/// Wi-Fi that was recorded 20 times at a place (Tests/Data/wifi): rates of 200 s relative to their
/// mean, without the first second, in which the sender's buffer filled.
struct WiFiRecordings: Sendable, CustomTestStringConvertible {
  /// The shares at which distributions are compared.
  static let shares = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95]
  static let all = ["office", "campus", "cafe", "restaurant"].map(WiFiRecordings.init)

  var place: String
  var recordings: [[Double]]

  var testDescription: String { place }
  /// What the table was fitted to: every other recording.
  var fitted: [[Double]] { stride(from: 0, to: 20, by: 2).map { recordings[$0] } }
  /// The others.
  var heldBack: [[Double]] { stride(from: 1, to: 20, by: 2).map { recordings[$0] } }
  var rates: RateVariance? { RateVariance.named("wifi-\(place)") }
  var profile: NetworkProfile? { NetworkProfiles.named("wifi-\(place)") }

  private init(_ place: String) {
    self.place = place
    let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Data/wifi/\(place).tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let rows = text.split(separator: "\n").dropFirst(2).map { line in
      line.split(separator: "\t").map { Double($0) ?? .nan }
    }
    recordings = (0..<20).map { column in
      let rates = rows.map { $0[column] }
      let mean = rates.reduce(0, +) / Double(rates.count)
      return rates.map { $0 / mean }
    }
  }

  /// A recording as a link's rates, relative to a mean in bits per second.
  static func series(_ recording: [Double], mean: Double) -> StepSeries<Double> {
    StepSeries(
      starts: recording.indices.map { Int64($0) * 1_000_000_000 },
      values: recording.map { $0 * mean },
      period: Int64(recording.count) * 1_000_000_000)
  }

  /// How long transfers of so many megabytes at the profile's mean rate take over recordings, in
  /// seconds.
  func times(_ megabytes: Double, over recordings: [[Double]]) -> [Double] {
    let mean = Double(profile?.down.bitsPerSecond ?? 0)
    return recordings.flatMap { recording in
      let series = Self.series(recording, mean: mean)
      return stride(from: 0, to: series.period, by: 1_370_000_000).map { start in
        let end = series.completion(of: megabytes * 8e6, from: start) ?? .max
        return Double(end - start) / 1e9
      }
    }
  }

  /// The same over the link that varies, or that replays a recording from a random start, one for
  /// each of so many devices.
  func simulatedTimes(
    _ megabytes: Double, devices: UInt32, replaying recording: [Double]? = nil
  ) -> [Double] {
    guard let profile else { return [] }
    var link = NetworkDescription()
    link.access = .wifi
    link.roundTrip = .zero
    link.down = profile.down
    link.up = profile.up
    var bare = NetworkProfile(
      "bare", link, varyingAs: LinkVariance.named("wifi-\(place)"), source: "test")
    if let recording {
      let series = Self.series(recording, mean: Double(profile.down.bitsPerSecond))
      bare.recording = RecordedLink(down: series, start: .random)
    }
    var settings = NetworkSettings.bare
    settings.nameRoundTrips = 0
    return (0..<devices).compactMap { device in
      var network = Network(
        profile: bare, settings: settings, seed: 8, device: device, variance: .measured)
      let start = Instant.milliseconds(Int64(device) * 7_919)
      network.begin(0, host: 0, resource: 0, at: start)
      while network.nextInstant != .distantFuture {
        guard let (at, event) = network.next() else { continue }
        if case .reached = event {
          network.respond(0, bodyBytes: Bytes(Int64(megabytes * 1e6)), at: at)
        }
        if case .completed = event { return (at - start).seconds }
      }
      return nil
    }
  }

  /// Means of simulated seconds, by tenths: 500 of each of 100 devices.
  var simulatedSeconds: [Double] {
    guard let rates else { return [] }
    return (0..<100 as Range<UInt32>).flatMap { device in
      let levels = RateLevels(seed: 2, device: device, direction: 0)
      return (0..<500 as Range<Int64>).map { second in
        (0..<10 as Range<Int64>).reduce(0) {
          $0 + rates.factor(at: second * 1_000_000_000 + $1 * 100_000_000, levels).factor
        } / 10
      }
    }
  }

  static func quantiles(_ values: [Double]) -> [Double] {
    let sorted = values.sorted()
    return shares.map { sorted.isEmpty ? .nan : sorted[Int($0 * Double(sorted.count))] }
  }
}
