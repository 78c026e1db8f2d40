internal import Devices
internal import SimCore

extension SQLiteTwin {
  /// 200 rows that come, change and go in order.
  static func rowsInOrder(_ mode: SQLiteMode, _ size: Int) throws -> SQLiteTwin {
    var twin = try SQLiteTwin(mode)
    for entry in 0..<200 {
      twin.insert(ObjectKey(entry), bytes: size, number: entry + 1)
      try twin.commit()
    }
    for entry in 0..<200 {
      twin.update(ObjectKey(entry), bytes: size)
      try twin.commit()
    }
    for entry in 0..<200 {
      twin.delete(ObjectKey(entry))
      try twin.commit()
    }
    return twin
  }

  /// 500 rows, of which 350 go in a scattered order; then 350 come, into free pages first.
  static func scatteredRows(_ mode: SQLiteMode, _ size: Int) throws -> SQLiteTwin {
    var twin = try SQLiteTwin(mode)
    for entry in 0..<500 {
      twin.insert(ObjectKey(entry), bytes: size, number: entry + 1)
      try twin.commit()
    }
    // The last rows stay, so that new numbers go on after them.
    for entry in 0..<350 {
      twin.delete(ObjectKey(entry * 11 % 490))
      try twin.commit()
    }
    for entry in 0..<350 {
      twin.insert(ObjectKey(entry * 11 % 490), bytes: size, number: 501 + entry)
      try twin.commit()
    }
    return twin
  }

  /// 25 batches of 20 rows that come, and then change.
  static func batches(_ mode: SQLiteMode, _ size: Int) throws -> SQLiteTwin {
    var twin = try SQLiteTwin(mode)
    for batch in 0..<25 {
      for entry in batch * 20..<batch * 20 + 20 {
        twin.insert(ObjectKey(entry), bytes: size, number: entry + 1)
      }
      try twin.commit()
    }
    for batch in 0..<25 {
      for entry in batch * 20..<batch * 20 + 20 { twin.update(ObjectKey(entry), bytes: size) }
      try twin.commit()
    }
    return twin
  }
}
