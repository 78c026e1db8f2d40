internal import SimCore

/// What a profile and the loss model make of one direction of a link.
struct LinkRate {
  /// What a byte takes over the whole link, in nanoseconds; 0 when unlimited.
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

  /// What a byte of a connection takes when so many send: a link shared max-min fairly
  /// ("water-filling"; Bertsekas, Gallager: Data Networks, 6.5.2). As loss sets one limit for all
  /// of them, they are alike: each has its limit, or an equal share.
  func perByte(senders: Int) -> Double { max(connection, Double(senders) * link) }
}
