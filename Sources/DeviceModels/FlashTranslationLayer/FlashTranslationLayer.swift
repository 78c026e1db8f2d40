internal import SimCore

/// A flash translation layer (FTL): where each unit of a device lies, and what moving them costs.
///
/// A unit that is written goes to the next free place of the open block, and its old place is dead.
/// When the block is full, the spare one is opened, and the live units of a victim move into it,
/// which makes the victim the next spare one: host and cleaning share the open block, as in
/// Desnoyers' models and in his ftlsim. Hot and cold data are not kept apart, and nothing levels
/// wear but the order of cleaning.
///
/// The layer knows units, not time: `NANDType` has the durations. It is deterministic and holds
/// 4 bytes for each address and for each place.
package struct FlashTranslationLayer: Sendable {
  package let geometry: FlashGeometry
  package private(set) var count = FTLCounters()

  /// Logical to physical: the place of each address, and a last entry for dead places.
  private var places: [UInt32]
  /// Physical to logical: the address at each place, and a last entry for addresses without data.
  private var addressAt: [UInt32]
  private var lists: BlockLists
  private let placeBits: UInt32
  private let unitsPerBlock: UInt32
  /// The address of dead places: one behind the last.
  private let noAddress: UInt32
  /// The place of addresses without data: the first behind the last block.
  private let noPlace: UInt32
  private var frontier: UInt32 = 0
  private var spare: UInt32 = 1
  /// The first block that was never opened.
  private var fresh: UInt32 = 2
  /// The next free place of the open block, and its end.
  private var next: UInt32 = 0
  private var end: UInt32

  /// Makes an erased device.
  /// - Complexity: O(units).
  package init(geometry: FlashGeometry, cleaning: FlashCleaning) {
    self.geometry = geometry
    placeBits = UInt32(geometry.placeBits)
    unitsPerBlock = UInt32(geometry.unitsPerBlock)
    noAddress = UInt32(geometry.units)
    noPlace = UInt32(geometry.blocks) << placeBits
    places = Array(repeating: noPlace, count: geometry.units + 1)
    addressAt = Array(repeating: noAddress, count: Int(noPlace) + 1)
    lists = BlockLists(
      blocks: geometry.blocks, unitsPerBlock: geometry.unitsPerBlock, cleaning: cleaning)
    end = unitsPerBlock
    lists.open(frontier, live: unitsPerBlock)
  }

  /// Writes a unit at each of the addresses, in order.
  /// - Precondition: the addresses are below the geometry's units.
  /// - Complexity: O(addresses × amplification), amortised.
  package mutating func write(_ addresses: borrowing Span<UInt32>) {
    for index in addresses.indices {
      let address = addresses[index]
      precondition(address < noAddress, "the device has no such address")
      if next == end { openBlock() }
      release(places[Int(address)])
      addressAt[Int(next)] = address
      places[Int(address)] = next
      next &+= 1
    }
    count.hostWrites += Int64(addresses.count)
  }

  /// Says that the units at the addresses hold nothing any more; those that hold nothing stay so.
  /// - Precondition: the addresses are below the geometry's units.
  /// - Complexity: O(addresses).
  package mutating func trim(_ addresses: borrowing Span<UInt32>) {
    for index in addresses.indices {
      let address = addresses[index]
      precondition(address < noAddress, "the device has no such address")
      let place = places[Int(address)]
      if place == noPlace { continue }
      release(place)
      places[Int(address)] = noPlace
      count.trimmed += 1
    }
  }

  /// Where the unit of an address lies; nil: nothing was written there, or it was trimmed.
  /// - Precondition: the address is below the geometry's units.
  package func place(of address: UInt32) -> (block: Int, unit: Int)? {
    let place = places[Int(address)]
    if place == noPlace { return nil }
    return (Int(place >> placeBits), Int(place & (1 << placeBits - 1)))
  }

  /// How often the blocks were erased. - Complexity: O(blocks).
  package var wear: BlockWear {
    var least = UInt32.max
    var most: UInt32 = 0
    for block in 0..<UInt32(geometry.blocks) {
      least = min(least, lists.erases(block))
      most = max(most, lists.erases(block))
    }
    return BlockWear(
      least: Int64(least), mean: Double(count.erases) / Double(geometry.blocks), most: Int64(most))
  }

  @inline(__always)
  private mutating func release(_ place: UInt32) {
    addressAt[Int(place)] = noAddress
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
      let address = addressAt[Int(place)]
      addressAt[Int(target)] = address
      places[Int(address)] = target
      target &+= address == noAddress ? 0 : 1
    }
    count.moved += Int64(target - next)
    count.erases += 1
    next = target
  }
}

/// Which block a device cleans when it needs a free one.
package enum FlashCleaning: String, Hashable, Sendable, CaseIterable, WordSettingValue {
  /// The one with the fewest live units; among such, the one that came to so few first.
  case greedy
  /// The one that was written longest ago.
  case fifo
}

/// The sizes of a device that a flash translation layer serves.
package struct FlashGeometry: Hashable, Sendable {
  package let blocks: Int
  package let unitsPerBlock: Int
  /// Units that the host sees: addresses run from 0 to one less.
  package let units: Int

  /// Blocks that are taken off before the slack is counted: the open one and the spare one.
  ///
  /// The open one holds data too, so that a device of T blocks amplifies as the closed forms say
  /// for T − 1 of them rather than for T − 2: their difference falls with the number of blocks
  /// (with slack 1.07 and greedy cleaning 0.9 % at 1 000 blocks, 0.4 % at 2 000, none at 8 000).
  package static let reserve = 2

  /// Makes a geometry.
  /// - Precondition: the host's units fit into the blocks outside the reserve, so that as many
  ///   units as a block has are always free or dead and cleaning gains some; places can be counted
  ///   in 32 bits.
  package init(blocks: Int, unitsPerBlock: Int, units: Int) {
    precondition(unitsPerBlock > 0 && units > 0, "a device has units")
    precondition(
      units <= (blocks - Self.reserve) * unitsPerBlock, "the host sees more than there is")
    self.blocks = blocks
    self.unitsPerBlock = unitsPerBlock
    self.units = units
    precondition(
      (blocks + 1) << placeBits <= Int(UInt32.max), "the device is larger than 32 bits count")
  }

  /// A device of so many user blocks with spare area: `userBlocks·slack + 2` blocks, rounded.
  package init(userBlocks: Int, slack: Double, unitsPerBlock: Int) {
    let data = (Double(userBlocks) * slack).rounded(.toNearestOrAwayFromZero)
    self.init(
      blocks: Int(data) + Self.reserve, unitsPerBlock: unitsPerBlock,
      units: userBlocks * unitsPerBlock)
  }

  /// A small device that stands for a large one with the same slack: so many blocks and the spare
  /// one, the host's units in proportion, rounded down.
  ///
  /// Here only the spare block is taken off, by the note at `reserve`.
  package init(scaledTo blocks: Int, slack: Double, unitsPerBlock: Int) {
    self.init(
      blocks: blocks + 1, unitsPerBlock: unitsPerBlock,
      units: max(1, Int(Double(blocks * unitsPerBlock) / slack)))
  }

  /// Bits of a place that count within its block.
  var placeBits: Int {
    Int.bitWidth - (unitsPerBlock - 1).leadingZeroBitCount
  }
}
