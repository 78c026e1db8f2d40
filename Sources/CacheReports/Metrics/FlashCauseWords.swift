internal import DeviceModels

extension FlashCause {
  /// The word for the cause in names of metrics and columns.
  var word: String {
    switch self {
    case .eviction: "eviction"
    case .flush: "flush"
    case .archive: "archive"
    case .store: "store"
    case .record: "record"
    case .outbox: "outbox"
    case .index: "index"
    case .journal: "journal"
    case .checkpoint: "checkpoint"
    case .delete: "delete"
    case .migration: "migration"
    }
  }

  /// What it means, for definitions.
  var meaning: String {
    switch self {
    case .eviction: "for entries that left a memory tier"
    case .flush: "for unwritten entries on a memory warning, in the background or at the end"
    case .archive: "for archived views"
    case .store: "for answers of the network that are stored as they came"
    case .record: "for records that were fetched ahead"
    case .outbox: "for edits that wait to be sent"
    case .index: "for an index beside the data"
    case .journal: "for journals that are thrown away after their transaction"
    case .checkpoint: "for carrying a log's pages over into the database"
    case .delete: "for removals"
    case .migration: "for entries written in the form of a new release"
    }
  }
}
