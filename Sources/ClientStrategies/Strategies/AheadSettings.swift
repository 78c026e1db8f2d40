package import ClientSimulation
package import DeviceModels
package import SimCore

/// What strategies that fetch records ahead into a record store can set, each of them.
public struct AheadSettings: Sendable {
  package var kinds = KindsAhead()
  package var onlyCharging = false
  package var concurrency = 4
  package var deadline: TimeSpan?
  package var lists: ListRequest
  package var retention = RetentionRule()
  var outbox = Outbox.Options()
  package var codec: Codec?
  package var engine: FlashEngineName?
  package var maintenance = StorageMaintenance.documents

  /// What is fetched ahead only on a network not paid by volume.
  public var onlyUnmetered: KindSelection {
    get { kinds.onlyUnmetered }
    set { kinds.onlyUnmetered = newValue }
  }
}

/// Settings among which are those of fetching ahead.
package protocol FetchingAhead: Settings, ModelStorage {
  var ahead: AheadSettings { get set }
}

extension FetchingAhead {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    shared.engineOfRecords(unless: ahead.engine)
  }

  func codec(sharing shared: SharedSettings) -> Codec { ahead.codec ?? shared.codec }

  /// When and how records are fetched ahead.
  /// - Parameter lists: what is said of the way in which lists are asked for.
  static func fetching(lists: String) -> [Field<Self>] {
    [
      Field(
        "prefetchKinds", \.ahead.kinds.prefetched,
        "What is fetched ahead, of the records and of their parts: true is everything. A record is "
          + "readable without parts of other kinds."),
      Field(
        "onlyUnmetered", \.ahead.onlyUnmetered,
        "What is fetched ahead only on a network not paid by volume: true is everything, and the "
          + "list of records is not asked for elsewhere. A record is readable without such parts, "
          + "which come when there is such a network."),
      Field("onlyCharging", \.ahead.onlyCharging, "Fetch ahead only on a charger."),
      .concurrency(\.ahead.concurrency, "How many records are fetched ahead at once."),
      .deadline(\.ahead.deadline), .lists(\.ahead.lists, lists),
    ]
  }

  /// Where records and edits are kept.
  static var storing: [Field<Self>] {
    [
      Field(
        "retention", \.ahead.retention, "Which records are purged though there would be space."),
      Field("outbox", \.ahead.outbox, "How edits are sent."),
      Field(
        "codec", \.ahead.codec,
        "How models are stored; null: as the scenario's shared.codec says."),
      Field(
        "engine", \.ahead.engine,
        "What the record store is built on; null: the scenario's shared.engine, or else sqlite-wal."
      ),
    ]
  }

  /// What becomes of the records.
  static var maintenance: Field<Self> {
    .maintenance(
      \.ahead.maintenance,
      "What becomes of the records after an upgrade, a logout, a shortage of space.")
  }
}
