public import SimCore

/// Where Apple's `URLCache` keeps its answers: some in memory, all on disk.
///
/// Memory forgets what was used least recently. When the disk is full, all of it goes at once, at
/// the time of storing: observed on iOS 16 (zhuk.fi, "Subclassing URLCache", and Apple's forums,
/// thread 724332). Confidence: medium. Nothing is said here of what a write costs.
public struct AppleTiers: Sendable {
  /// Where an answer was found.
  public enum Tier: String, Hashable, Sendable {
    /// In memory.
    case memory
    /// On disk.
    case disk
  }

  /// How an answer lies on disk.
  public enum Form: String, Hashable, Sendable {
    /// Within the database.
    case inline
    /// In a file of its own beside the database.
    case file
    /// Not at all: it is larger than the tier, or the tier is too small to be used.
    case nowhere
  }

  /// What storing an answer did.
  public struct Change: Hashable, Sendable {
    /// How the answer lies on disk.
    public let form: Form
    /// Answers that are nowhere any more, in order of their numbers.
    public let gone: [UInt64]
  }

  /// From where on content lies in a file of its own: 16 KiB, unsourced, a knob.
  public static let inlineLimit = Bytes.kibibytes(16)
  /// Below this capacity nothing is kept on disk: 5 MB (Apple's forums, thread 751827; airsource,
  /// 2014). Confidence: medium.
  public static let smallestDisk = Bytes.megabytes(5)

  private let memoryCapacity: Bytes
  private let diskCapacity: Bytes
  private let inlineLimit: Bytes
  private var disk: [UInt64: Bytes] = [:]
  private var diskUse = Bytes.zero
  private var memory: [UInt64: (size: Bytes, turn: Int)] = [:]
  private var memoryUse = Bytes.zero
  /// Uses in their order; one that is not its answer's last says nothing.
  private var turns: [UInt64] = []
  /// The first of them that may still say something.
  private var head = 0

  /// Makes empty tiers.
  public init(memoryCapacity: Bytes, diskCapacity: Bytes, inlineLimit: Bytes = Self.inlineLimit) {
    self.memoryCapacity = memoryCapacity
    self.diskCapacity = diskCapacity < Self.smallestDisk ? .zero : diskCapacity
    self.inlineLimit = inlineLimit
  }

  /// Keeps an answer in both tiers.
  /// - Complexity: O(1) amortised, O(n log n) when the disk is emptied.
  public mutating func store(_ stored: UInt64, size: Bytes) -> Change {
    forget(stored)
    var gone: [UInt64] = []
    var form = Form.nowhere
    if size <= diskCapacity {
      if diskUse + size > diskCapacity {
        gone = disk.keys.sorted()
        disk = [:]
        diskUse = .zero
        gone.forEach { dropFromMemory($0) }
      }
      disk[stored] = size
      diskUse += size
      form = size < inlineLimit ? .inline : .file
    }
    gone += keepInMemory(stored, size)
    return Change(form: form, gone: gone)
  }

  /// Finds an answer; one on disk comes to memory as well. - Complexity: O(1) amortised.
  public mutating func find(_ stored: UInt64) -> Tier? {
    if let held = memory[stored] {
      _ = keepInMemory(stored, held.size)
      return .memory
    }
    guard let size = disk[stored] else { return nil }
    _ = keepInMemory(stored, size)
    return .disk
  }

  /// Takes an answer out of both tiers. - Complexity: O(1).
  public mutating func forget(_ stored: UInt64) {
    dropFromMemory(stored)
    if let size = disk.removeValue(forKey: stored) { diskUse -= size }
  }

  /// Empties the memory tier, as a memory warning or a launch does.
  /// - Returns: answers that are nowhere any more, in order of their numbers.
  public mutating func emptyMemory() -> [UInt64] {
    let lost = memory.keys.filter { disk[$0] == nil }.sorted()
    memory = [:]
    memoryUse = .zero
    turns = []
    head = 0
    return lost
  }

  /// Puts an answer last in the order of leaving. - Returns: what left and is on no disk, in order.
  private mutating func keepInMemory(_ stored: UInt64, _ size: Bytes) -> [UInt64] {
    dropFromMemory(stored)
    guard size <= memoryCapacity else { return disk[stored] == nil ? [stored] : [] }
    memory[stored] = (size, turns.count)
    memoryUse += size
    turns.append(stored)
    var lost: [UInt64] = []
    while memoryUse > memoryCapacity {
      let oldest = turns[head]
      if memory[oldest]?.turn == head {
        dropFromMemory(oldest)
        if disk[oldest] == nil { lost.append(oldest) }
      }
      head += 1
    }
    if turns.count > 2 * memory.count + Self.spareTurns { forgetOldTurns() }
    return lost
  }

  /// How many turns that say nothing are let be, so that few answers are not counted over and over.
  private static let spareTurns = 64

  private mutating func dropFromMemory(_ stored: UInt64) {
    if let held = memory.removeValue(forKey: stored) { memoryUse -= held.size }
  }

  private mutating func forgetOldTurns() {
    turns = turns.enumerated().filter { memory[$0.element]?.turn == $0.offset }.map(\.element)
    head = 0
    for (turn, stored) in turns.enumerated() { memory[stored]?.turn = turn }
  }
}
