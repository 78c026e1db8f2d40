/// A flash translation layer: where each unit of a device lies, and what moving them costs.
///
/// A unit that is written goes to the next free place of the open block, and its old place is dead.
/// When the block is full, the spare one is opened, and the live units of a victim move into it,
/// which makes the victim the next spare one: host and cleaning share the open block, as in
/// Desnoyers' models and in his ftlsim. Hot and cold data are not kept apart, and nothing levels
/// wear but the order of cleaning.
///
/// The layer knows units, not time: `NANDType` has the durations. It is deterministic and holds
/// 4 bytes for each address and for each place.
public struct TranslationLayer: Sendable {
  /// The device's sizes.
  public let geometry: TranslationGeometry
  /// What it did so far.
  public private(set) var count = TranslationCount()

  /// The place of each address, and a last entry that takes what concerns nobody.
  private var places: [UInt32]
  /// The address at each place, and a last entry for what is nowhere.
  private var owners: [UInt32]
  private var lists: BlockLists
  private let placeBits: UInt32
  private let unitsPerBlock: UInt32
  /// The address of dead places: one behind the last.
  private let nobody: UInt32
  /// The place of addresses without data: the first behind the last block.
  private let nowhere: UInt32
  private var frontier: UInt32 = 0
  private var spare: UInt32 = 1
  /// The first block that was never opened.
  private var fresh: UInt32 = 2
  /// The next free place of the open block, and its end.
  private var next: UInt32 = 0
  private var end: UInt32

  /// Makes an erased device.
  /// - Complexity: O(units).
  public init(geometry: TranslationGeometry, cleaning: FlashCleaning) {
    self.geometry = geometry
    placeBits = UInt32(geometry.placeBits)
    unitsPerBlock = UInt32(geometry.unitsPerBlock)
    nobody = UInt32(geometry.units)
    nowhere = UInt32(geometry.blocks) << placeBits
    places = Array(repeating: nowhere, count: geometry.units + 1)
    owners = Array(repeating: nobody, count: Int(nowhere) + 1)
    lists = BlockLists(
      blocks: geometry.blocks, unitsPerBlock: geometry.unitsPerBlock, cleaning: cleaning)
    end = unitsPerBlock
    lists.open(frontier, live: unitsPerBlock)
  }

  /// Writes a unit at each of the addresses, in order.
  /// - Precondition: the addresses are below the geometry's units.
  /// - Complexity: O(addresses × amplification), amortised.
  public mutating func write(_ addresses: borrowing Span<UInt32>) {
    for index in addresses.indices {
      let address = addresses[index]
      precondition(address < nobody, "the device has no such address")
      if next == end { openBlock() }
      release(places[Int(address)])
      owners[Int(next)] = address
      places[Int(address)] = next
      next &+= 1
    }
    count.hostWrites += Int64(addresses.count)
  }

  /// Says that the units at the addresses hold nothing any more; those that hold nothing stay so.
  /// - Precondition: the addresses are below the geometry's units.
  /// - Complexity: O(addresses).
  public mutating func trim(_ addresses: borrowing Span<UInt32>) {
    for index in addresses.indices {
      let address = addresses[index]
      precondition(address < nobody, "the device has no such address")
      let place = places[Int(address)]
      if place == nowhere { continue }
      release(place)
      places[Int(address)] = nowhere
      count.trimmed += 1
    }
  }

  /// Where the unit of an address lies; nil: nothing was written there, or it was trimmed.
  /// - Precondition: the address is below the geometry's units.
  public func place(of address: UInt32) -> (block: Int, unit: Int)? {
    let place = places[Int(address)]
    if place == nowhere { return nil }
    return (Int(place >> placeBits), Int(place & (1 << placeBits - 1)))
  }

  /// How often the blocks were erased. - Complexity: O(blocks).
  public var wear: BlockWear {
    var least = UInt32.max
    var most: UInt32 = 0
    for block in 0..<UInt32(geometry.blocks) {
      least = min(least, lists.erases(block))
      most = max(most, lists.erases(block))
    }
    return BlockWear(
      least: Int64(least), mean: Double(count.erases) / Double(geometry.blocks), most: Int64(most))
  }

  /// Makes a place dead.
  @inline(__always)
  private mutating func release(_ place: UInt32) {
    owners[Int(place)] = nobody
    lists.loseUnit(of: place >> placeBits)
  }

  /// Closes the full block and opens one with a free place, cleaning where no fresh one is left.
  /// A victim without a dead unit fills the block again; the geometry sees to it that another has
  /// some.
  @inline(never)
  private mutating func openBlock() {
    while next == end {
      lists.close(frontier)
      frontier = spare
      next = frontier << placeBits
      end = next + unitsPerBlock
      lists.open(frontier, live: unitsPerBlock)
      if Int(fresh) < geometry.blocks {
        spare = fresh
        fresh += 1
      } else {
        spare = lists.takeVictim()
        move(from: spare)
      }
    }
  }

  /// Moves the live units of a block to the open one, which is empty.
  ///
  /// Without a branch: a dead unit is moved as well, to be overwritten by the one after it.
  private mutating func move(from victim: UInt32) {
    let start = victim << placeBits
    var target = next
    for place in start..<(start + unitsPerBlock) {
      let owner = owners[Int(place)]
      owners[Int(target)] = owner
      places[Int(owner)] = target
      target &+= owner == nobody ? 0 : 1
    }
    count.moved += Int64(target - next)
    count.erases += 1
    next = target
  }
}
