package import SimCore

/// What packet loss does to the rate of one connection, in expectation.
package enum LossModel: String, Sendable, CaseIterable {
  case none
  /// MSS/RTT · √(3/2)/√p (Mathis, Semke, Mahdavi, Ott: The Macroscopic Behavior of the TCP
  /// Congestion Avoidance Algorithm, CCR 1997); knows no timeouts, hence too fast under heavy loss.
  case mathis
  /// With timeouts (Padhye, Firoiu, Towsley, Kurose: Modeling TCP Throughput, SIGCOMM 1998).
  case padhye

  /// Segments per acknowledgement: 1, each segment is acknowledged at once.
  private static let segmentsPerAcknowledgement = 1.0
  /// The least retransmission timeout in seconds (RFC 6298).
  private static let leastTimeout = 1.0
  /// The retransmission timeout in round trips: smoothed round trip plus four deviations of a
  /// quarter of it each (RFC 6298's rule; the deviation is an assumption).
  private static let timeoutRoundTrips = 2.0

  /// The most bits per second that one connection reaches; infinite without loss.
  /// - Parameters:
  ///   - loss: share of packets lost.
  ///   - roundTrip: the round-trip time.
  ///   - segment: a full segment's payload.
  package func limit(loss: Double, roundTrip: TimeSpan, segment: Bytes) -> Double {
    guard self != .none, loss > 0 else { return .infinity }
    let bits = Double(segment.count) * 8
    let seconds = roundTrip.seconds
    if self == .mathis { return bits * (1.5 / loss).squareRoot() / seconds }
    let b = Self.segmentsPerAcknowledgement
    let timeout = max(Self.leastTimeout, Self.timeoutRoundTrips * seconds)
    let recovery = seconds * (2 * b * loss / 3).squareRoot()
    let share = min(1, 3 * (3 * b * loss / 8).squareRoot())
    return bits / (recovery + timeout * share * loss * (1 + 32 * loss * loss))
  }
}

/// What a profile and the loss model make of one direction of a link.
struct LinkRate: Equatable {
  /// What a byte takes over the whole link, in nanoseconds; 0 when unlimited, infinite when no
  /// byte passes.
  let link: Double
  /// What a byte takes at least over one connection.
  let connection: Double

  /// Makes a rate.
  /// - Parameters:
  ///   - rate: the link's.
  ///   - limit: the most that one connection reaches, in bits per second; infinite without loss.
  init(_ rate: BitRate, limit: Double) {
    link = rate == .unlimited ? 0 : 8e9 / Double(rate.bitsPerSecond)
    connection = max(link, 8e9 / limit)
  }

  /// Makes a rate of a recording, in bits per second; it may be zero.
  init(bitsPerSecond: Double, limit: Double) {
    link = 8e9 / bitsPerSecond
    connection = max(link, 8e9 / limit)
  }

  var isZero: Bool { connection == .infinity }

  /// What a byte of a connection takes when so many send: a link shared max-min fairly
  /// ("water-filling"; Bertsekas, Gallager: Data Networks, 6.5.2). As loss sets one limit for all
  /// of them, they are alike: each has its limit, or an equal share.
  func perByte(senders: Int) -> Double {
    isZero ? .infinity : max(connection, Double(senders) * link)
  }
}

extension NetworkSettings {
  /// The most bits per second that loss lets one connection reach; infinite without loss.
  func connectionLimit(on profile: NetworkProfile) -> Double {
    lossModel.limit(loss: profile.loss, roundTrip: profile.roundTrip, segment: segment)
  }
}
