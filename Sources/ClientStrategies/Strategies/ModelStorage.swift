package import ClientSimulation
package import DeviceModels
internal import SimCore

/// Settings of a strategy that lays models down on flash: with which storage engine.
///
/// Where the engines of strategies differ, so do their writes, whatever their rules.
package protocol ModelStorage: Sendable {
  /// The engine in a scenario whose strategies share these settings; nil: nothing lies on flash.
  func engine(sharing shared: SharedSettings) -> FlashEngineName?
}

extension SharedSettings {
  /// The engine of archives, which are files unless they or all strategies are told otherwise.
  func engineOfArchives(unless own: FlashEngineName?) -> FlashEngineName {
    own ?? engine ?? "file-per-entry"
  }

  /// The engine of records and queries, which lie in SQLite unless they or all strategies are told
  /// otherwise.
  func engineOfRecords(unless own: FlashEngineName?) -> FlashEngineName {
    own ?? engine ?? "sqlite-wal"
  }
}

extension ArchiveStore.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    shared.engineOfArchives(unless: engine)
  }
}

extension OnDemand.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    archives.engine(sharing: shared)
  }
}

extension MemoryTier.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    archives.engine(sharing: shared)
  }
}

extension ImageLoader.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    archives.engine(sharing: shared)
  }
}

extension QueryCache.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    store.medium == .flash ? shared.engineOfRecords(unless: store.engine) : nil
  }
}
