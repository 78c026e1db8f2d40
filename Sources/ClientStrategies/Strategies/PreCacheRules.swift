internal import CacheWorkloads
internal import ClientSimulation
public import SimCore

/// Which records a pre-cache keeps though it has space for all: the others are purged at the next
/// poll.
public struct RetentionRule: Settings {
  public var age: TimeSpan? = .days(90)
  public var ageWhenRead: TimeSpan?
  public var keepsFavourites = true

  public init() {}
  public static let fields: [Field<RetentionRule>] = [
    Field(
      "age", \.age, in: .zero...(.days(3_650)),
      "Records published longer ago are purged; 90 days as NetNewsWire; null: none for their age."),
    Field(
      "ageWhenRead", \.ageWhenRead, in: .zero...(.days(3_650)),
      "Records that were marked as read are purged at this age already; null: at no other."),
    Field(
      "keepsFavourites", \.keepsFavourites,
      "Whether records among the favourites are kept whatever their age."),
  ]

  /// Whether a record stays; the lists that lead to the records do.
  func keeps(
    _ entry: ManifestEntry, fields: (Edit.Field) -> UInt32, at now: Instant
  ) -> Bool {
    let age = now - entry.publishedAt
    let isYoung = self.age.map { age <= $0 } ?? true
    let leavesWhenRead = ageWhenRead.map { age > $0 } ?? false
    // Most are young: then no field decides.
    if entry.isList || isYoung && !leavesWhenRead { return true }
    if keepsFavourites, fields(.favourite) > 0 { return true }
    return isYoung && !(leavesWhenRead && fields(.read) > 0)
  }
}

/// What is done to a text when its pictures have come: it is read, pointed to the pictures on the
/// device, and written a second time.
public struct RewritingSettings: Settings {
  public var documents = false
  public var rate = Bytes.megabytes(36)
  public var onMainThread = true

  public init() {}
  public static let fields: [Field<RewritingSettings>] = [
    Field(
      "documents", \.documents,
      "Whether a text is stored as it comes, and once its parts are there rewritten to point to "
        + "them and stored again."),
    Field(
      "rate", \.rate, in: Bytes(1)...(.gigabytes(1_000_000)), orUnlimited: true,
      "Bytes of text rewritten per second on the machine on which the codecs were measured; as "
        + "reading and writing the same bytes as JSON (66 and 80 MB/s)."
    ).assumed(),
    Field(
      "onMainThread", \.onMainThread,
      "Whether the main thread does it, and drops frames; otherwise the record is readable when "
        + "the work is done."),
  ]
}
