internal import SimCore

/// The fields of a recording's lines.
extension RecordingParser {
  static func isNone(_ text: Span<UInt8>, _ field: Range<Int>) -> Bool {
    field.isEmpty || field.count == 1 && text[field.lowerBound] == UInt8(ascii: "-")
  }

  static func value(
    _ text: Span<UInt8>, _ field: Range<Int>, _ column: RecordedColumn
  ) throws(RecordingMistake) -> Double {
    guard let number = number(text, field), column.range.contains(number * column.factor) else {
      throw RecordingMistake("expected \(column.form), found '\(shown(text, field))'")
    }
    return number * column.factor
  }

  /// A time in nanoseconds: a number of the column's unit, or a date.
  static func time(
    _ text: Span<UInt8>, _ field: Range<Int>, _ column: RecordedColumn
  ) throws(RecordingMistake) -> Int64 {
    if column.factor == 1,
      let time = TraceNumber.nanoseconds(text, field, unit: 1_000_000_000),
      time < TraceNumber.times.upperBound * 1_000_000_000
    {
      return time
    }
    if let number = number(text, field), column.range.contains(number * column.factor) {
      return TimeSpan(rounding: number * column.factor).nanoseconds
    }
    let word = String(decoding: field.map { text[$0] }, as: UTF8.self)
    if let date = ISOTime.nanoseconds(word) ?? dottedDate(Array(word.utf8)) { return date }
    throw RecordingMistake("expected \(column.form), found '\(shown(text, field))'")
  }

  /// Nanoseconds since 1970 of `2019.12.16_07.22.43`, as the University College Cork writes it.
  static func dottedDate(_ bytes: [UInt8]) -> Int64? {
    let parts = bytes.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
    let numbers = parts.compactMap { part in
      part.count <= 4 ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    guard bytes.count == 19, numbers.count == 6,
      let date = CivilTime(
        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
        minute: numbers[4], second: numbers[5]),
      TraceNumber.times.contains(date.secondsSince1970)
    else { return nil }
    return date.secondsSince1970 * 1_000_000_000
  }

  /// A number of digits, with a fraction and an exponent where they stand.
  static func number(_ text: Span<UInt8>, _ field: Range<Int>) -> Double? {
    // The standard library would read "nan" and "0x10" too.
    let isPlain = field.allSatisfy {
      TraceNumber.digit(text[$0]) != nil || "+-.eE".utf8.contains(text[$0])
    }
    guard isPlain, let number = TraceNumber.real(text, field), number.isFinite else { return nil }
    return number
  }

  /// A line's fields between blanks and tabs.
  static func fields(_ text: Span<UInt8>, _ line: Range<Int>) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var start = line.lowerBound
    for place in line.lowerBound...line.upperBound {
      guard place == line.upperBound || blanks.contains(text[place]) else { continue }
      if start < place { fields.append(start..<place) }
      start = place + 1
    }
    return fields
  }

  /// A line's fields between separators, without blanks and quotes around them.
  static func split(
    _ text: Span<UInt8>, _ line: Range<Int>, _ separator: UInt8
  ) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var start = line.lowerBound
    for place in line.lowerBound...line.upperBound {
      guard place == line.upperBound || text[place] == separator else { continue }
      var field = trimmed(text, start..<place)
      let quote = UInt8(ascii: "\"")
      if field.count > 1, text[field.lowerBound] == quote, text[field.upperBound - 1] == quote {
        field = field.lowerBound + 1..<field.upperBound - 1
      }
      fields.append(field)
      start = place + 1
    }
    return fields
  }

  static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, blanks.contains(text[start]) { start += 1 }
    while end > start, blanks.contains(text[end - 1]) { end -= 1 }
    return start..<end
  }

  static func shown(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    VisibleText.line(
      VisibleText.shortened(
        String(decoding: range.prefix(200).map { text[$0] }, as: UTF8.self), to: 40))
  }
}
