internal import Devices

extension FlashCause {
  /// The word for the cause in names of metrics and columns.
  var word: String {
    switch self {
    case .eviction: "eviction"
    case .flush: "flush"
    case .archive: "archive"
    case .record: "record"
    case .index: "index"
    case .journal: "journal"
    case .checkpoint: "checkpoint"
    case .delete: "delete"
    }
  }

  /// What it means, for definitions.
  var meaning: String {
    switch self {
    case .eviction: "for entries that left a memory tier"
    case .flush: "for unwritten entries on a memory warning, in the background or at the end"
    case .archive: "for archived views and stored answers"
    case .record: "for downloaded records and edits waiting to be sent"
    case .index: "for an index beside the data"
    case .journal: "for journals that are thrown away after their transaction"
    case .checkpoint: "for carrying a log's pages over into the database"
    case .delete: "for removals"
    }
  }
}
