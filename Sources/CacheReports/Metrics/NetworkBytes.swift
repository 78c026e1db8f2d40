internal import SimCore

extension Metric {
  /// What the link carried.
  static let networkBytes =
    Metric.cost("network_up_bytes", .bytes, "Bytes on the wire towards the origin") {
      Double($0.network.bytesUp.count)
    }
    + Metric.cost("network_down_bytes", .bytes, "Bytes on the wire from the origin") {
      Double($0.network.bytesDown.count)
    }
    + Metric.cost("network_body_bytes", .bytes, "Bodies received whole, without headers") {
      Double($0.network.payload.count)
    }
    + Metric.cost(
      "metered_bytes", .bytes, "Bytes on the wire, both ways, over links that are paid by volume"
    ) { Double($0.network.meteredBytes.count) }
}
