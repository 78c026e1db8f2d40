/// The catalogue of storage engines.
public enum FlashEngines {
  /// Every engine, in the order in which a list shows them.
  public static let all: [any FlashEngine.Type] = [
    FilePerEntry.self, Archive.self, SQLiteWAL.self, SQLiteRollback.self, RowsAndFiles.self,
    IndexedFiles.self, CoreData.self,
  ]

  /// The engine of that name; nil: there is none.
  public static func named(_ name: String) -> (any FlashEngine.Type)? {
    all.first { $0.name == name }
  }
}
