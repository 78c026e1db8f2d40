public import SimCore
internal import Workloads

/// Which records a pre-cache keeps though it has room for all: the others are purged at the next
/// look for news.
public struct Retention: Settings {
  /// Records published longer ago are purged.
  public var age: TimeSpan? = .days(90)
  /// Records that were read are purged sooner.
  public var ageWhenRead: TimeSpan?
  /// Records among the favourites are kept whatever their age.
  public var keepsFavourites = true

  public init() {}
  public static let fields: [Field<Retention>] = [
    Field(
      "age", \.age,
      "Records published longer ago are purged; 90 days as NetNewsWire; null: none for their age."),
    Field(
      "ageWhenRead", \.ageWhenRead,
      "Records that were marked as read are purged at this age already; null: at no other."),
    Field(
      "keepsFavourites", \.keepsFavourites,
      "Whether records among the favourites are kept whatever their age."),
  ]

  /// Whether a record stays.
  func keeps(
    _ entry: ManifestEntry, fields: (Edit.Field) -> UInt32, at now: Instant
  ) -> Bool {
    if keepsFavourites && fields(.favourite) > 0 { return true }
    let age = now - entry.publishedAt
    if let limit = ageWhenRead, fields(.read) > 0, age > limit { return false }
    return self.age.map { age <= $0 } ?? true
  }
}
