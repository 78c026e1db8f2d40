internal import SimCore

/// How next accesses are counted when requests of no bytes are left out.
///
/// A format counts all requests of the file; a block's column counts those that are kept. What is
/// left out later in the file is only known after a first reading, which this is. Memory: 16 bytes
/// for each request that is left out.
struct NextAccessRenumbering {
  private var empty: [RawRequests.EmptyRequest]
  private let fileCount: Int64

  /// Reads the file once; nil when the format or the file has no next accesses.
  init?(
    path: String, format: TraceFormat, skipsMalformed: Bool, showsSecrets: Bool = false
  ) throws(InputError) {
    var requests = RawRequests(columns: .nextAccesses, skipsMalformed: skipsMalformed)
    requests.issues.isRecording = format.isRecording
    requests.issues.showsSecrets = showsSecrets
    requests.notesEmpty = true
    let decoder = try format.open(try ByteReader(path: path))
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
    var span = next.mutableSpan
    if empty.isEmpty {
      // Most files: nothing to look for, so the loop is one of comparisons only.
      for index in span.indices { span[index] = span[index] < fileCount ? span[index] : .max }
    } else {
      for index in span.indices { span[index] = kept(span[index]) }
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

  /// Fills them in. Memory: what an interner keeps, and 8 bytes for each object.
  /// - Complexity: O(records).
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
        let key = Int(interner.key(of: bytes.span.littleEndian64(at: place + 4)))
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
