/// The pages that one transaction makes dirty.
struct SQLiteTransaction {
  /// Pages that were there before, by cause; without the database's first page.
  var existing = FlashTally()
  /// Pages that the transaction adds, by cause.
  var added = FlashTally()
  /// Whether pages are taken from or given to the file, which the first page records.
  var allocates = false
  /// Whether the file becomes longer.
  var grows = false
  /// The cause of the last change; nil: there was none.
  var cause: FlashCause?
}
