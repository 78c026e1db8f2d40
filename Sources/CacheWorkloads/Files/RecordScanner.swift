/// A file's records of one length from front to back, a piece at a time.
struct RecordScanner: ~Copyable {
  private(set) var buffer: [UInt8]
  private(set) var start = 0
  private(set) var offset = 0

  private let length: Int
  private var reader: ByteReader
  private var end = 0
  private var given = 0

  init(_ reader: consuming ByteReader, length: Int) {
    precondition(length > 0 && length <= ByteReader.chunk)
    self.reader = reader
    self.length = length
    buffer = [UInt8](repeating: 0, count: ByteReader.chunk + length)
  }

  var path: String { reader.path }

  /// How many whole records stand from `start` on, at most `limit`; 0 at the end of the file.
  /// - Throws: `unreadable`, or `malformed` when the last record is cut off.
  mutating func next(limit: Int) throws(WorkloadError) -> Int {
    precondition(limit > 0)
    start += given
    offset += given
    given = 0
    if end - start < length {
      ByteReader.moveToFront(start..<end, of: &buffer)
      end -= start
      start = 0
      while end < length {
        let count = try reader.read(into: &buffer, at: end, limit: ByteReader.chunk)
        if count == 0 { break }
        end += count
      }
      guard end > 0 else { return 0 }
      guard end >= length else {
        throw WorkloadError(
          .malformed, at: "\(path): byte \(offset)",
          "the last record is cut off: expected \(length) bytes, found \(end)")
      }
    }
    let count = min((end - start) / length, limit)
    given = count * length
    return count
  }
}

extension Array {
  /// Adds so many elements, made from their place among the new ones, without a check of the
  /// capacity at each. - Complexity: O(count), amortised.
  @inline(__always)
  mutating func extend(by count: Int, _ element: (Int) -> Element) {
    if capacity - self.count < count {
      reserveCapacity(Swift.max(2 * capacity, self.count + count))
    }
    append(addingCapacity: count) { output in
      for index in 0..<count { output.append(element(index)) }
    }
  }
}
