package import HTTPCaching
package import SimCore

/// Caches between the devices and the origin: the points of presence of a content delivery network.
package struct EdgeSettings: Settings {
  package var points = 1
  package var capacity = Bytes.gigabytes(10)
  package var policy: PolicyName = "lru"
  package var profile = HTTPProfile.rfc9111
  package var roundTrip = TimeSpan.milliseconds(50)
  package var shield = false
  package var collapses = true
  package var maxAge: TimeSpan?
  package var staleWhileRevalidate: TimeSpan?
  package var staleIfError: TimeSpan?
  package var purgeAfter: TimeSpan?

  package init() {}
  package static let fields: [Field<EdgeSettings>] = [
    Field(
      "points", \.points, in: 1...10_000,
      "How many points of presence there are; each device asks one of them, which is drawn."
    ).assumed(),
    Field(
      "capacity", \.capacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that a point holds; the shield as well."
    ).assumed(),
    Field("policy", \.policy, "Which answer leaves a point that is full."),
    Field(
      "profile", \.profile,
      "Whose rules a point goes by, as a cache that users share: RFC 9111, nginx, varnish, or "
        + "switches. By RFC 9111 s-maxage forbids to use a stale answer, which most networks do."),
    Field(
      "roundTrip", \.roundTrip, in: .zero...(.seconds(10)),
      "The round trip between a point and the origin, over connections that are open; that between "
        + "device and point is the network's."
    ).assumed(),
    Field(
      "shield", \.shield,
      "Whether the points ask one more cache, beside the origin, and that one the origin."),
    Field(
      "collapses", \.collapses,
      "Whether a request waits for the answer to another one of the point for the same, if it may "
        + "be stored: collapsed forwarding."),
    Field(
      "maxAge", \.maxAge, in: .zero...(.days(3_650)),
      "CDN-Cache-Control: max-age (RFC 9213): how long all answers are fresh at the points, but "
        + "those that say no-store or private; null: as Cache-Control says."),
    Field(
      "staleWhileRevalidate", \.staleWhileRevalidate, in: .zero...(.days(3_650)),
      "CDN-Cache-Control: stale-while-revalidate; null: as Cache-Control says."),
    Field(
      "staleIfError", \.staleIfError, in: .zero...(.days(3_650)),
      "CDN-Cache-Control: stale-if-error; null: as Cache-Control says."),
    Field(
      "purgeAfter", \.purgeAfter, in: .zero...(.days(1)),
      "How long after a publication the points have dropped the resource; null: nothing is."),
  ]
}
