package import Measurement
package import SimCore

/// What the origin was asked for, and what came of it.
package struct NetworkUse: Sendable {
  /// Exchanges by why they were begun.
  package private(set) var exchanges = Tally<Purpose>()
  /// Exchanges that the origin answered with 200.
  package private(set) var answered200: Int64 = 0
  /// Exchanges that the origin answered with 304.
  package private(set) var answered304: Int64 = 0
  /// Exchanges without a usable answer: any other status, or none.
  package private(set) var failures: Int64 = 0
  /// Bytes on the wire towards the origin.
  package private(set) var bytesUp = Bytes.zero
  /// Bytes on the wire from the origin.
  package private(set) var bytesDown = Bytes.zero
  /// Of both, what a link paid by volume carried.
  package private(set) var meteredBytes = Bytes.zero
  /// Of the bytes from the origin, those of exchanges that failed.
  package private(set) var failedBytesDown = Bytes.zero
  /// Bodies received whole.
  package private(set) var payload = Bytes.zero

  /// Nothing yet.
  package init() {}

  mutating func add(_ exchange: ExchangeRecord) {
    exchanges[exchange.purpose] += 1
    bytesUp += exchange.bytesUp
    bytesDown += exchange.bytesDown
    payload += exchange.payload
    if exchange.isMetered { meteredBytes += exchange.bytesUp + exchange.bytesDown }
    switch exchange.status {
    case 200: answered200 += 1
    case 304: answered304 += 1
    default:
      failures += 1
      failedBytesDown += exchange.bytesDown
    }
  }

  mutating func merge(_ other: NetworkUse) {
    exchanges += other.exchanges
    answered200 += other.answered200
    answered304 += other.answered304
    failures += other.failures
    bytesUp += other.bytesUp
    bytesDown += other.bytesDown
    meteredBytes += other.meteredBytes
    failedBytesDown += other.failedBytesDown
    payload += other.payload
  }
}
