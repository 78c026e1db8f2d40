extension Metric {
  /// Of the caches between devices and origin; not defined without any. What a client's own cache
  /// answers reaches none.
  static let edge: [Metric] = [
    share(
      "edge_hit_share", .higher,
      "GETs that a point of presence answered from its store without waiting, fresh or stale (hit "
        + "in RFC 9211), over all that reached one", \.hits),
    ratio(
      "edge_hit_byte_share", .higher,
      "Bytes of bodies that points of presence sent from their stores without waiting, over all "
        + "that they sent; with origin.edge alone.",
      trials: "network_requests", of: { $0.edge.hitBytes }, in: { $0.edge.bytes }),
    share(
      "edge_stale_share", .lower,
      "GETs that a point answered with a stale response, while it was validated or in place of an "
        + "error, over all that reached one", \.stale),
    share(
      "edge_outdated_share", .lower,
      "GETs that a point answered with a version older than the origin's, fresh or stale, over all "
        + "that reached one", \.outdated),
    share(
      "edge_collapsed_share", .neither,
      "GETs that waited at a point for the answer to another one (collapsed in RFC 9211), over all "
        + "that reached one", \.collapsed),
    ratio(
      "shield_hit_share", .higher,
      "Requests of points that the shield answered without the origin, over all that reached it; "
        + "without a shield 0; with origin.edge alone.",
      trials: "network_requests", of: { max(0, $0.edge.forwarded - $0.edge.origin) },
      in: { $0.edge.forwarded }),
    ratio(
      "origin_offload_share", .higher,
      "GETs that reached a point of presence less those that reached the origin, validations in "
        + "the background among them, over the former; with origin.edge alone.",
      trials: "network_requests", of: { max(0, $0.edge.requests - $0.edge.origin) },
      in: { $0.edge.requests }),
  ]

  private static func share(
    _ name: String, _ better: Better, _ definition: String,
    _ part: @escaping @Sendable (EdgeAggregate) -> Int64
  ) -> Metric {
    ratio(
      name, better, definition + "; with origin.edge alone.", trials: "network_requests",
      of: { part($0.edge) }, in: { $0.edge.requests })
  }
}
