package import CacheWorkloads
internal import SimCore

/// Reads a trace block by block for cells, while they run over the block before.
///
/// Reading has two steps, decoding and numbering, which can run at once as well, each over a block
/// of its own. The memory of blocks is filled in turn: a block may be read until the one after the
/// next is requested.
actor ReplayBlocks {
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

  private static let maximumIntervals = 100_000

  nonisolated let decoding: BlockDecoding
  private let path: String
  nonisolated let hasTwoSteps: Bool
  private var parts: ReplayParts
  private var future: NextAccessColumn?
  /// Where there are two steps: the table of objects, and memory for keys, in turn.
  private var interner: KeyInterner
  private var keys: [[ObjectKey]] = [[], [], []]
  private var turn = 0
  private(set) var requestCount: Int64 = 0

  init(_ input: TraceInput, _ columns: RequestColumns, parts: ReplayParts) throws(InputError) {
    let reader = try input.open(columns)
    path = reader.path
    hasTwoSteps = !input.options.givesKeys
    interner = KeyInterner(expected: hasTwoSteps ? reader.expectedObjects : 0)
    decoding = BlockDecoding(reader)
    self.parts = parts
  }

  /// Reads the first block and keeps it; nil: there is none.
  func heading() async throws -> Heading? {
    guard let block = try await decoding.first(numbered: !hasTwoSteps) else { return nil }
    return Heading(
      hasSizes: !block.sizes.isEmpty, hasTimes: !block.times.isEmpty,
      hasNextAccesses: !block.nextAccesses.isEmpty)
  }

  func fillNextAccesses(from future: NextAccessColumn) { self.future = future }

  /// Nil: there are no more. - Precondition: reading has one step.
  func next() async throws -> Next? {
    guard let block = try await decoding.numbered() else { return nil }
    return try cut(block)
  }

  /// Decodes the next block, beside all else that is done here; nil: there are no more.
  /// - Precondition: reading has two steps.
  nonisolated func decode() async throws -> UnnumberedBlock? { try await decoding.unnumbered() }

  func number(_ decoded: UnnumberedBlock) throws(InputError) -> Next {
    // Taken out of the list, the keys have one owner, and their memory is used again.
    var own: [ObjectKey] = []
    swap(&own, &keys[turn])
    own.removeAll(keepingCapacity: true)
    decoded.append(keysFrom: &interner, to: &own)
    var block = decoded.block
    block.keys = own
    keys[turn] = own
    turn = (turn + 1) % keys.count
    return try cut(block)
  }

  private func cut(_ read: RequestBlock) throws(InputError) -> Next {
    var block = read
    future?.fill(&block, from: Int(requestCount))
    requestCount += Int64(block.count)
    let cut = parts.cut(block)
    guard cut.last.map({ $0.interval < Self.maximumIntervals }) ?? true else {
      throw InputError(
        .malformed, at: path,
        "there would be more than \(Self.maximumIntervals) intervals: ask for longer ones")
    }
    return Next(block: block, parts: cut)
  }

  var objectCount: Int64 { get async { await max(Int64(interner.count), decoding.objectCount) } }
}

/// The first step of reading, or both where they are one.
actor BlockDecoding {
  private var reader: RequestReader
  private var blocks = [RequestBlock(), RequestBlock()]
  /// One is filled, one is numbered, of one the columns are replayed, and one waits before each of
  /// the latter two.
  private var unnumberedBlocks = [UnnumberedBlock](repeating: UnnumberedBlock(), count: 5)
  private var turn = 0
  /// What was read for the heading.
  private var ahead: RequestBlock?
  private var aheadUnnumbered: UnnumberedBlock?

  init(_ reader: consuming sending RequestReader) { self.reader = reader }

  /// The first block, which will be the next one as well; nil: there is none.
  func first(numbered isNumbered: Bool) throws(InputError) -> RequestBlock? {
    if isNumbered { ahead = try numbered() } else { aheadUnnumbered = try unnumbered() }
    return aheadUnnumbered?.block ?? ahead
  }

  /// Nil: there are no more.
  func numbered() throws(InputError) -> RequestBlock? {
    if let ahead = ahead.take() { return ahead }
    // Taken out of the list, the block has one owner, and its memory is used again.
    var block = RequestBlock()
    swap(&block, &blocks[turn])
    let isThere = try reader.fill(&block)
    blocks[turn] = block
    turn = 1 - turn
    return isThere ? block : nil
  }

  /// The next block, whose objects have no keys yet; nil: there are no more.
  func unnumbered() throws(InputError) -> UnnumberedBlock? {
    if let ahead = aheadUnnumbered.take() { return ahead }
    var block = UnnumberedBlock()
    swap(&block, &unnumberedBlocks[turn])
    let isThere = try reader.fill(&block)
    unnumberedBlocks[turn] = block
    turn = (turn + 1) % unnumberedBlocks.count
    return isThere ? block : nil
  }

  var format: String { reader.format.name }
  var objectCount: Int64 { Int64(reader.objectCount) }
  var emptyCount: Int64 { reader.emptyCount }
  var issues: TraceIssues { reader.issues }
}

/// When each request's object is requested next, from a first reading: four bytes a request.
struct NextAccessColumn {
  /// How many requests later; 0: never, or so much later that it does not fit 32 bits.
  private var gaps: [UInt32] = []

  /// Reads the whole trace. - Complexity: O(requests).
  init(_ input: TraceInput, progress: (Int64) -> Void) throws(InputError) {
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

  func fill(_ block: inout RequestBlock, from start: Int) {
    block.nextAccesses.removeAll(keepingCapacity: true)
    for index in start..<(start + block.count) {
      let gap = gaps[index]
      block.nextAccesses.append(gap == 0 ? .max : Int64(index) + Int64(gap))
    }
  }
}

package struct TraceInput: Sendable {
  /// A file, or `-` for standard input.
  package var path: String
  /// Its format; nil: detected by the content, else by the ending of the name.
  package var format: TraceFormat?
  /// The reader's options, but for the columns, which a replay chooses itself.
  package var options = RequestOptions()

  package init(path: String, format: TraceFormat? = nil) {
    self.path = path
    self.format = format
  }

  /// Refuses a trace that would have to be read twice and cannot be.
  func checkRepeatable(_ reason: String) throws(InputError) {
    guard path == "-" else { return }
    throw InputError("standard input can be read only once, and \(reason): use a file")
  }

  func open(_ columns: RequestColumns) throws(InputError) -> RequestReader {
    var options = options
    options.columns = columns
    return try RequestReader(path: path, format: format, options: options)
  }
}

/// The totals of a trace, from a first reading.
struct TraceTotals {
  var requests: Int64 = 0
  var objects: Int64 = 0
  /// The sum of the objects' sizes, each as it was met first; the number of objects where they
  /// count 1.
  var footprint: Int64 = 0

  /// Reads the whole trace. - Complexity: O(requests).
  init(_ input: TraceInput, countsObjects: Bool, progress: (Int64) -> Void) throws(InputError) {
    var reader = try input.open(countsObjects ? [] : .sizes)
    var block = RequestBlock()
    while try reader.fill(&block) {
      requests += Int64(block.count)
      let known = objects
      objects = Int64(reader.objectCount)
      if block.sizes.isEmpty {
        footprint += objects - known
      } else {
        addFirstSizes(block, known: known)
      }
      progress(requests)
    }
  }

  /// Adds the sizes of objects that are met for the first time: their keys count up.
  private mutating func addFirstSizes(_ block: RequestBlock, known: Int64) {
    var next = known
    for (key, size) in zip(block.keys, block.sizes) where Int64(key) == next {
      footprint += size
      next += 1
    }
  }
}
