internal import CacheWorkloads
internal import SimCore

/// Reads a trace block by block for cells, while they run over the block before.
///
/// It has the memory of two blocks and fills them in turn: a block may be read until the one after
/// the next is requested.
actor ReplayBlocks {
  /// A block, and where it is cut.
  struct Next: Sendable {
    var block: RequestBlock
    var parts: [ReplayParts.Part]
  }

  /// Which columns the first block has, and so all others.
  struct Heading: Sendable {
    var hasSizes: Bool
    var hasTimes: Bool
    var hasNextAccesses: Bool
  }

  /// The most intervals of a replay.
  private static let maximumIntervals = 100_000

  private var reader: RequestReader
  private var parts: ReplayParts
  private var future: NextAccessColumn?
  private var buffers = [RequestBlock(), RequestBlock()]
  private var turn = 0
  /// Whether the buffer whose turn it is has been filled already, for the heading.
  private var isAhead = false
  /// How many requests were handed over.
  private(set) var requestCount: Int64 = 0

  /// Opens the trace.
  init(
    _ input: TraceInput, _ columns: RequestColumns, parts: ReplayParts
  ) throws(WorkloadError) {
    reader = try input.open(columns)
    self.parts = parts
  }

  /// Reads the first block and keeps it; nil: there is none.
  func heading() throws(WorkloadError) -> Heading? {
    isAhead = try fill()
    guard isAhead else { return nil }
    let block = buffers[turn]
    return Heading(
      hasSizes: !block.sizes.isEmpty, hasTimes: !block.times.isEmpty,
      hasNextAccesses: !block.nextAccesses.isEmpty)
  }

  /// Fills the column of next accesses from what another reading found.
  func fillNextAccesses(from future: NextAccessColumn) { self.future = future }

  /// The next block; nil: there are no more.
  func next() throws(WorkloadError) -> Next? {
    let isThere = isAhead ? true : try fill()
    isAhead = false
    guard isThere else { return nil }
    future?.fill(&buffers[turn], from: Int(requestCount))
    let block = buffers[turn]
    requestCount += Int64(block.count)
    turn = 1 - turn
    let cut = parts.cut(block)
    guard cut.last.map({ $0.interval < Self.maximumIntervals }) ?? true else {
      throw WorkloadError(
        .malformed, at: reader.path,
        "there would be more than \(Self.maximumIntervals) intervals: ask for longer ones")
    }
    return Next(block: block, parts: cut)
  }

  private func fill() throws(WorkloadError) -> Bool {
    // Taken out of the list, the block has one owner, and its memory is used again.
    var block = RequestBlock()
    swap(&block, &buffers[turn])
    let isThere = try reader.fill(&block)
    buffers[turn] = block
    return isThere
  }

  /// The trace's format.
  var format: String { reader.format.name }
  /// How many objects were met so far.
  var objectCount: Int64 { Int64(reader.objectCount) }
  /// How many requests of no bytes were left out so far.
  var emptyCount: Int64 { reader.emptyCount }
  /// What could not be used so far.
  var issues: TraceIssues { reader.issues }
}

/// When each request's object is requested next, from a first reading: four bytes a request.
struct NextAccessColumn {
  /// How many requests later; 0: never, or so much later that it does not fit 32 bits.
  private var gaps: [UInt32] = []

  /// Reads the whole trace. - Complexity: O(requests).
  init(_ input: TraceInput, progress: (Int64) -> Void) throws(WorkloadError) {
    var reader = try input.open([])
    var block = RequestBlock()
    /// By key: the last request.
    var last: [Int] = []
    while try reader.fill(&block) {
      for position in 0..<block.count {
        let key = block.keys[position]
        let index = gaps.count
        gaps.append(0)
        if Int(key) == last.count {
          last.append(index)
        } else {
          gaps[last[Int(key)]] = UInt32(exactly: index - last[Int(key)]) ?? 0
          last[Int(key)] = index
        }
      }
      progress(Int64(gaps.count))
    }
  }

  /// Fills the column of a block that begins at a request of the trace.
  func fill(_ block: inout RequestBlock, from start: Int) {
    block.nextAccesses.removeAll(keepingCapacity: true)
    for index in start..<(start + block.count) {
      let gap = gaps[index]
      block.nextAccesses.append(gap == 0 ? .max : Int64(index) + Int64(gap))
    }
  }
}
