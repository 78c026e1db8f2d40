package import SimCore

/// A trace of requests, read block by block in bounded memory: the input of the replay engine.
///
/// Objects are numbered by first appearance, the first time is zero, and requests of no bytes are
/// left out and counted. Memory: a block, 32 to 64 bytes for each object (half as much again
/// while the table grows), and the texts where identifiers are texts.
package struct RequestReader: ~Copyable {
  /// The file's name as it was given; `-` is standard input.
  package let path: String
  /// The format that the file was read in.
  package let format: TraceFormat

  private let decoder: AnyRequestDecoder
  private let options: RequestOptions
  private let renumbering: NextAccessRenumbering?
  private let position: FilePosition?
  private var requests: RawRequests
  private var interner: KeyInterner
  private var identifiers: [UInt64] = []
  private var startTime: Int64?
  /// The sum of the sizes that were read.
  private var byteCount: Int64 = 0
  private var hasEnded = false

  /// Opens a trace.
  /// - Parameters:
  ///   - path: a file, or `-` for standard input; gzip and zstd are expanded.
  ///   - format: its format; nil: detected by the content, else by the ending of the name.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` when the format cannot be detected.
  package init(
    path: String, format: TraceFormat? = nil, options: RequestOptions = RequestOptions()
  ) throws(WorkloadError) {
    var reader = try ByteReader(path: path)
    let chosen = try Self.format(format, of: &reader)
    let skipsMalformed = options.skipsMalformed ?? chosen.skipsMalformed
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
    interner = KeyInterner(expected: options.expectedObjects)
  }

  /// How many bytes of the file were read and how many there are, both as they lie on the disk;
  /// nil: not known, as of a pipe.
  package var bytesRead: (count: Int64, all: Int64)? { position?.read }
  /// What could not be used so far; final at the end.
  package var issues: TraceIssues { requests.issues }
  /// How many requests of no bytes were left out so far.
  package var emptyCount: Int64 { requests.emptyCount }
  /// How many objects there are so far.
  package var objectCount: Int { requests.texts?.count ?? interner.count }
  /// The operations by the numbers of the block's column.
  package var operationNames: [String] { requests.operationNames.names }
  /// The tenants by the numbers of the block's column.
  package var tenantNames: [String] {
    (0..<UInt32(requests.tenantNames.count)).map {
      String(decoding: requests.tenantNames[$0], as: UTF8.self)
    }
  }

  /// The time of the first request in nanoseconds of the trace's own count; nil before it.
  package var firstTime: Int64? { startTime }

  /// Fills an empty block with the next requests, as many as fit into it.
  /// - Returns: false when there are no more, and the block stays empty.
  /// - Throws: `unreadable`, or `malformed` with the place in the file.
  /// - Complexity: O(requests), amortised.
  package mutating func fill(_ block: inout RequestBlock) throws(WorkloadError) -> Bool {
    block.removeAll()
    swap(&requests.block, &block)
    let left = options.limit - requests.keptCount
    requests.blockLimit = Int(min(Int64(RequestBlock.capacity), left))
    // What is not used of it is no memory yet.
    requests.block.keys.reserveCapacity(requests.blockLimit)
    while !hasEnded, !requests.isFull {
      hasEnded = try !decoder.decode(into: &requests)
      giveKeys()
    }
    requests.keptCount += Int64(requests.count)
    if path == "-", requests.emptyCount > 0, !requests.block.nextAccesses.isEmpty {
      throw WorkloadError(
        .malformed, at: path,
        "requests of no bytes shift the next accesses, and standard input cannot be read twice: "
          + "read the trace from a file")
    }
    swap(&requests.block, &block)
    try add(sizes: block.sizes)
    startAtZero(&block.times)
    renumbering?.apply(to: &block.nextAccesses)
    return block.count > 0
  }

  /// What the numbers of the blocks read so far stand for; of objects that are numbers only where
  /// names are kept.
  package var names: RequestNames {
    RequestNames(
      identifiers: identifiers, texts: requests.texts, operations: operationNames,
      tenants: tenantNames, startTime: startTime ?? 0)
  }

  /// Gives the requests keys that have none.
  private mutating func giveKeys() {
    // Taken out of the structure, the identifiers can be read while the keys are written.
    var read: [UInt64] = []
    swap(&read, &requests.identifiers)
    if requests.texts == nil {
      interner.append(keysOf: read.span, to: &requests.block.keys)
      if options.keepsNames { keepNames(of: read) }
    } else {
      for identifier in read { requests.block.keys.append(ObjectKey(identifier)) }
    }
    read.removeAll(keepingCapacity: true)
    swap(&read, &requests.identifiers)
  }

  /// Stores the identifiers of the keys that were given last.
  private mutating func keepNames(of read: [UInt64]) {
    for (key, identifier) in zip(requests.block.keys.suffix(read.count), read)
    where Int(key) == identifiers.count { identifiers.append(identifier) }
  }

  /// Adds up the sizes, so that later sums of them cannot exceed 64 bits.
  private mutating func add(sizes: [Int64]) throws(WorkloadError) {
    for size in sizes {
      let (sum, isTooLarge) = byteCount.addingReportingOverflow(size)
      guard !isTooLarge else {
        throw WorkloadError(
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
    var span = times.mutableSpan
    for index in span.indices { span[index] -= start }
  }

  private static func format(
    _ format: TraceFormat?, of reader: inout ByteReader
  ) throws(WorkloadError) -> TraceFormat {
    if let format { return format }
    let sample = TraceSample(try reader.peek(TraceSample.length))
    return try TraceFormat.detected(by: sample, path: reader.path)
  }

  private static func renumbering(
    path: String, _ format: TraceFormat, _ options: RequestOptions, _ skipsMalformed: Bool
  ) throws(WorkloadError) -> NextAccessRenumbering? {
    guard options.columns.contains(.nextAccesses), path != "-" else { return nil }
    return try NextAccessRenumbering(path: path, format: format, skipsMalformed: skipsMalformed)
  }
}

/// What the numbers of blocks stand for: objects, operations, tenants, the start of time.
///
/// A snapshot that shares its memory with the reader: let it go before the next block is read, or
/// the reader must copy what it goes on writing.
package struct RequestNames {
  /// The objects' numbers by key, where they are numbers.
  var identifiers: [UInt64] = []
  /// The objects' texts by key, where they are texts.
  var texts: ByteInterner?
  /// The operations by number.
  package internal(set) var operations: [String] = []
  /// The tenants by number.
  package internal(set) var tenants: [String] = []
  /// What is added to the block's times, in nanoseconds.
  package internal(set) var startTime: Int64 = 0
  /// What is hidden where names are written; nil: nothing.
  var hiding: NameHiding?

  /// How many objects there are.
  package var objectCount: Int { texts?.count ?? identifiers.count }

  /// The name of an object.
  /// - Precondition: the key was met, and names are kept.
  package func object(_ key: ObjectKey) -> ObjectName {
    if let texts { return .text(Array(texts[key])) }
    precondition(Int(key) < identifiers.count, "names are not kept")
    return .number(identifiers[Int(key)])
  }
}

extension RequestNames {
  /// The name of an object as it may be written.
  func written(_ key: ObjectKey) -> ObjectName {
    let name = object(key)
    guard let hiding, case .text = name else { return name }
    return .text(Array(hiding.object(name.text, number: Int(key) + 1).utf8))
  }

  /// The name of a tenant as it may be written.
  func writtenTenant(_ number: UInt32) -> String {
    let name = tenants[Int(number)]
    return hiding?.client(name, number: Int(number)) ?? name
  }
}

/// The name of an object in a trace.
package enum ObjectName: Hashable, Sendable {
  /// A number.
  case number(UInt64)
  /// A text.
  case text([UInt8])

  /// The name as text; bytes that are no UTF-8 are replaced.
  package var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
