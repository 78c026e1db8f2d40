internal import SimCore

/// The lines of a recording, in whichever format they are: the first one that says something
/// decides.
struct RecordingParser {
  private enum Format {
    /// Milliseconds, each a chance of a packet.
    case mahimahi
    case seconds
    case columns([RecordedColumn?], separator: UInt8)
  }

  static let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
  private static let comment = UInt8(ascii: "#")
  private static let rate = RecordedColumn(quantity: .down, factor: 1e6)
  private static let time = RecordedColumn(quantity: .time, factor: 1)

  private var format: Format?
  private var chances = PacketChances()
  private var hasChance = false
  private var rows = RecordedRows()

  mutating func read(_ text: Span<UInt8>, _ range: Range<Int>) throws(InputError) {
    let line = Self.trimmed(text, range)
    guard !line.isEmpty, text[line.lowerBound] != Self.comment else { return }
    switch format {
    case nil: try begin(text, line)
    case .mahimahi: try readChance(text, line)
    case .seconds: try readRate(text, line)
    case .columns(let columns, let separator):
      try readRow(text, line.lowerBound..<range.upperBound, columns, separator)
    }
  }

  mutating func finish(_ recording: inout NetworkRecording) throws(InputError) {
    guard hasChance else {
      try rows.finish(&recording)
      return
    }
    guard chances.period > 0 else {
      throw InputError("expected times up to 1 ms at least, found 0 alone")
    }
    chances.close()
    recording.set(chances, recording.direction)
  }

  private mutating func begin(_ text: Span<UInt8>, _ line: Range<Int>) throws(InputError) {
    let separator = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].first { mark in
      line.contains { text[$0] == mark }
    }
    let first = text[line.lowerBound]
    let lower = first | 0x20
    let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    if isLetter || first == UInt8(ascii: "\"") {
      format = .columns(
        try Self.header(text, line, separator), separator: separator ?? UInt8(ascii: ","))
      return
    }
    let fields = Self.fields(text, line)
    guard separator == nil || separator == 0x09, fields.count <= 2,
      TraceNumber.digit(first) != nil || first == UInt8(ascii: "-") || first == UInt8(ascii: ".")
    else {
      throw InputError(
        "expected milliseconds (Mahimahi), seconds and Mbit/s, or a header that names columns "
          + "such as time,down,up,rtt,loss; found '\(Self.shown(text, line))'")
    }
    if fields.count == 1 {
      format = .mahimahi
      try readChance(text, line)
    } else {
      format = .seconds
      try readRate(text, line)
    }
  }

  private static func header(
    _ text: Span<UInt8>, _ line: Range<Int>, _ separator: UInt8?
  ) throws(InputError) -> [RecordedColumn?] {
    var columns: [RecordedColumn?] = []
    var found: Set<RecordedColumn.Quantity> = []
    for field in split(text, line, separator ?? UInt8(ascii: ",")) {
      let name = String(decoding: field.map { text[$0] }, as: UTF8.self)
      guard let column = try RecordedColumn.read(name) else {
        columns.append(nil)
        continue
      }
      guard found.insert(column.quantity).inserted else {
        throw InputError(
          "expected one column of \(column.form), found '\(VisibleText.shortened(name))' too")
      }
      columns.append(column)
    }
    guard found.contains(.time), found.count > 1 else {
      throw InputError(
        "expected a header with a column 'time' and some of down, up, rtt and loss, found '"
          + "\(shown(text, line))'")
    }
    return columns
  }

  private mutating func readChance(_ text: Span<UInt8>, _ line: Range<Int>) throws(InputError) {
    guard let time = TraceNumber.decimal(text, line), time <= PacketChances.longestPeriod else {
      throw InputError(
        "expected whole milliseconds from 0 to \(PacketChances.longestPeriod), found '"
          + "\(Self.shown(text, line))'")
    }
    guard time >= chances.last else {
      throw InputError("expected times that do not go back, found \(time) after \(chances.last)")
    }
    guard chances.millisecondCount < PacketChances.limit || time == chances.last else {
      throw InputError("expected at most \(PacketChances.limit) milliseconds, found more")
    }
    chances.add(time)
    hasChance = true
  }

  private mutating func readRate(_ text: Span<UInt8>, _ line: Range<Int>) throws(InputError) {
    let fields = Self.fields(text, line)
    guard fields.count == 2 else {
      throw InputError(
        "expected seconds and Mbit/s between blanks or a tab, found '\(Self.shown(text, line))'")
    }
    try rows.begin(at: Self.time(text, fields[0], Self.time))
    rows.add(try Self.value(text, fields[1], Self.rate), .down)
  }

  private mutating func readRow(
    _ text: Span<UInt8>, _ line: Range<Int>, _ columns: [RecordedColumn?], _ separator: UInt8
  ) throws(InputError) {
    let fields = Self.split(text, line, separator)
    guard fields.count == columns.count else {
      throw InputError("expected \(columns.count) columns, found \(fields.count)")
    }
    for (field, column) in zip(fields, columns) {
      guard let column, column.quantity == .time else { continue }
      try rows.begin(at: Self.time(text, field, column))
    }
    for (field, column) in zip(fields, columns) {
      guard let column, column.quantity != .time, !Self.isNone(text, field) else { continue }
      rows.add(try Self.value(text, field, column), column.quantity)
    }
  }
}

extension RecordingParser {
  static func isNone(_ text: Span<UInt8>, _ field: Range<Int>) -> Bool {
    field.isEmpty || field.count == 1 && text[field.lowerBound] == UInt8(ascii: "-")
  }

  static func value(
    _ text: Span<UInt8>, _ field: Range<Int>, _ column: RecordedColumn
  ) throws(InputError) -> Double {
    guard let number = number(text, field), column.range.contains(number * column.factor) else {
      throw InputError("expected \(column.form), found '\(shown(text, field))'")
    }
    return number * column.factor
  }

  static func time(
    _ text: Span<UInt8>, _ field: Range<Int>, _ column: RecordedColumn
  ) throws(InputError) -> Int64 {
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
    throw InputError("expected \(column.form), found '\(shown(text, field))'")
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

  static func fields(_ text: Span<UInt8>, _ line: Range<Int>) -> [Range<Int>] {
    line.split { blanks.contains(text[$0]) }
  }

  /// A line's fields without blanks and quotes around them.
  static func split(_ text: Span<UInt8>, _ line: Range<Int>, _ separator: UInt8) -> [Range<Int>] {
    let quote = UInt8(ascii: "\"")
    return line.split(omittingEmptySubsequences: false) { text[$0] == separator }.map { part in
      let field = trimmed(text, part)
      let isQuoted =
        field.count > 1 && text[field.lowerBound] == quote && text[field.upperBound - 1] == quote
      return isQuoted ? field.lowerBound + 1..<field.upperBound - 1 : field
    }
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
