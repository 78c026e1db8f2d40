internal import Client

extension Bound {
  /// Whether a metric of its row means something. Of a relaxation, which pays for nothing, only what
  /// it bounds does; other bounds live under the laws of all, and can be seen doing so.
  func tells(_ metric: Metric) -> Bool {
    !isRelaxation || quantity.prefixes.contains { metric.name.hasPrefix($0) }
  }
}

extension Bound.Quantity {
  /// How the names of its metrics begin. Among the waits those over all opens are meant: over the
  /// opens that got there a strategy that fails often can come to less.
  fileprivate var prefixes: [String] {
    switch self {
    case .waits: ["first_content_", "fresh_content_", "blank_ratio", "offline_served_ratio"]
    case .flashWrites: ["flash_write_bytes"]
    case .receivedBodies: ["network_body_bytes"]
    }
  }
}
