package import SimCore

/// A request that reached an origin which can be busy.
public struct OriginArrival: Sendable, Hashable {
  /// How long it waits for a worker.
  package var wait: TimeSpan
  /// How long a worker works on it.
  package var service: TimeSpan
  /// With which status it is refused at once; 0: it is not.
  package var refusal: UInt16

  package init(wait: TimeSpan = .zero, service: TimeSpan = .zero, refusal: UInt16 = 0) {
    (self.wait, self.service, self.refusal) = (wait, service, refusal)
  }
}

/// What an origin had to do that can be busy, and what it is paid for.
package struct OriginAggregate: Codable, Sendable, Summed {
  /// For how many nanoseconds requests waited that were not refused.
  package private(set) var waits = Samples()
  package private(set) var refused: Int64 = 0
  package private(set) var work: Int64 = 0
  /// For how many nanoseconds it was measured: while any of its devices was.
  package private(set) var time: Int64 = 0
  /// No part of the stored form.
  private var measured: ClosedRange<Instant>?
  /// A load for each seed under which there were requests.
  package private(set) var loads: [OriginLoad] = []
  /// Of every origin, also of one that is never busy; nil: it costs nothing.
  package let prices: OriginPrices?

  private enum CodingKeys: CodingKey { case waits, refused, work, time, loads, prices }

  package init(prices: OriginPrices? = nil) { self.prices = prices }

  /// Refused ones too.
  package var requests: Int64 { Int64(waits.count) + refused }

  mutating func add(_ arrival: OriginArrival, at instant: Instant) {
    if loads.isEmpty { loads = [OriginLoad()] }
    loads[0].add(at: instant)
    guard arrival.refusal == 0 else {
      refused += 1
      return
    }
    waits.add(arrival.wait.nanoseconds)
    work += arrival.service.nanoseconds
  }

  /// Notes that a device has ended.
  mutating func noteEnd(_ summary: DeviceSummary) {
    let begin = min(measured?.lowerBound ?? summary.measuredFrom, summary.measuredFrom)
    let end = max(measured?.upperBound ?? summary.at, summary.at)
    measured = begin...max(begin, end)
    time = (end - begin).nanoseconds
  }

  mutating func sort() {
    waits.sort()
    for index in loads.indices { loads[index].summarize() }
  }

  /// A percentile of the requests a second, over the seconds from the first request to the last;
  /// nil without requests. - Complexity: O(n log n) in the different rates.
  package func rate(at percentile: Percentile) -> Double? {
    let rates = loads.flatMap(\.rates).sorted { $0.requests < $1.requests }
    let count = rates.reduce(0) { $0 + $1.seconds }
    guard count > 0 else { return nil }
    var rank = percentile.rank(among: count)
    return rates.first { rate in
      rank -= rate.seconds
      return rank <= 0
    }.map { Double($0.requests) }
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.waits, \.refused, \.work, \.time)
    left.loads += right.loads
  }
}

/// How many requests, refused ones too, reached an origin under one seed in each second.
///
/// Seconds are counted one by one while they are simulated, 4 bytes each; what is left of them then
/// is how many had how many requests, and the seconds around the busiest.
package struct OriginLoad: Codable, Sendable, Hashable {
  package struct Rate: Codable, Sendable, Hashable {
    package var requests: UInt32
    package var seconds: Int
  }

  /// Since the start; empty once they are summarized.
  private var seconds: [UInt32] = []
  /// In order of requests, from the first second that had any to the last.
  package private(set) var rates: [Rate] = []
  /// The seconds from `secondsBefore` before the busiest on, the first of several; zero where there
  /// were none.
  package private(set) var busiest: [UInt32] = []

  package static let secondsBefore = 60
  private static let secondsAround = 600

  mutating func add(at instant: Instant) {
    let second = Int(instant.sinceStart.nanoseconds / TimeSpan.seconds(1).nanoseconds)
    if seconds.count <= second {
      seconds += Array(repeating: 0, count: second + 1 - seconds.count)
    }
    seconds[second] += 1
  }

  /// - Complexity: O(n log n) in the seconds, once.
  mutating func summarize() {
    guard let most = seconds.max(), let middle = seconds.firstIndex(of: most) else { return }
    for requests in seconds.drop(while: { $0 == 0 }).sorted() {
      if rates.last?.requests != requests { rates.append(Rate(requests: requests, seconds: 0)) }
      rates[rates.count - 1].seconds += 1
    }
    busiest = (0..<Self.secondsAround).map { place in
      let second = middle - Self.secondsBefore + place
      return seconds.indices.contains(second) ? seconds[second] : 0
    }
    seconds = []
  }
}
