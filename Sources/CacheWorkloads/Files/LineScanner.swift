internal import SimCore

/// A file's lines from front to back, in bounded memory.
///
/// A line ends at LF or CR LF; the last one may lack its end. A UTF-8 byte order mark before the
/// first line is dropped. Bytes are not checked: that is the format's task.
struct LineScanner: ~Copyable {
  struct Line {
    /// Its bytes in `buffer`, without the line's end; valid until the next line is read.
    var range: Range<Int>
    var number: Int
    /// The line was longer than `limit`, and `range` is only its beginning.
    var isTooLong = false
  }

  /// The longest line that is read: 1 MiB, many times what servers accept as a request line.
  static let limit = 1 << 20
  /// The longest line that is passed over: 64 MiB; what has a longer one is no text, and may have
  /// no end, as `/dev/zero`.
  static let longest = 64 << 20
  /// How much of a line that is too long is kept, for messages.
  static let kept = 256

  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  private(set) var buffer: ContiguousArray<UInt8>
  private var reader: ByteReader
  private var start = 0
  private var end = 0
  private var searched = 0
  private var number = 0
  private var isAtEnd = false

  private let longest: Int

  init(path: String, longest: Int = LineScanner.longest) throws(InputError) {
    self.init(try ByteReader(path: path), longest: longest)
  }

  init(_ reader: consuming ByteReader, longest: Int = LineScanner.longest) {
    self.reader = reader
    self.longest = longest
    buffer = ContiguousArray(
      repeating: 0, count: Self.limit + 2 + ByteReader.chunk + ByteWord.length)
  }

  var path: String { reader.path }

  mutating func next() throws(InputError) -> Line? {
    if number == 0 { try skipByteOrderMark() }
    while true {
      if let found = newline() { return finish(start..<found, next: found + 1) }
      searched = end
      if end - start > Self.limit + 1 { return try skipLongLine() }
      if try !refill() { break }
    }
    return start == end ? nil : finish(start..<end, next: end)
  }

  var unread: Range<Int> { start..<end }

  /// Passes lines that a parser has found: so many, up to the place behind the last one's end.
  mutating func pass(_ count: Int, to place: Int) {
    precondition(place >= start && place <= end)
    number += count
    start = place
    searched = place
  }

  private mutating func skipByteOrderMark() throws(InputError) {
    while end < 3, try refill() {}
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF {
      start = 3
      searched = 3
    }
  }

  private func newline() -> Int? {
    ByteReader.firstIndex(of: Self.newline, in: buffer, from: searched, to: end)
  }

  private mutating func finish(_ range: Range<Int>, next: Int, isTooLong: Bool = false) -> Line {
    number += 1
    start = next
    searched = next
    var range = range
    if !isTooLong, let last = range.last, buffer[last] == Self.carriageReturn {
      range = range.lowerBound..<last
    }
    if !isTooLong, range.count > Self.limit {
      let beginning = range.lowerBound..<range.lowerBound + Self.kept
      return Line(range: beginning, number: number, isTooLong: true)
    }
    return Line(range: range, number: number, isTooLong: isTooLong)
  }

  private mutating func skipLongLine() throws(InputError) -> Line {
    var length = 0
    while true {
      length += end - start - Self.kept
      guard length <= longest else {
        throw InputError(
          .malformed, at: "\(path):\(number + 1)",
          "expected lines of text, found one of more than \(longest) bytes")
      }
      end = start + Self.kept
      searched = end
      let hasMore = try refill()
      let beginning = start..<start + Self.kept
      if let found = newline() { return finish(beginning, next: found + 1, isTooLong: true) }
      if !hasMore { return finish(beginning, next: end, isTooLong: true) }
    }
  }

  /// Moves the unfinished line to the front and reads behind it; false at the end of the file.
  private mutating func refill() throws(InputError) -> Bool {
    if isAtEnd { return false }
    if start > 0 {
      ByteReader.moveToFront(start..<end, of: &buffer)
      searched -= start
      end -= start
      start = 0
    }
    let count = try reader.read(into: &buffer, at: end, limit: ByteReader.chunk)
    end += count
    isAtEnd = count == 0
    return count > 0
  }
}

extension LineScanner {
  /// Passes a line's end that stands at a place; false: none does.
  @inline(__always)
  static func passEnd(_ text: Span<UInt8>, _ place: inout Int, to end: Int) -> Bool {
    var next = place
    if next < end, text[next] == carriageReturn { next &+= 1 }
    guard next < end, text[next] == newline else { return false }
    place = next &+ 1
    return true
  }

  /// The line that begins a text, and the place behind its end.
  /// - Parameter searched: up to where no newline stands.
  /// - Returns: nil: it is not whole, empty, or longer than `limit`.
  static func line(
    of text: Span<UInt8>, _ range: Range<Int>, searched: Int
  ) -> (range: Range<Int>, next: Int)? {
    let mark = ByteWord(repeating: newline)
    var end = searched
    while end < range.upperBound {
      let count = ByteWord(text, at: end).count(before: mark)
      end += count
      if count < ByteWord.length { break }
    }
    guard end < range.upperBound else { return nil }
    let next = end + 1
    if end > range.lowerBound, text[end - 1] == carriageReturn { end -= 1 }
    guard end > range.lowerBound, end - range.lowerBound <= limit else { return nil }
    return (range.lowerBound..<end, next)
  }
}

struct RecordScanner: ~Copyable {
  private(set) var buffer: ContiguousArray<UInt8>
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
    buffer = ContiguousArray(repeating: 0, count: ByteReader.chunk + length)
  }

  var path: String { reader.path }

  /// How many whole records stand from `start` on, at most `limit`; 0 at the end of the file.
  /// - Throws: `unreadable`, or `malformed` when the last record is cut off.
  mutating func next(limit: Int) throws(InputError) -> Int {
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
        throw InputError(
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
