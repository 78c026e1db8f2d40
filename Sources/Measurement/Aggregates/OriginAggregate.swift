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

/// What an origin that can be busy had to do.
package struct OriginAggregate: Codable, Sendable, Summed {
  /// For how many nanoseconds requests waited that were not refused.
  package private(set) var waits = Samples()
  package private(set) var refused: Int64 = 0
  /// Nanoseconds of work.
  package private(set) var work: Int64 = 0
  /// By world, a seed, and by second since the start: how many requests came, refused ones too.
  package private(set) var arrivals: [[UInt32]] = []

  package init() {}

  /// Refused ones too.
  package var requests: Int64 { Int64(waits.count) + refused }

  mutating func add(_ arrival: OriginArrival, at instant: Instant) {
    if arrivals.isEmpty { arrivals = [[]] }
    let second = Int(instant.sinceStart.nanoseconds / TimeSpan.seconds(1).nanoseconds)
    while arrivals[0].count <= second { arrivals[0].append(0) }
    arrivals[0][second] += 1
    guard arrival.refusal == 0 else {
      refused += 1
      return
    }
    waits.add(arrival.wait.nanoseconds)
    work += arrival.service.nanoseconds
  }

  mutating func sort() { waits.sort() }

  /// A percentile of the requests a second, over the seconds from the first request to the last; nil
  /// without requests. - Complexity: O(n log n) in the seconds.
  package func rate(at percentile: Percentile) -> Double? {
    let seconds = arrivals.flatMap { $0.drop { $0 == 0 } }.sorted()
    return seconds.isEmpty ? nil : Double(seconds[percentile.rank(among: seconds.count) - 1])
  }

  static func += (left: inout Self, right: Self) {
    left.waits.merge(right.waits)
    left.refused += right.refused
    left.work += right.work
    left.arrivals += right.arrivals
  }
}
