internal import SimCore

extension TraceFormat {
  /// 24 bytes, little-endian, without padding: u32 time in seconds, u64 object, u32 size in bytes,
  /// i64 number of the next request for the same object, the first request being number 1; −1 or
  /// too large for never (libCacheSim, traceReader/customizedReader/oracle).
  static let oracleGeneral = declared(
    "oracle-general", aliases: ["oracleGeneral"],
    "libCacheSim's binary records of time, object, size and next access.",
    settings: NoSettings.self, endings: ["oracleGeneral", "oracleGeneral.bin", "oracle-general"],
    columns: "time (s), id, size, next",
    detection:
      "24-byte records whose times do not go back and whose next accesses name the same object",
    detects: OracleGeneralDecoder.detects
  ) { reader, _ in OracleGeneralDecoder(reader) }
}

struct OracleGeneralDecoder: RequestDecoder, ~Copyable {
  static let recordLength = 24

  private var scanner: RecordScanner

  init(_ reader: consuming ByteReader) {
    scanner = RecordScanner(reader, length: Self.recordLength)
  }

  static func detects(_ sample: TraceSample) -> Bool {
    let records = sample.bytes.count / recordLength
    // Sizes below 16 MiB leave a byte 0, which no text has; but a text that says the same again and
    // again has times that do not go back.
    guard !sample.isText, records > 0,
      !sample.isWhole || sample.bytes.count % recordLength == 0
    else { return false }
    let first = ContiguousArray(sample.bytes)
    let bytes = first.span
    var time: UInt32 = 0
    for index in 0..<records {
      let start = index * recordLength
      let next = Int64(bitPattern: bytes.littleEndian64(at: start + 16))
      let seconds = bytes.littleEndian32(at: start)
      guard seconds >= time else { return false }
      time = seconds
      if next < 0 {
        guard next == -1 else { return false }
      } else {
        guard next > index + 1 else { return false }
        if next <= records {
          let there = bytes.littleEndian64(at: Int(next - 1) * recordLength + 4)
          guard there == bytes.littleEndian64(at: start + 4) else { return false }
        }
      }
    }
    return true
  }

  var mayHaveNextAccesses: Bool { true }

  mutating func decode(into requests: inout RawRequests) throws(InputError) -> Bool {
    let count = try scanner.next(limit: requests.remaining)
    guard count > 0 else { return false }
    let length = Self.recordLength
    let bytes = scanner.buffer.span.extracting(scanner.start..<scanner.start + count * length)
    if !Self.take(bytes, count, into: &requests) {
      for index in 0..<count { Self.take(bytes, at: index * length, into: &requests) }
    }
    return true
  }

  /// Takes records that all have a size, a column after the other.
  ///
  /// Whether they have is found while the first column is read, which is the only time that
  /// memory is waited for.
  /// - Returns: false when some record has no size, and nothing was taken.
  private static func take(
    _ bytes: Span<UInt8>, _ count: Int, into requests: inout RawRequests
  ) -> Bool {
    let length = Self.recordLength
    var least = UInt32.max
    if requests.wantsOnlyEmpty {
      for index in 0..<count { least = min(least, size(bytes, at: index * length)) }
      if least > 0 { requests.keptCount += Int64(count) }
      return least > 0
    }
    let start = requests.identifiers.count
    requests.identifiers.extend(by: count) {
      least = min(least, size(bytes, at: $0 * length))
      return bytes.littleEndian64(at: $0 * length + 4)
    }
    guard least > 0 else {
      requests.identifiers.removeLast(requests.identifiers.count - start)
      return false
    }
    if requests.columns.contains(.sizes) {
      requests.block.sizes.extend(by: count) { Int64(size(bytes, at: $0 * length)) }
    }
    if requests.columns.contains(.times) {
      requests.block.times.extend(by: count) { nanoseconds(bytes, at: $0 * length) }
    }
    if requests.columns.contains(.nextAccesses) {
      requests.block.nextAccesses.extend(by: count) { next(bytes, at: $0 * length) }
    }
    return true
  }

  private static func take(_ bytes: Span<UInt8>, at start: Int, into requests: inout RawRequests) {
    var fields = RawFields()
    fields.has = [.sizes, .times, .nextAccesses]
    fields.next = next(bytes, at: start)
    fields.size = Int64(size(bytes, at: start))
    if fields.size == 0 { return requests.skipEmpty(next: fields.next) }
    fields.time = nanoseconds(bytes, at: start)
    requests.append(bytes.littleEndian64(at: start + 4), fields)
  }

  private static func size(_ bytes: Span<UInt8>, at start: Int) -> UInt32 {
    bytes.littleEndian32(at: start + 12)
  }

  private static func nanoseconds(_ bytes: Span<UInt8>, at start: Int) -> Int64 {
    Int64(bytes.littleEndian32(at: start)) * 1_000_000_000
  }

  /// The index of the next request for the same object; a record counts from 1.
  private static func next(_ bytes: Span<UInt8>, at start: Int) -> Int64 {
    let number = Int64(bitPattern: bytes.littleEndian64(at: start + 16))
    return number <= 0 ? .max : number - 1
  }
}

struct OracleRecord {
  private let time: UInt32
  private let id: UInt64
  private let size: UInt32

  /// The record of a block's request. Objects whose names are texts are numbered by their keys; a
  /// trace without times counts 0, one without sizes 1 byte for each object.
  /// - Throws: `unwritable` when a value does not fit.
  init(
    _ index: Int, of block: borrowing RequestBlock, _ names: RequestNames, number: Int64,
    path: String
  ) throws(InputError) {
    let nanoseconds = block.times.isEmpty ? 0 : names.startTime + block.times[index]
    let bytes = block.sizes.isEmpty ? 1 : block.sizes[index]
    guard let time = UInt32(exactly: nanoseconds / 1_000_000_000) else {
      throw Self.misfit(number, "time of \(nanoseconds / 1_000_000_000) s", path)
    }
    guard let size = UInt32(exactly: bytes), size > 0 else {
      throw Self.misfit(number, "size of \(bytes) bytes", path)
    }
    self.time = time
    self.size = size
    switch names.object(block.keys[index]) {
    case .number(let number): id = number
    case .text: id = UInt64(block.keys[index])
    }
  }

  private static func misfit(_ number: Int64, _ what: String, _ path: String) -> InputError {
    InputError(
      .unwritable, at: path,
      "request \(number + 1) has a \(what), which does not fit the format's 4 bytes")
  }

  /// Adds the 24 bytes; the next access is never.
  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: time.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: id.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: size.littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: repeatElement(0xFF, count: 8))
  }
}

/// How next accesses are counted when requests of no bytes are left out.
///
/// A format counts all requests of the file; a block's column counts those that are kept. What is
/// left out later in the file is only known after a first reading, which this is. Memory: 16 bytes
/// for each request that is left out.
struct NextAccessRenumbering {
  private var empty: [RawRequests.EmptyRequest]
  private let fileCount: Int64

  init?(
    path: String, format: TraceFormat, skipsMalformed: Bool, showsSecrets: Bool = false
  ) throws(InputError) {
    var requests = RawRequests(columns: .nextAccesses, skipsMalformed: skipsMalformed)
    requests.issues.isRecording = format.isRecording
    requests.issues.showsSecrets = showsSecrets
    requests.notesEmpty = true
    var decoder = try format.open(try ByteReader(path: path))
    var hasColumn = false
    while true {
      requests.identifiers.removeAll(keepingCapacity: true)
      requests.block.removeAll()
      let hasMore = try decoder.decode(into: &requests)
      requests.keptCount += Int64(requests.count)
      hasColumn = hasColumn || !requests.block.nextAccesses.isEmpty
      guard hasMore, decoder.mayHaveNextAccesses else { break }
      requests.wantsOnlyEmpty = hasColumn
    }
    guard hasColumn else { return nil }
    empty = requests.empty
    fileCount = requests.keptCount + requests.emptyCount
  }

  /// Counts the next accesses of a block in kept requests. Those beyond the file's end are never.
  func apply(to next: inout [Int64]) {
    if empty.isEmpty {
      // Most files: nothing to look for, so the loop is one of comparisons only.
      for index in next.indices where next[index] >= fileCount { next[index] = .max }
    } else {
      for index in next.indices { next[index] = kept(next[index]) }
    }
  }

  private func kept(_ index: Int64) -> Int64 {
    var index = index
    while index < fileCount {
      let place = empty.firstSortedIndex { $0.index >= index }
      guard place < empty.count, empty[place].index == index else { return index - Int64(place) }
      index = empty[place].next
    }
    return .max
  }
}

/// Fills the next accesses of a file of oracleGeneral records, from its end to its beginning.
enum NextAccessAnnotation {
  /// How many records are held at once: 64 Ki, 1.5 MiB.
  private static let pieceCount = 1 << 16

  static func annotate(_ output: inout TraceOutput, count: Int) throws(InputError) {
    let length = OracleGeneralDecoder.recordLength
    var interner = KeyInterner()
    var numbers: [Int64] = []
    var bytes: [UInt8] = []
    var end = count
    while end > 0 {
      let start = max(0, end - pieceCount)
      let range = start * length..<end * length
      if bytes.count != range.count { bytes = [UInt8](repeating: 0, count: range.count) }
      try output.read(range, into: &bytes)
      for index in (start..<end).reversed() {
        let place = (index - start) * length
        let identifier = bytes.withUnsafeBytes {
          UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place + 4, as: UInt64.self))
        }
        let key = Int(interner.key(of: identifier))
        let number = Int64(index + 1)
        if key < numbers.count {
          write(numbers[key], into: &bytes, at: place + 16)
          numbers[key] = number
        } else {
          numbers.append(number)
        }
      }
      try output.rewrite(range, with: bytes)
      end = start
    }
  }

  private static func write(_ number: Int64, into bytes: inout [UInt8], at place: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: place, as: Int64.self)
    }
  }
}
