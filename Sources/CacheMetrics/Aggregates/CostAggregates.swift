package import DeviceModels
package import SimCore

/// Writes to flash and reads from it.
package struct FlashAggregate: Codable, Sendable, Summed {
  /// The sum of all receipts.
  package private(set) var written = FlashWrite()
  /// How often an entry was written although flash had that version already.
  package private(set) var rewrites: Int64 = 0
  /// Their bytes, as the entries are stored.
  package private(set) var bytesRewritten = Bytes.zero
  package private(set) var reads: Int64 = 0
  package private(set) var bytesRead = Bytes.zero

  package init() {}

  mutating func add(_ write: FlashWrite) { written += write }

  mutating func addRewrite(of bytes: Bytes) {
    rewrites += 1
    bytesRewritten += bytes
  }

  mutating func addRead(of bytes: Bytes) {
    reads += 1
    bytesRead += bytes
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.written, \.rewrites, \.bytesRewritten, \.reads, \.bytesRead)
  }
}

/// Exchanges with the origin, and how they ended.
package struct NetworkAggregate: Codable, Sendable, Summed {
  package private(set) var exchanges = CaseCounts<Purpose>()
  /// Exchanges that the origin answered with 200, or as a trace has it with another 2xx or a 3xx.
  package private(set) var answered200: Int64 = 0
  /// Exchanges that the origin answered with 304.
  package private(set) var answered304: Int64 = 0
  /// Exchanges without a usable answer: any other status, or none.
  package private(set) var failures: Int64 = 0
  /// Exchanges that the app cancelled, because the view was left that alone waited for them.
  package private(set) var cancelled: Int64 = 0
  /// Bytes on the wire to the origin.
  package private(set) var bytesUp = Bytes.zero
  /// Bytes on the wire from the origin.
  package private(set) var bytesDown = Bytes.zero
  /// The bytes of both directions on metered links.
  package private(set) var meteredBytes = Bytes.zero
  /// The bytes from the origin in exchanges that failed.
  package private(set) var failedBytesDown = Bytes.zero
  /// The bytes from the origin in exchanges that were cancelled.
  package private(set) var cancelledBytesDown = Bytes.zero
  /// The bytes from the origin in exchanges that brought no whole answer.
  package var unusableBytesDown: Bytes { failedBytesDown + cancelledBytesDown }
  /// Bytes of bodies received completely.
  package private(set) var payload = Bytes.zero

  package init() {}

  mutating func add(_ exchange: ExchangeRecord) {
    exchanges[exchange.purpose] += 1
    bytesUp += exchange.bytesUp
    bytesDown += exchange.bytesDown
    payload += exchange.payload
    if exchange.isMetered { meteredBytes += exchange.bytesUp + exchange.bytesDown }
    switch exchange.status {
    case _ where exchange.isCancelled:
      cancelled += 1
      cancelledBytesDown += exchange.bytesDown
    case 304: answered304 += 1
    case 200..<400: answered200 += 1
    default:
      failures += 1
      failedBytesDown += exchange.bytesDown
    }
  }

  static func += (left: inout Self, right: Self) {
    addUp(
      &left, right, \.exchanges, \.answered200, \.answered304, \.failures, \.cancelled, \.bytesUp,
      \.bytesDown, \.meteredBytes, \.failedBytesDown, \.cancelledBytesDown, \.payload)
  }
}

/// Evictions, memory warnings and ends of the app's process.
package struct MemoryAggregate: Codable, Sendable, Summed {
  /// Evicted entries, by tier.
  package private(set) var evictions = CaseCounts<Medium>()
  package private(set) var evictedBytes = CaseCounts<Medium>()
  package internal(set) var warnings: Int64 = 0
  package internal(set) var kills: Int64 = 0
  /// How often the app's process ended, kills among them.
  package private(set) var processEnds: Int64 = 0
  /// Entries lost with a process before they were on flash.
  package private(set) var lostEntries: Int64 = 0

  package init() {}

  mutating func addEviction(of bytes: Bytes, from medium: Medium) {
    evictions[medium] += 1
    evictedBytes[medium] += bytes.count
  }

  mutating func addProcessEnd(lostEntries lost: Int) {
    processEnds += 1
    lostEntries += Int64(lost)
  }

  static func += (left: inout Self, right: Self) {
    addUp(
      &left, right, \.evictions, \.evictedBytes, \.warnings, \.kills, \.processEnds, \.lostEntries)
  }
}

/// The work of codecs on the main thread.
package struct MainThreadAggregate: Codable, Sendable, Summed {
  /// Nanoseconds of encoding and decoding.
  package private(set) var time: Int128 = 0
  /// Frames that were not drawn in time because of it.
  package private(set) var droppedFrames: Int64 = 0

  package init() {}

  mutating func add(_ time: TimeSpan, droppedFrames frames: Int64) {
    self.time += Int128(time.nanoseconds)
    droppedFrames += frames
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.time, \.droppedFrames)
  }
}
