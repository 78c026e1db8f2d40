internal import SimCore

/// What is nearly a date of HTTP, as browsers read it: its parts in any order, with blanks, commas
/// or hyphens between them, names in any case, a year of two digits, a clock of one, and any zone,
/// or none, for `GMT`.
enum NearDate {
  /// - Parameter now: the reader's seconds since 1970; decides the century of a year of two digits.
  /// - Returns: seconds since 1970; nil where a day, a month's name, a year or a clock is missing.
  /// - Complexity: O(bytes).
  static func seconds(_ text: String, now: Int64) -> Int64? {
    var numbers: [Int] = []
    var month: Int?
    var clock: [Int] = []
    for part in text.utf8.split(whereSeparator: isMark) {
      if part.contains(UInt8(ascii: ":")) {
        guard clock.isEmpty, let read = Self.clock(part) else { return nil }
        clock = read
      } else if let number = number(part) {
        numbers.append(number)
      } else if month == nil {
        month = Self.month(part)
      }
    }
    guard numbers.count == 2, let month, clock.count == 3,
      let year = year(numbers[1], now: now)
    else { return nil }
    return CivilTime(
      year: year, month: month, day: numbers[0], hour: clock[0], minute: clock[1],
      second: clock[2]
    )?.secondsSince1970
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    FieldSyntax.isSpace(byte) || byte == FieldSyntax.comma || byte == UInt8(ascii: "-")
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int? {
    FieldSyntax.digits(bytes, limit: 99_999).map(Int.init)
  }

  private static func clock(_ part: some Collection<UInt8>) -> [Int]? {
    let parts = part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 2 ? number($0) : nil }
    return numbers.count == parts.count && numbers.count == 3 ? numbers : nil
  }

  /// The month that the first three letters name.
  private static func month(_ part: some Collection<UInt8>) -> Int? {
    let letters = Array(part.prefix(3))
    guard letters.count == 3 else { return nil }
    return MonthName.number(letters[0] & 0xDF, letters[1] | 0x20, letters[2] | 0x20)
  }

  /// A year of two digits is the one that is no more than 50 years ahead (RFC 9110 §5.6.7).
  private static func year(_ number: Int, now: Int64) -> Int? {
    guard number < 100 else { return number >= 1_000 ? number : nil }
    guard let today = CivilTime(secondsSince1970: now)?.year else { return nil }
    let year = today / 100 * 100 + number
    return year > today + 50 ? year - 100 : year
  }
}
