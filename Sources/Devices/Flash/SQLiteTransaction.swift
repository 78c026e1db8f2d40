/// The pages that one transaction makes dirty.
struct SQLiteTransaction {
  /// Pages that were there before, by cause; without the database's first page.
  var existing = FlashTally()
  /// How many of those it makes dirty and then frees: a rollback journal has their image, and the
  /// database does not get them back; a log gets them all the same.
  var abandoned: Int64 = 0
  /// Pages that the transaction adds, by cause.
  var added = FlashTally()
  /// Whether pages are taken from or given to the file, which the first page records.
  var allocates = false
  /// Whether the file becomes longer.
  var grows = false
  /// The cause of the last change; nil: there was none.
  var cause: FlashCause?
}
