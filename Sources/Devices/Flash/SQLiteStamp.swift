/// When a page was last made dirty: in which transaction and in which log.
struct SQLiteStamp {
  var transaction: UInt32 = 0
  var log: UInt32 = 0
}
