internal import SimCore

/// The lines of a recording, in whichever format they are: the first one that says something
/// decides.
struct RecordingParser {
  /// What the lines are.
  private enum Format {
    /// Milliseconds, each a chance of a packet.
    case mahimahi
    /// Seconds and Mbit/s, between blanks or tabs.
    case seconds
    case columns([RecordedColumn?], separator: UInt8)
  }

  /// Blanks, tabs, and the carriage return before a line's end.
  static let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
  private static let comment = UInt8(ascii: "#")
  private static let rate = RecordedColumn(quantity: .down, factor: 1e6)
  private static let time = RecordedColumn(quantity: .time, factor: 1)

  private var format: Format?
  private var chances = PacketChances()
  private var hasChance = false
  private var rows = RecordedRows()

  init() {}

  /// Reads a line; blank ones and those that begin with `#` say nothing.
  mutating func read(_ text: Span<UInt8>, _ range: Range<Int>) throws(RecordingMistake) {
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

  /// What was read.
  /// - Throws: what the recording as a whole lacks.
  mutating func finish(_ recording: inout NetworkRecording) throws(RecordingMistake) {
    guard hasChance else {
      try rows.finish(&recording)
      return
    }
    guard chances.period > 0 else {
      throw RecordingMistake("expected times up to 1 ms at least, found 0 alone")
    }
    chances.close()
    recording.set(chances, recording.direction)
  }

  // MARK: - The first line

  private mutating func begin(_ text: Span<UInt8>, _ line: Range<Int>) throws(RecordingMistake) {
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
      throw RecordingMistake(
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
  ) throws(RecordingMistake) -> [RecordedColumn?] {
    var columns: [RecordedColumn?] = []
    var found: Set<RecordedColumn.Quantity> = []
    for field in split(text, line, separator ?? UInt8(ascii: ",")) {
      let name = String(decoding: field.map { text[$0] }, as: UTF8.self)
      guard let read = RecordedColumn.read(name) else {
        columns.append(nil)
        continue
      }
      let column = try read.get()
      guard found.insert(column.quantity).inserted else {
        throw RecordingMistake(
          "expected one column of \(column.form), found '\(VisibleText.shortened(name))' too")
      }
      columns.append(column)
    }
    guard found.contains(.time), found.count > 1 else {
      throw RecordingMistake(
        "expected a header with a column 'time' and some of down, up, rtt and loss, found '"
          + "\(shown(text, line))'")
    }
    return columns
  }

  // MARK: - Lines of each format

  private mutating func readChance(
    _ text: Span<UInt8>, _ line: Range<Int>
  ) throws(RecordingMistake) {
    guard let time = TraceNumber.decimal(text, line), time <= PacketChances.longestPeriod else {
      throw RecordingMistake(
        "expected whole milliseconds from 0 to \(PacketChances.longestPeriod), found '"
          + "\(Self.shown(text, line))'")
    }
    guard time >= chances.last else {
      throw RecordingMistake(
        "expected times that do not go back, found \(time) after \(chances.last)")
    }
    guard chances.millisecondCount < PacketChances.limit || time == chances.last else {
      throw RecordingMistake("expected at most \(PacketChances.limit) milliseconds, found more")
    }
    chances.add(time)
    hasChance = true
  }

  private mutating func readRate(
    _ text: Span<UInt8>, _ line: Range<Int>
  ) throws(RecordingMistake) {
    let fields = Self.fields(text, line)
    guard fields.count == 2 else {
      throw RecordingMistake(
        "expected seconds and Mbit/s between blanks or a tab, found '\(Self.shown(text, line))'")
    }
    try rows.begin(at: Self.time(text, fields[0], Self.time))
    rows.add(try Self.value(text, fields[1], Self.rate), .down)
  }

  private mutating func readRow(
    _ text: Span<UInt8>, _ line: Range<Int>, _ columns: [RecordedColumn?], _ separator: UInt8
  ) throws(RecordingMistake) {
    let fields = Self.split(text, line, separator)
    guard fields.count == columns.count else {
      throw RecordingMistake("expected \(columns.count) columns, found \(fields.count)")
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
