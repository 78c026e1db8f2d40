package import ClientSimulation
package import DeviceModels

/// Settings of a strategy that lays models down on flash: with which storage engine.
///
/// Where the engines of strategies differ, so do their writes, whatever their rules.
package protocol ModelStorage: Sendable {
  /// The engine in a scenario whose strategies share these settings; nil: nothing lies on flash.
  func engine(sharing shared: SharedSettings) -> FlashEngineName?
}

extension ArchiveStore.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    engine ?? shared.engine ?? "file-per-entry"
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

extension PreCache.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    engine ?? shared.engine ?? "sqlite-wal"
  }
}

extension Hybrid.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    engine ?? shared.engine ?? "sqlite-wal"
  }
}

extension QueryCache.Options: ModelStorage {
  package func engine(sharing shared: SharedSettings) -> FlashEngineName? {
    store.medium == .flash ? store.engine ?? shared.engine ?? "sqlite-wal" : nil
  }
}
