internal import SimCore

/// When a value was written, by a clock that never goes back behind what it has seen (Kulkarni et
/// al., "Logical Physical Clocks", OPODIS 2014), and by whom.
struct CellStamp: Hashable, Comparable {
  var time: Int64
  var writer: Int

  static func < (left: CellStamp, right: CellStamp) -> Bool {
    left.time != right.time ? left.time < right.time : left.writer < right.writer
  }
}

/// A value that is replaced as a whole: the greater stamp wins.
struct Cell {
  var key: String
  var value: JSON
  var stamp: CellStamp

  var json: JSON { JSON([JSON(key), value, JSON(stamp.time), JSON(stamp.writer)]) }
}

extension Cell {
  init?(_ json: JSON) {
    guard let parts = json.elements, parts.count == 4, let key = parts[0].string,
      let time = parts[2].integer, let writer = parts[3].integer
    else { return nil }
    self.init(
      key: key, value: parts[1], stamp: CellStamp(time: time, writer: Int(clamping: writer)))
  }
}

/// Cells by their keys, in the order in which they were first written.
struct CellTable {
  private(set) var cells: [Cell] = []
  private var places: [String: Int] = [:]

  subscript(key: String) -> Cell? { places[key].map { cells[$0] } }

  /// Takes a value that is newer than the one that is there.
  /// - Returns: whether it is.
  @discardableResult
  mutating func merge(_ cell: Cell) -> Bool {
    guard let place = places[cell.key] else {
      places[cell.key] = cells.count
      cells.append(cell)
      return true
    }
    guard cells[place].stamp < cell.stamp else { return false }
    cells[place] = cell
    return true
  }

  mutating func remove(_ isRemoved: (Cell) -> Bool) {
    cells.removeAll(where: isRemoved)
    places = [:]
    for (place, cell) in cells.enumerated() { places[cell.key] = place }
  }

  var json: JSON { JSON(cells.map(\.json)) }

  init(_ json: JSON?) {
    for cell in (json?.elements ?? []).compactMap({ Cell($0) }) { merge(cell) }
  }
}

extension SimulatedDisk {
  /// What a file says; nil: there is none.
  func json(_ name: String) -> JSON? {
    files[name].flatMap { try? JSON.parse(Array($0.utf8)) }
  }
}
