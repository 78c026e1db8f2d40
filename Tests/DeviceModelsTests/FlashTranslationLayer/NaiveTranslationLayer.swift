internal import DeviceModels

/// A translation layer that looks at everything to find anything: the twin of the real one.
struct NaiveTranslationLayer {
  private struct Block {
    var units: [UInt32?] = []
    var erases: Int64 = 0
    /// When it was closed, and when its live units became as few as they are.
    var closed = 0
    var changed = 0
    var isClosed = false
    var live: Int { units.count { $0 != nil } }
  }

  private let geometry: FlashGeometry
  private let cleaning: FlashCleaning
  private var blocks: [Block]
  private var fresh: [Int]
  private var open: Int
  private var spare: Int
  private var time = 0
  private(set) var count = FTLCounters()

  init(_ geometry: FlashGeometry, _ cleaning: FlashCleaning) {
    self.geometry = geometry
    self.cleaning = cleaning
    blocks = Array(repeating: Block(), count: geometry.blocks)
    open = 0
    spare = 1
    fresh = Array(2..<geometry.blocks)
  }

  var erases: [Int64] { blocks.map(\.erases) }

  func place(of address: UInt32) -> (block: Int, unit: Int)? {
    for (index, block) in blocks.enumerated() {
      if let unit = block.units.firstIndex(of: address) { return (index, unit) }
    }
    return nil
  }

  mutating func write(_ address: UInt32) {
    while blocks[open].units.count == geometry.unitsPerBlock { turn() }
    forget(address)
    blocks[open].units.append(address)
    count.hostWrites += 1
  }

  mutating func trim(_ address: UInt32) { if forget(address) { count.trimmed += 1 } }

  @discardableResult private mutating func forget(_ address: UInt32) -> Bool {
    guard let (block, unit) = place(of: address) else { return false }
    time += 1
    blocks[block].units[unit] = nil
    blocks[block].changed = time
    return true
  }

  private mutating func turn() {
    time += 1
    blocks[open].closed = time
    blocks[open].changed = time
    blocks[open].isClosed = true
    open = spare
    if !fresh.isEmpty {
      spare = fresh.removeFirst()
      return
    }
    let closed = blocks.indices.filter { blocks[$0].isClosed }
    let first = closed.min { left, right in
      let (left, right) = (blocks[left], blocks[right])
      return switch cleaning {
      case .greedy: (left.live, left.changed) < (right.live, right.changed)
      case .fifo: left.closed < right.closed
      }
    }
    guard let victim = first else { return }
    let moved = blocks[victim].units.compactMap(\.self)
    blocks[open].units = moved
    blocks[victim].units = []
    blocks[victim].isClosed = false
    blocks[victim].erases += 1
    spare = victim
    count.moved += Int64(moved.count)
    count.erases += 1
  }
}
