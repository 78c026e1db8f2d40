package import SimCore

/// A trace of requests, read block by block in bounded memory: the input of the replay engine.
///
/// Objects are numbered by first appearance, the first time is zero, and requests of no bytes are
/// left out and counted. Memory: a block, 32 to 64 bytes for each object (half as much again
/// while the table grows), and the texts where identifiers are texts.
package struct RequestReader: ~Copyable {
  /// The file's name as it was given; `-` is standard input.
  package let path: String
  package let format: TraceFormat

  /// How many objects the table of identifiers should have places for at first.
  package let expectedObjects: Int

  private var decoder: AnyRequestDecoder
  private let options: RequestOptions
  private let renumbering: NextAccessRenumbering?
  private let position: FilePosition?
  private var requests: RawRequests
  private var interner: KeyInterner
  private var identifiers: [UInt64] = []
  private var shardTexts = ShardTexts()
  private var startTime: Int64?
  private var byteCount: Int64 = 0
  private var hasEnded = false

  /// Opens a trace.
  /// - Parameters:
  ///   - path: a file, or `-` for standard input; gzip and zstd are expanded.
  ///   - format: its format; nil: detected by the content, else by the ending of the name.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` when the format cannot be detected.
  package init(
    path: String, format: TraceFormat? = nil, options: RequestOptions = RequestOptions()
  ) throws(InputError) {
    var reader = try ByteReader(path: path)
    let chosen = try Self.format(format, of: &reader)
    let skipsMalformed = options.skipsMalformed ?? chosen.isRecording
    let position = FilePosition(of: reader)
    let decoder = try chosen.open(reader)
    let renumbering = try Self.renumbering(path: path, chosen, options, skipsMalformed)
    self.path = path
    self.format = chosen
    self.options = options
    self.decoder = decoder
    self.renumbering = renumbering
    self.position = position
    requests = RawRequests(columns: options.columns, skipsMalformed: skipsMalformed)
    requests.issues.isRecording = chosen.isRecording
    requests.issues.showsSecrets = options.showsSecrets
    expectedObjects = max(options.expectedObjects, Self.fewestObjects(in: position?.read.all ?? 0))
    interner = KeyInterner(expected: options.givesKeys ? expectedObjects : 0)
  }

  /// How many objects a file is taken to have at least, for the first size of the table: one for
  /// 32 requests of 24 bytes, and no more than a million. A wrong guess costs a little time or
  /// 32 MiB, and changes no result.
  private static func fewestObjects(in byteCount: Int64) -> Int {
    Int(min(byteCount / (32 * 24), 1 << 20))
  }

  /// How many bytes of the file were read and how many there are, both as they lie on the disk;
  /// nil: not known, as of a pipe.
  package var bytesRead: (count: Int64, all: Int64)? { position?.read }
  package var issues: TraceIssues { requests.issues }
  package var emptyCount: Int64 { requests.emptyCount }
  package var objectCount: Int { areKeys ? requests.texts?.count ?? 0 : interner.count }
  package var operationNames: [String] { requests.operationNames.names }
  package var tenantNames: [String] { requests.tenantNames.names }

  /// Fills an empty block with the next requests, as many as fit into it.
  /// - Returns: false when there are no more, and the block stays empty.
  /// - Complexity: O(requests), amortised.
  package mutating func fill(_ block: inout RequestBlock) throws(InputError) -> Bool {
    begin(&block)
    // What is not used of it is no memory yet.
    requests.block.keys.reserveCapacity(requests.blockLimit)
    requests.pieceLength = RawRequests.usualPiece
    while !hasEnded, !requests.isFull {
      hasEnded = try !decoder.decode(into: &requests)
      keepShard(from: 0)
      giveKeys()
    }
    try end(&block)
    return block.count > 0
  }

  /// Does the first step of reading alone: fills a block with all but the keys.
  /// - Returns: false when there are no more requests, and the block stays empty.
  /// - Throws: as `fill`. - Complexity: O(requests), amortised.
  package mutating func fill(_ block: inout UnnumberedBlock) throws(InputError) -> Bool {
    begin(&block.block)
    block.identifiers.removeAll(keepingCapacity: true)
    swap(&requests.identifiers, &block.identifiers)
    requests.pieceLength = .max
    while !hasEnded, !requests.isFull {
      let start = requests.identifiers.count
      hasEnded = try !decoder.decode(into: &requests)
      keepShard(from: start)
    }
    try end(&block.block)
    swap(&requests.identifiers, &block.identifiers)
    block.areKeys = areKeys
    return !block.identifiers.isEmpty
  }

  private mutating func begin(_ block: inout RequestBlock) {
    block.removeAll()
    swap(&requests.block, &block)
    let left = options.limit - requests.keptCount
    requests.blockLimit = Int(min(Int64(options.blockLength), left))
  }

  private mutating func end(_ block: inout RequestBlock) throws(InputError) {
    requests.keptCount += Int64(requests.count)
    if path == "-", requests.emptyCount > 0, !requests.block.nextAccesses.isEmpty {
      throw InputError(
        .malformed, at: path,
        "requests of no bytes shift the next accesses, and standard input cannot be read twice: "
          + "read the trace from a file")
    }
    swap(&requests.block, &block)
    try add(sizes: block.sizes)
    startAtZero(&block.times)
    renumbering?.apply(to: &block.nextAccesses)
  }

  /// What the numbers of the blocks read so far stand for; of objects that are numbers only where
  /// names are kept.
  package var names: RequestNames {
    RequestNames(
      identifiers: identifiers, texts: requests.texts, operations: operationNames,
      tenants: tenantNames, startTime: startTime ?? 0, isRecording: requests.issues.isRecording)
  }

  private mutating func giveKeys() {
    // Taken out of the structure, the identifiers can be read while the keys are written.
    var read: [UInt64] = []
    swap(&read, &requests.identifiers)
    if !areKeys {
      interner.append(keysOf: read, to: &requests.block.keys)
      if options.keepsNames { keepNames(of: read) }
    } else {
      for identifier in read { requests.block.keys.append(ObjectKey(identifier)) }
    }
    read.removeAll(keepingCapacity: true)
    swap(&read, &requests.identifiers)
  }

  /// Whether identifiers are keys: texts are numbered as they appear, those of a shard with gaps.
  private var areKeys: Bool { requests.texts != nil && options.shard == nil }

  /// Leaves out requests for objects of other shards, among those that were just decoded.
  /// - Parameter start: how many identifiers were there before.
  private mutating func keepShard(from start: Int) {
    guard let shard = options.shard else { return }
    // The time begins with the whole trace: the intervals of all shards are the same.
    if startTime == nil { startTime = requests.block.times.first }
    var kept: [Int] = []
    for index in start..<requests.identifiers.count {
      let identifier = requests.identifiers[index]
      if let texts = requests.texts {
        if shardTexts.contains(Int(identifier), of: texts, shard) { kept.append(index) }
      } else if shard.contains(identifier) {
        kept.append(index)
      }
    }
    requests.identifiers.keep(kept, from: start)
    let offset = requests.block.keys.count
    requests.block.keepColumns(kept.map { offset + $0 }, from: offset + start)
  }

  private mutating func keepNames(of read: [UInt64]) {
    for (key, identifier) in zip(requests.block.keys.suffix(read.count), read)
    where Int(key) == identifiers.count { identifiers.append(identifier) }
  }

  /// Adds up the sizes, so that later sums of them cannot exceed 64 bits.
  private mutating func add(sizes: [Int64]) throws(InputError) {
    for size in sizes {
      let (sum, isTooLarge) = byteCount.addingReportingOverflow(size)
      guard !isTooLarge else {
        throw InputError(
          .malformed, at: path, "the sizes of its requests add up to 2^63 bytes or more")
      }
      byteCount = sum
    }
  }

  private mutating func startAtZero(_ times: inout [Int64]) {
    guard let first = times.first else { return }
    let start = startTime ?? first
    startTime = start
    if start == 0 { return }
    for index in times.indices { times[index] -= start }
  }

  private static func format(
    _ format: TraceFormat?, of reader: inout ByteReader
  ) throws(InputError) -> TraceFormat {
    if let format { return format }
    let sample = TraceSample(try reader.peek(TraceSample.length))
    return try TraceFormat.detected(by: sample, path: reader.path)
  }

  private static func renumbering(
    path: String, _ format: TraceFormat, _ options: RequestOptions, _ skipsMalformed: Bool
  ) throws(InputError) -> NextAccessRenumbering? {
    guard options.columns.contains(.nextAccesses), path != "-" else { return nil }
    return try NextAccessRenumbering(
      path: path, format: format, skipsMalformed: skipsMalformed,
      showsSecrets: options.showsSecrets)
  }
}

/// A block whose objects have no keys yet: what the first step of reading gives to the second.
package struct UnnumberedBlock: Sendable {
  package fileprivate(set) var identifiers: [UInt64] = []
  package fileprivate(set) var areKeys = false
  package fileprivate(set) var block = RequestBlock()

  package init() {}

  /// Does the second step of reading: appends the key of each request.
  /// - Complexity: O(requests), amortised.
  package func append(keysFrom interner: inout KeyInterner, to keys: inout [ObjectKey]) {
    guard areKeys else { return interner.append(keysOf: identifiers, to: &keys) }
    for identifier in identifiers { keys.append(ObjectKey(identifier)) }
  }
}

package struct RequestOptions: Hashable, Sendable {
  /// The columns to be filled where the trace has them; keys always are.
  package var columns = RequestColumns.onePass
  /// Whether malformed items are counted and left out; nil: as is usual for the format, which is
  /// yes for access logs and captures and no for all others. Where they are not left out, the
  /// first one is an error.
  package var skipsMalformed: Bool?
  /// Whether the names of objects are kept, 8 bytes for each, or the text.
  package var keepsNames = false
  /// Whether items that cannot be read are shown with what may be a secret.
  package var showsSecrets = false
  /// How many objects there may be; more only cost time.
  package var expectedObjects = 0

  /// How many requests are read at most; further ones are as if they were not there.
  package var limit = Int64.max

  /// Which objects' requests are read, the others being as if they were not there; nil: all.
  ///
  /// Next accesses do not hold in a shard and are left out, as names are.
  package var shard: TraceShard?

  /// Whether the reader gives keys; else the second step of reading is done elsewhere.
  package var givesKeys = true

  package var blockLength = RequestBlock.capacity

  package init() {}

  package init(columns: RequestColumns) { self.columns = columns }
}

package struct RequestColumns: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let sizes = RequestColumns(rawValue: 1 << 0)
  package static let times = RequestColumns(rawValue: 1 << 1)
  /// When each object is requested again; needs a second pass over the trace.
  package static let nextAccesses = RequestColumns(rawValue: 1 << 2)
  /// How long a copy may be served.
  package static let timesToLive = RequestColumns(rawValue: 1 << 3)
  package static let costs = RequestColumns(rawValue: 1 << 4)
  package static let operations = RequestColumns(rawValue: 1 << 5)
  package static let tenants = RequestColumns(rawValue: 1 << 6)

  package static let onePass: RequestColumns = [
    .sizes, .times, .timesToLive, .costs, .operations, .tenants,
  ]
  package static let all: RequestColumns = [.onePass, .nextAccesses]
}
