internal import DeviceModels
internal import SimCore

/// An engine of ours beside the real library: both are asked for the same transactions.
struct SQLiteTwin {
  private let real: RealDatabase
  private var model: any FlashEngine
  /// The number that the real table gave to an entry's row.
  private var numbers: [ObjectKey: Int] = [:]

  /// The transactions whose bills differ, as text, and all bills' sums.
  private(set) var differences: [String] = []
  private(set) var realSum = StorageBill(FlashWrite())
  private(set) var modelSum = StorageBill(FlashWrite())
  private var statements: [String] = []

  init(_ mode: SQLiteMode) throws {
    real = try RealDatabase(
      mode, schema: "CREATE TABLE entries (id INTEGER PRIMARY KEY, data BLOB);")
    model = mode.engine.init(settings: mode.settings)
  }

  /// Adds an entry that is not there; the next free number is its row's, which the caller tells.
  mutating func insert(_ entry: ObjectKey, bytes: Int, number: Int) {
    numbers[entry] = number
    model.put(entry, bytes: Bytes(Int64(bytes)), for: .record)
    statements.append("INSERT INTO entries (data) VALUES (zeroblob(\(bytes)));")
  }

  /// Writes over an entry that is there.
  mutating func update(_ entry: ObjectKey, bytes: Int) {
    model.put(entry, bytes: Bytes(Int64(bytes)), for: .record)
    let number = numbers[entry, default: 0]
    statements.append("UPDATE entries SET data = randomblob(\(bytes)) WHERE id = \(number);")
  }

  /// Removes an entry that is there.
  mutating func delete(_ entry: ObjectKey) {
    model.delete(entry)
    statements.append("DELETE FROM entries WHERE id = \(numbers[entry, default: 0]);")
  }

  /// Ends the transaction on both sides and compares.
  mutating func commit() throws {
    let expected = try real.cost("BEGIN;\(statements.joined())COMMIT;")
    let bill = StorageBill(model.commit())
    if bill != expected { differences.append("\(statements[0]): \(expected), model \(bill)") }
    realSum += expected
    modelSum += bill
    statements.removeAll()
  }
}

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

  /// Rows of many sizes that come and go by the handful, on more pages than one page of the pointer
  /// map describes.
  static func mixedRows(_ mode: SQLiteMode, seed: UInt64) throws -> SQLiteTwin {
    var twin = try SQLiteTwin(mode)
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var there: [Int] = []
    var next = 0
    for _ in 0..<150 {
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let bytes = Int.random(in: 50...60_000, using: &random)
        twin.insert(ObjectKey(next), bytes: bytes, number: next + 1)
        there.append(next)
        next += 1
      }
      try twin.commit()
      // The last row stays, so that new numbers go on after it.
      let leaving = min(Int.random(in: 0...4, using: &random), there.count - 1)
      guard leaving > 0 else { continue }
      for _ in 0..<leaving {
        let place = Int.random(in: 0..<there.count - 1, using: &random)
        twin.delete(ObjectKey(there.remove(at: place)))
      }
      try twin.commit()
    }
    return twin
  }

  /// 100 rows, of which 300 times one changes its size by less than its leaf has room for: the new
  /// overflow pages are taken before the old ones are freed.
  static func rowsOfChangingSize(_ mode: SQLiteMode) throws -> SQLiteTwin {
    var twin = try SQLiteTwin(mode)
    for entry in 0..<100 {
      twin.insert(ObjectKey(entry), bytes: 20_000 + entry, number: entry + 1)
      try twin.commit()
    }
    for change in 0..<300 {
      twin.update(ObjectKey(change * 37 % 100), bytes: 20_000 + change * 61 % 100)
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
