internal import SimCore

struct FieldCursor {
  private(set) var place = 0
  var separator = UInt8(ascii: " ")

  mutating func go(to place: Int) { self.place = place }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  mutating func word(_ line: Span<UInt8>, _ name: String) throws(InputError) -> Range<Int> {
    let start = place
    while place < line.count, line[place] != separator { place += 1 }
    guard place > start else { throw InputError("the \(name) is missing") }
    let range = start..<place
    if place < line.count { place += 1 }
    return range
  }

  mutating func expect(
    _ character: Unicode.Scalar, _ line: Span<UInt8>, _ what: String
  ) throws(InputError) {
    guard place < line.count, line[place] == UInt8(ascii: character) else {
      throw InputError("\(what) is missing")
    }
    place += 1
  }

  /// The name of a user, which may hold spaces: everything before ` [`.
  mutating func skipUser(_ line: Span<UInt8>) throws(InputError) {
    while place + 1 < line.count {
      if line[place] == separator, line[place + 1] == UInt8(ascii: "[") {
        place += 1
        return
      }
      place += 1
    }
    throw InputError("the user or the time in [brackets] is missing")
  }

  /// A field in quotation marks, in which a backslash takes the next byte along.
  mutating func quoted(_ line: Span<UInt8>, _ name: String) throws(InputError) -> Range<Int> {
    guard place < line.count, line[place] == Self.quote else {
      throw InputError("the \(name) in quotation marks is missing")
    }
    place += 1
    let start = place
    while place < line.count, line[place] != Self.quote {
      place += line[place] == Self.backslash ? 2 : 1
    }
    guard place < line.count else {
      throw InputError("the \(name) has no closing quotation mark")
    }
    place += 1
    return start..<place - 1
  }

  mutating func status(_ line: Span<UInt8>) throws(InputError) -> Int {
    let field = try word(line, "status")
    guard field.count == 3, let status = TraceNumber.decimal(line, field),
      (100...599).contains(status)
    else { throw InputError("the status is not a number from 100 to 599") }
    return Int(status)
  }

  /// A number of bytes; nil for `-`, and for a field that is empty in a line of tabs.
  mutating func bytes(_ line: Span<UInt8>) throws(InputError) -> Int64? {
    let isTab = separator == UInt8(ascii: "\t")
    if isTab, place >= line.count || line[place] == separator { return nil }
    let field = try word(line, "number of bytes")
    if field.count == 1, line[field.lowerBound] == UInt8(ascii: "-") { return nil }
    var place = field.lowerBound
    while place < field.upperBound, TraceNumber.digit(line[place]) != nil { place += 1 }
    guard place == field.upperBound else {
      throw InputError("the number of bytes is neither a number nor -")
    }
    guard let bytes = TraceNumber.decimal(line, field), bytes <= TraceNumber.largestBody else {
      throw InputError("the number of bytes is larger than \(TraceNumber.largestBodyText)")
    }
    return bytes
  }

  /// What follows the common fields: nothing, or fields whose quotation marks all close.
  mutating func restIsBalanced(_ line: Span<UInt8>) throws(InputError) {
    while place < line.count {
      if line[place] == Self.quote {
        _ = try quoted(line, "last field")
      } else {
        place += 1
      }
    }
  }

  /// `[17/May/2015:10:05:03 +0000]` as seconds since 1970.
  mutating func logTime(_ line: Span<UInt8>) throws(InputError) -> Int64 {
    let fault = InputError("the time is not of the form [17/May/2015:10:05:03 +0000]")
    let start = place
    place += 28
    guard place <= line.count else { throw fault }
    let marks: [(Int, Unicode.Scalar)] = [
      (0, "["), (3, "/"), (7, "/"), (12, ":"), (15, ":"), (18, ":"), (21, " "), (27, "]"),
    ]
    for (offset, mark) in marks where line[start + offset] != UInt8(ascii: mark) { throw fault }
    func number(_ offset: Int, _ count: Int) throws(InputError) -> Int {
      let range = start + offset..<start + offset + count
      guard let number = TraceNumber.decimal(line, range) else { throw fault }
      return Int(number)
    }
    let month = MonthName.number(line[start + 4], line[start + 5], line[start + 6])
    guard let month,
      let civil = CivilTime(
        year: try number(8, 4), month: month, day: try number(1, 2),
        hour: try number(13, 2), minute: try number(16, 2), second: try number(19, 2))
    else { throw fault }
    let zone = try zoneOffset(line[start + 22], hours: number(23, 2), minutes: number(25, 2))
    let seconds = civil.secondsSince1970 - Int64(zone)
    guard TraceNumber.times.contains(seconds) else {
      throw InputError("the time is not within the years 1970 to 2199")
    }
    return seconds
  }

  private func zoneOffset(_ sign: UInt8, hours: Int, minutes: Int) throws(InputError) -> Int {
    guard hours < 24, minutes < 60 else { throw InputError("the zone is not of the form +0130") }
    let seconds = hours * 3_600 + minutes * 60
    switch sign {
    case UInt8(ascii: "+"): return seconds
    case UInt8(ascii: "-"): return -seconds
    default: throw InputError("the zone has no sign")
    }
  }
}
