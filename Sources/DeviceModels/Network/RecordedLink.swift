package import SimCore

/// What was recorded of a link, replayed in virtual time: its rates, and where it was recorded its
/// round trip and its loss.
///
/// A rate holds until the next one was recorded, and at its end the recording begins again. What
/// it does not have is the profile's: a recording of one direction leaves the other one constant.
///
/// The rates are those of the whole link, which exchanges share. In an outage, a rate of zero, the
/// link serves nothing, connections are not opened, and the request timeout runs. A round trip is
/// an exchange's for all of its time, as it was at its beginning.
///
/// Left out: acknowledgements that an outage of the other direction holds back, and handshakes
/// under way when an outage begins.
package struct RecordedLink: Hashable, Sendable {
  /// Where in the recording a simulation starts.
  package enum Start: Hashable, Sendable {
    /// So long after its beginning.
    case at(TimeSpan)
    /// Anywhere in its period, drawn for each seed and device.
    case random
  }

  /// Bits per second towards the device; nil: the profile's.
  package var down: StepSeries<Double>?
  /// Bits per second from the device; nil: the profile's.
  package var up: StepSeries<Double>?
  /// The round trip to the origin and back; nil: the profile's.
  package var roundTrip: StepSeries<TimeSpan>?
  /// Share of packets lost, 0 to 1, of which 1 is an outage; nil: the profile's.
  package var loss: StepSeries<Double>?
  package var start: Start

  package init(
    down: StepSeries<Double>?, up: StepSeries<Double>? = nil,
    roundTrip: StepSeries<TimeSpan>? = nil, loss: StepSeries<Double>? = nil,
    start: Start = .at(.zero)
  ) {
    self.down = down
    self.up = up
    self.roundTrip = roundTrip
    self.loss = loss
    self.start = start
  }

  /// The longest time after which a series begins again, in nanoseconds.
  private var period: Int64 {
    let changing = [
      down.flatMap { $0.values.count > 1 ? $0.period : nil },
      up.flatMap { $0.values.count > 1 ? $0.period : nil },
      roundTrip.flatMap { $0.values.count > 1 ? $0.period : nil },
      loss.flatMap { $0.values.count > 1 ? $0.period : nil },
    ]
    return changing.compactMap(\.self).max() ?? 1
  }

  /// The place in the recording, in nanoseconds, of a simulation's start.
  func offset(seed: UInt64, device: UInt32, name: String) -> Int64 {
    switch start {
    case .at(let span): return span.nanoseconds
    case .random:
      // Schedules draw with the greatest attempt, jitter with small ones; a name's digest is
      // neither.
      var generator = SeededGenerator(
        seed: seed, purpose: .network, entity: UInt64(device),
        attempt: Fingerprint(of: name).value)
      return Int64(generator.unit() * Double(period))
    }
  }

  /// When both directions let bytes pass, at a time or after it.
  /// - Returns: nil when that is never.
  /// - Complexity: O(steps).
  func firstPassage(from time: Int64) -> Int64? {
    var time = time
    // Two directions with periods of their own may never pass bytes at once: the search ends.
    for _ in 0..<Self.longestSearch {
      let stopped = [down, up].compactMap(\.self).first { $0.value(at: time) == 0 }
      let lost = loss.flatMap { $0.value(at: time) >= 1 ? $0 : nil }
      guard let end = stopped?.end(at: time) ?? lost?.end(at: time) else { return time }
      if end == .max { return nil }
      time = end
    }
    return time
  }

  /// The most steps that are looked through for an end of an outage: a million.
  private static let longestSearch = 1 << 20
}

/// Where a network's rates stand: in a recording, or in what is drawn of them.
struct RecordingReplay {
  let seed: UInt64
  let device: UInt32
  let downLevels: RateLevels
  let upLevels: RateLevels
  /// The recording's time at the simulation's start, in nanoseconds.
  var offset: Int64 = 0
  /// Until when the links' rates hold, in nanoseconds.
  var upHolds = Int64.max
  var downHolds = Int64.max

  init(seed: UInt64, device: UInt32) {
    self.seed = seed
    self.device = device
    downLevels = RateLevels(seed: seed, device: device, direction: 0)
    upLevels = RateLevels(seed: seed, device: device, direction: 1)
  }
}
