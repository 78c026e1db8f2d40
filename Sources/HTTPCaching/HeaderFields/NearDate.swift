internal import SimCore

/// What is nearly a date of HTTP, as browsers read it: its parts in any order, with blanks, commas
/// or hyphens between them, names in any case, a year of two digits, a clock of one, and any zone,
/// or none, for `GMT`.
enum NearDate {
  /// - Parameters:
  ///   - now: the reader's seconds since 1970; decides the century of a year of two digits.
  ///   - hasZones: whether a zone moves the time, and does not stand for `GMT`.
  ///   - readsISO: whether `1994-11-06T08:49:37Z` is a date too.
  /// - Returns: seconds since 1970; nil where a day, a month's name, a year or a clock is missing.
  /// - Complexity: O(bytes).
  static func seconds(
    _ text: String, now: Int64, hasZones: Bool = false, readsISO: Bool = false
  ) -> Int64? {
    if readsISO, let seconds = iso(text) { return seconds }
    let offset = hasZones ? Self.offset(text) : 0
    return seconds(text, now: now).map { $0 - offset }
  }

  private static func seconds(_ text: String, now: Int64) -> Int64? {
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

  /// The seconds by which the last word's zone is ahead of `GMT`; 0 where it is none.
  private static func offset(_ text: String) -> Int64 {
    guard let word = text.split(separator: " ").last else { return 0 }
    let hours: [Substring: Int64] = [
      "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
    if let hours = hours[word] { return hours * 3_600 }
    guard let sign = word.first, sign == "+" || sign == "-", word.utf8.count == 5,
      let number = FieldSyntax.digits(word.utf8.dropFirst(), limit: 9_999)
    else { return 0 }
    let seconds = number / 100 * 3_600 + number % 100 * 60
    return sign == "-" ? -seconds : seconds
  }

  private static func iso(_ text: String) -> Int64? {
    let parts = text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard text.utf8.count == 20, text.utf8.dropFirst(10).first == UInt8(ascii: "T") else {
      return nil
    }
    let numbers = parts.compactMap { number($0) }
    guard numbers.count == 6 else { return nil }
    return CivilTime(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5]
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
