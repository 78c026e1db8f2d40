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

  private var mean: Double { Double(profile?.down.bitsPerSecond ?? 0) }

  /// Recordings as rates of a link with the profile's mean, in bits per second.
  func series(_ recordings: [[Double]]) -> [StepSeries<Double>] {
    recordings.map { recording in
      StepSeries(
        starts: recording.indices.map { Int64($0) * 1_000_000_000 },
        values: recording.map { $0 * mean },
        period: Int64(recording.count) * 1_000_000_000)
    }
  }

  /// What the table gives instead: 1,500 s of each of 40 devices.
  var simulated: [StepSeries<Double>] { Self.simulated[place] ?? [] }

  private static let simulated = Dictionary(
    uniqueKeysWithValues: all.map { place in
      (place.place, (0..<40).map { place.simulated(device: $0, seconds: 1_500) })
    })

  /// The rates towards a device.
  func simulated(device: UInt32, seconds: Int64) -> StepSeries<Double> {
    let levels = RateLevels(seed: Self.seed, device: device, direction: 0)
    var starts: [Int64] = []
    var values: [Double] = []
    var time: Int64 = 0
    while time < seconds * 1_000_000_000 {
      let (factor, end) = rates?.factor(at: time, levels) ?? (.nan, .max)
      starts.append(time)
      values.append(factor * mean)
      time = end
    }
    return StepSeries(starts: starts, values: values, period: time)
  }

  private static let seed: UInt64 = 8

  /// The rates of whole seconds relative to the mean.
  func seconds(of series: [StepSeries<Double>]) -> [Double] {
    series.flatMap { series in
      (0..<series.period / 1_000_000_000).map { second -> Double in
        var time = second * 1_000_000_000
        let end = time + 1_000_000_000
        var sum = 0.0
        while time < end {
          let next = min(series.end(at: time), end)
          sum += series.value(at: time) * Double(next - time) / 1e9
          time = next
        }
        return sum / mean
      }
    }
  }

  /// How long transfers of so many megabytes take in seconds, begun every 0.37 s.
  func times(_ megabytes: Double, over series: [StepSeries<Double>]) -> [Double] {
    series.flatMap { series in
      stride(from: 0, to: series.period, by: 370_000_000).map { start in
        Double((series.completion(of: megabytes * 8e6, from: start) ?? .max) - start) / 1e9
      }
    }
  }

  /// How long a transfer takes in seconds that has the link for itself, without round trips and
  /// headers; nil: it does not end.
  func time(
    of body: Bytes, device: UInt32 = 0, at start: Instant, over recording: RecordedLink? = nil
  ) -> Double? {
    var link = NetworkDescription()
    link.access = .wifi
    link.roundTrip = .zero
    link.down = profile?.down
    link.up = link.down
    var bare = NetworkProfile(
      "bare", link, varyingAs: LinkVariance.named("wifi-\(place)"), source: "test")
    bare.recording = recording
    var settings = NetworkSettings.bare
    settings.nameRoundTrips = 0
    var network = Network(
      profile: bare, settings: settings, seed: Self.seed, device: device, variance: .measured)
    network.begin(0, host: 0, resource: 0, at: start)
    while network.nextInstant != .distantFuture {
      guard let (at, event) = network.next() else { continue }
      if case .reached = event { network.respond(0, bodyBytes: body, at: at) }
      if case .completed = event { return (at - start).seconds }
    }
    return nil
  }

  static func quantiles(_ values: [Double]) -> [Double] {
    let sorted = values.sorted()
    return shares.map { sorted.isEmpty ? .nan : sorted[Int($0 * Double(sorted.count))] }
  }
}
