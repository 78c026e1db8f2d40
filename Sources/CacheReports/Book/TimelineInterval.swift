package import Measurement

/// What happened in one interval of virtual time.
package struct TimelineInterval: Hashable, Sendable {
  /// Screens opened.
  package internal(set) var opens: Int64 = 0
  /// Of those, how many showed something.
  package internal(set) var shown: Int64 = 0
  /// Of those, how many showed an outdated version first.
  package internal(set) var outdated: Int64 = 0
  /// Nanoseconds to first content, summed over the opens that showed some.
  package internal(set) var firstContentTime: Int128 = 0
  /// Opens with a first content from a memory tier.
  package private(set) var memory: Int64 = 0
  /// Opens with a first content from a flash tier.
  package private(set) var flash: Int64 = 0
  /// Opens with a first content that the origin confirmed first.
  package private(set) var revalidated: Int64 = 0
  /// Opens with a first content from the origin.
  package private(set) var network: Int64 = 0
  /// Opens that stayed blank.
  package private(set) var nothing: Int64 = 0
  /// Write operations on flash.
  package internal(set) var flashWrites: Int64 = 0
  /// Bytes written to flash by the app and its storage engine.
  package internal(set) var flashBytes: Int64 = 0
  /// Exchanges with the origin that ended.
  package internal(set) var exchanges: Int64 = 0
  /// Bytes on the wire, both ways.
  package internal(set) var networkBytes: Int64 = 0

  /// Nothing yet.
  package init() {}

  /// Milliseconds to first content on average; nil when nothing was shown.
  package var meanFirstContent: Double? {
    shown == 0 ? nil : Double(firstContentTime) / Double(shown) / 1e6
  }

  /// Opens with a first content from `source`.
  package func opens(from source: Source) -> Int64 {
    switch source {
    case .memory: memory
    case .flash: flash
    case .revalidated: revalidated
    case .network: network
    case .nothing: nothing
    }
  }

  mutating func addOpen(from source: Source) {
    opens += 1
    switch source {
    case .memory: memory += 1
    case .flash: flash += 1
    case .revalidated: revalidated += 1
    case .network: network += 1
    case .nothing: nothing += 1
    }
  }

  static func += (left: inout Self, right: Self) {
    left.opens += right.opens
    left.shown += right.shown
    left.outdated += right.outdated
    left.firstContentTime += right.firstContentTime
    left.memory += right.memory
    left.flash += right.flash
    left.revalidated += right.revalidated
    left.network += right.network
    left.nothing += right.nothing
    left.flashWrites += right.flashWrites
    left.flashBytes += right.flashBytes
    left.exchanges += right.exchanges
    left.networkBytes += right.networkBytes
  }
}
