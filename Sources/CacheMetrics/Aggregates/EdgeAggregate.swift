package import SimCore

/// How a point of presence answered a GET.
public struct EdgeReport: Sendable, Hashable {
  package enum Use: String, Sendable, CaseIterable {
    case hit = "it has it, fresh"
    case stale = "it has it, stale, and validates it meanwhile"
    case staleIfError = "it has it, stale, and the origin fails"
    case collapsed = "it waits for the answer to another request"
    case validated = "what it has is confirmed"
    case miss = "it has to ask"
  }

  package var use: Use
  /// The answer's body, on its way to the device.
  package var bytes = Bytes.zero
  /// Whether the version is older than the origin's.
  package var isOutdated = false
  /// How often the shield or the origin was asked for it, and how often the origin.
  package var forwarded = 0
  package var origin = 0

  package init(_ use: Use) { self.use = use }

  /// Whether it came from the store without waiting.
  package var isHit: Bool { use == .hit || use == .stale }
  package var isStale: Bool { use == .stale || use == .staleIfError }
}

/// What the caches between devices and origin did.
package struct EdgeAggregate: Codable, Hashable, Sendable, Summed {
  /// GETs that reached a point.
  package private(set) var requests: Int64 = 0
  package private(set) var bytes: Int64 = 0
  package private(set) var hits: Int64 = 0
  package private(set) var hitBytes: Int64 = 0
  package private(set) var stale: Int64 = 0
  package private(set) var collapsed: Int64 = 0
  package private(set) var outdated: Int64 = 0
  /// Requests of the points to the shield, or without one to the origin.
  package private(set) var forwarded: Int64 = 0
  package private(set) var origin: Int64 = 0

  package init() {}

  mutating func add(_ report: EdgeReport) {
    requests += 1
    bytes += report.bytes.count
    if report.isHit {
      hits += 1
      hitBytes += report.bytes.count
    }
    if report.isStale { stale += 1 }
    if report.use == .collapsed { collapsed += 1 }
    if report.isOutdated { outdated += 1 }
    forwarded += Int64(report.forwarded)
    origin += Int64(report.origin)
  }

  static func += (left: inout Self, right: Self) {
    left.requests += right.requests
    left.bytes += right.bytes
    left.hits += right.hits
    left.hitBytes += right.hitBytes
    left.stale += right.stale
    left.collapsed += right.collapsed
    left.outdated += right.outdated
    left.forwarded += right.forwarded
    left.origin += right.origin
  }
}
