internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Lines that are taken straight from the buffer give what the careful reading of lines gives.
@Suite struct PlainLineTests {
  /// A format's parser, made anew.
  enum Form: String, CaseIterable {
    case csv, quotes, numbers, points, digits, blanks, texts, milliseconds, twitter, cachelib, ids
    case webcachesim, tenants

    /// The first line, if the format has one.
    var header: String? {
      switch self {
      case .csv, .numbers, .milliseconds: "time,id,size,next,op,ttl,cost,tenant,more"
      case .quotes: "time\"id\"size"
      case .points: "time.id.size"
      case .digits: "time5id5size"
      case .blanks: "time id size"
      case .texts: "id,size"
      case .tenants: "id,op,tenant"
      case .cachelib: "key,size,op_time,op_count,usecase,key_size,op"
      case .twitter, .ids, .webcachesim: nil
      }
    }

    var delimiter: String {
      switch self {
      case .quotes: "\""
      case .points: "."
      case .digits: "5"
      case .blanks, .webcachesim: " "
      default: ","
      }
    }

    var columnCount: Int {
      switch self {
      case .ids: 1
      case .twitter: 7
      case .webcachesim: 3
      default: (header ?? "").split(separator: delimiter).count
      }
    }

    /// Reads lines; the careful reading is given each alone, the other one all in one text.
    func read(_ lines: [String], ends: [String], isCareful: Bool) -> ParsedLines {
      switch self {
      case .twitter:
        let options = KeyValueSettings()
        let fields: [RequestField?] = [
          .time, .id, options.countsKeys ? .keySize : nil, .size, .tenant, .operation, .timeToLive,
        ]
        return ParsedLines(KeyValueParser(fields: fields), lines, ends, isCareful)
      case .cachelib: return ParsedLines(KeyValueParser(), lines, ends, isCareful)
      case .ids:
        return ParsedLines(IdsParser(identifiers: IdentifierReader(.auto)), lines, ends, isCareful)
      case .webcachesim:
        return ParsedLines(WebCacheSimParser(WebCacheSimSettings()), lines, ends, isCareful)
      default:
        var settings = CSVSettings()
        settings.delimiter = delimiter
        settings.header = .yes
        if self == .numbers { settings.rows.idKind = .number }
        if self == .texts { settings.rows.idKind = .text }
        if self == .milliseconds { settings.rows.timeUnit = .ms }
        return ParsedLines(CSVParser(settings), lines, ends, isCareful)
      }
    }
  }

  /// What was read of lines.
  struct ParsedLines: Equatable {
    var identifiers: [UInt64] = []
    var sizes: [Int64] = []
    var times: [Int64] = []
    var others: [String] = []
    var texts: [[UInt8]] = []
    var faults: [String] = []
    var emptyCount: Int64 = 0
    /// How many lines the quick reading took.
    var plainCount = 0

    init<Parser: LineParser>(
      _ parser: Parser, _ lines: [String], _ ends: [String], _ isCareful: Bool
    ) {
      var parser = parser
      var requests = RawRequests(columns: .all, skipsMalformed: true)
      // A line may stand for 10¹⁷ requests.
      requests.blockLimit = 2 * lines.count
      // What stands behind the text's end in a buffer may be anything.
      let text = Array(zip(lines, ends).map { $0 + $1 }.joined().utf8)
      let buffer = text + Array("7,7\n7777777".utf8)
      var place = 0
      for index in lines.indices {
        let next = place + lines[index].utf8.count + ends[index].utf8.count
        var taken: Int?
        if !isCareful {
          taken = parser.takePlain(buffer.span, place..<text.count, into: &requests)
        }
        if let taken {
          plainCount += 1
          if taken != next { faults.append("line \(index) ends at \(taken), not \(next)") }
        } else {
          // As the scanner gives it.
          var line = text[place..<next - 1]
          if line.last == LineScanner.carriageReturn { line = line.dropLast() }
          place = next
          if line.isEmpty { continue }
          do throws(InputError) {
            try parser.take(Array(line).span, into: &requests)
          } catch {
            faults.append("\(index): \(error.reason)")
          }
        }
        place = next
      }
      record(requests)
    }

    private mutating func record(_ requests: borrowing RawRequests) {
      identifiers = requests.identifiers
      sizes = requests.block.sizes
      times = requests.block.times
      emptyCount = requests.emptyCount
      others = [
        "\(requests.block.nextAccesses)", "\(requests.block.timesToLive)",
        "\(requests.block.costs.map(\.bitPattern))", "\(requests.block.operations)",
        "\(requests.block.tenants)", "\(requests.operationNames.names)",
        "\((0..<UInt32(requests.tenantNames.count)).map { Array(requests.tenantNames[$0]) })",
      ]
      for number in 0..<UInt32(requests.texts?.count ?? 0) {
        texts.append(requests.texts.map { Array($0[number]) } ?? [])
      }
    }

    /// Whether two readings say the same, whichever way they read.
    func agrees(with other: ParsedLines) -> Bool {
      var mine = self
      mine.plainCount = other.plainCount
      return mine == other
    }
  }

  /// Cells that a column may hold, the usual ones and the odd.
  static let cells = [
    "0", "1", "7", "12", "60", "12345678", "123456789", "1234567890123456", "12345678901234567",
    "999999999999999999", "1000000000000000000", "9452358476084021203", "18446744073709551615",
    "18446744073709551616", "99999999999999999999", "100000000000000000000",
    "000000000000000000000001", "00000000000000000007", "1.5", "0.000228298", "1.0002282981",
    "1.000228298123456789", "9223372036.854775807", "9223372036.854775808", "1.", ".5", "1.5.5",
    "1.2x", "-1", "-2", "+1", "1e3", "", " ", " 5", "5 ", " 5 ", "\"5\"", "\"5", "5\"", "\"\"",
    "\"a,b\"", "\"a\"\"b\"", "\"a\"x", "a\"\"b", " \"5\" ", "a", "a b", "get", "ключ", "12a",
    "/x.html",
    "a long name of an object", "\r", "5\r", "b\rq", "b\r\"q", "\u{0}", "\t5", "0x10", "nan", "inf",
  ]

  @Test(arguments: Form.allCases, [UInt64](0..<6))
  func drawnLinesTellTheSameBothWays(form: Form, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed, purpose: .workload)
    for _ in 0..<40 {
      var lines = form.header.map { [$0] } ?? []
      for _ in 0..<12 { lines.append(Self.line(form, odd: seed > 1, &generator)) }
      let ends = lines.indices.map { _ in
        ["\n", "\n", "\n", "\r\n"].randomElement(using: &generator) ?? "\n"
      }
      let careful = form.read(lines, ends: ends, isCareful: true)
      let plain = form.read(lines, ends: ends, isCareful: false)
      try #require(plain.agrees(with: careful), "\(lines)\n\(plain)\n\(careful)")
    }
  }

  private static func line(
    _ form: Form, odd: Bool, _ generator: inout SeededGenerator
  ) -> String {
    var count = form.columnCount
    if Int.random(in: 0..<8, using: &generator) == 0 {
      count += Int.random(in: -1...1, using: &generator)
    }
    let cells = (0..<max(0, count)).map { _ in
      let isOdd = odd && Int.random(in: 0..<4, using: &generator) == 0
      return Self.cells[Int.random(in: 0..<(isOdd ? Self.cells.count : 9), using: &generator)]
    }
    return cells.joined(separator: form.delimiter)
  }

  /// The test above would say nothing if no line were plain.
  @Test(arguments: [
    Form.csv, .numbers, .texts, .milliseconds, .twitter, .cachelib, .ids, .webcachesim,
  ])
  func usualLinesAreTakenFromTheBuffer(form: Form) {
    var lines = form.header.map { [$0] } ?? []
    let cells = (0..<form.columnCount).map { "\($0 + 1)" }
    lines += [String](repeating: cells.joined(separator: form.delimiter), count: 5)
    let parsed = form.read(lines, ends: lines.map { _ in "\n" }, isCareful: false)
    expect(parsed.plainCount >= 4 && parsed.faults.isEmpty, "\(parsed)")
  }

  @Test func aLineThatIsNotWholeIsLeftAlone() {
    let text = Array("1,2\n3,4".utf8)
    var parser = CSVParser(CSVSettings())
    var requests = RawRequests(columns: .all, skipsMalformed: false)
    expect(parser.takePlain(text.span, 0..<4, into: &requests) == nil)
    #expect(throws: Never.self) { try parser.take(Array("9,9".utf8).span, into: &requests) }
    expect(parser.takePlain(text.span, 0..<7, into: &requests), is: 4)
    for end in 4...7 {
      expect(parser.takePlain(text.span, 4..<end, into: &requests) == nil)
    }
    expect(requests.identifiers, is: [9, 2])
  }

  @Test func aRowLongerThanALineMayBeIsLeftAlone() throws {
    let name = String(repeating: "x", count: LineScanner.limit - 1)
    let text = "id,size\na,1\n\(name),1\nb\(name),1\n\(name)x,2\nc,3\n"
    try TraceFiles.with(Array(text.utf8), ending: "csv") { path in
      var options = RequestOptions()
      options.skipsMalformed = true
      var reader = try RequestReader(
        path: path, format: TraceFormat.named("csv"), options: options)
      var block = RequestBlock()
      try expect(reader.fill(&block) && block.keys == [0, 1])
      expect(reader.issues.examples.map(\.position), is: [3, 4, 5])
      expect(reader.issues.itemCount, is: 6)
    }
  }
}
