internal import ClientSimulation
internal import SimCore

/// Settings that several strategies have, each declared once.
extension Field {
  /// How a screen is read.
  static func read(_ property: any WritableKeyPath<Group, ReadSettings> & Sendable) -> Field {
    Field("read", property, "How a screen is read: from the cache, from the network, or from both.")
  }

  /// From which age on a model is stale.
  static func staleAfter(_ property: any WritableKeyPath<Group, TimeSpan?> & Sendable) -> Field {
    Field(
      "staleAfter", property, in: .zero...(.days(3_650)),
      "With read staleWhileRevalidate: age from which a model is fetched again behind the "
        + "screen; 0s: always; null: never."
    ).also("staleTime")
  }

  /// How requests are made.
  static func requests(_ property: any WritableKeyPath<Group, RequestSettings> & Sendable) -> Field
  {
    Field("requests", property, "How the origin is asked.")
  }

  /// Where models and pictures are stored on flash.
  static func archiveStore(
    _ property: any WritableKeyPath<Group, ArchiveStore.Options> & Sendable
  ) -> Field {
    Field("archiveStore", property, "How archives and pictures are stored on flash.")
      .formerly("shelf")
  }

  /// What happens to stored entries when something around the app changes.
  static func maintenance(
    _ property: any WritableKeyPath<Group, StorageMaintenance> & Sendable, _ summary: String
  ) -> Field { Field("maintenance", property, summary).formerly("housekeeping") }

  /// How many requests the strategy makes at once.
  static func concurrency(
    _ property: any WritableKeyPath<Group, Int> & Sendable, _ summary: String
  ) -> Field { Field("concurrency", property, in: 1...1_000, summary).formerly("atOnce") }
}
