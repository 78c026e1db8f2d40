package import Measurement

extension Bound {
  /// Whether it bounds what a metric says, and its row's value can be set against others'.
  package func bounds(_ metric: Metric) -> Bool {
    quantity.prefixes.contains { metric.name.hasPrefix($0) }
  }

  /// Whether a metric of its row means something. Of a relaxation, which pays for nothing, only
  /// what it bounds does, and what is no matter of better and worse; other bounds live under the
  /// laws of all, and can be seen doing so.
  func tells(_ metric: Metric) -> Bool {
    !isRelaxation || bounds(metric) || metric.better == .neither
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
