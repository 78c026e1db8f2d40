package import SimCore

/// A trace of requests being written, block by block.
///
/// Records of oracleGeneral get their next accesses at the end, from a file that is read backwards.
/// Memory for that: 24 to 40 bytes for each object, whatever the number of requests.
package struct TraceWriter: ~Copyable {
  package let form: TraceForm
  package private(set) var count: Int64 = 0

  /// The file's name as it was given; `-` is standard output.
  package var path: String { output.path }

  package let hiding: NameHiding

  private let guardsFormulas: Bool
  private var output: TraceOutput
  private var hasHeader = false
  private var isComplete = false

  /// Begins a file, or goes on with standard output when the path is `-`.
  /// - Parameters:
  ///   - guardsFormulas: whether rows are for a spreadsheet: names that it would take for
  ///   formulas get an apostrophe, and are other names to whatever reads the trace.
  ///   - hiding: what is hidden of names.
  package init(
    path: String, form: TraceForm, guardsFormulas: Bool = false,
    hiding: NameHiding = NameHiding(.secrets)
  ) throws(InputError) {
    guard form != .oracleGeneral || path != "-" else {
      throw InputError(
        .unwritable, at: path,
        "next accesses are filled in from the end, and standard output cannot go back: name a file")
    }
    let output = try TraceOutput(path: path)
    guard form != .oracleGeneral || output.isRewritable else {
      throw InputError(
        .unwritable, at: path,
        "next accesses are filled in from the end, which needs a plain file")
    }
    self.output = output
    self.form = form
    self.guardsFormulas = guardsFormulas
    self.hiding = hiding
  }

  /// Writes the names of a block's columns, if the format has a header and it is not yet there.
  ///
  /// For a caller that may then leave out every request: the columns of no requests are not known.
  package mutating func begin(_ block: borrowing RequestBlock) throws(InputError) {
    guard form == .csv, !hasHeader, block.count > 0 else { return }
    try output.write(TraceRow(block).header.utf8)
    hasHeader = true
  }

  /// Writes the requests of a block. All blocks have the same columns.
  /// - Throws: `unwritable`, also when a value does not fit the format.
  package mutating func write(
    _ block: borrowing RequestBlock, _ names: RequestNames
  ) throws(InputError) {
    var names = names
    names.hiding = hiding
    switch form {
    case .csv, .jsonl:
      try begin(block)
      let row = TraceRow(block, isObject: form == .jsonl, guardsFormulas: guardsFormulas)
      try eachRequest(of: block) { row.append($1, to: &$0, block, names) }
    case .ids:
      try eachRequest(of: block) { text, index in
        text.append(names.written(block.keys[index]))
        text.append(UInt8(ascii: "\n"))
      }
    case .oracleGeneral:
      for index in 0..<block.count {
        let record = try OracleRecord(index, of: block, names, number: count, path: output.path)
        try output.write { record.append(to: &$0) }
        count += 1
      }
    }
  }

  /// The requests of a block as objects of JSON, as lines of JSON have them.
  /// - Complexity: O(requests).
  package static func objects(
    of block: borrowing RequestBlock, _ names: RequestNames,
    hiding: NameHiding = NameHiding(.secrets)
  ) -> [JSON] {
    var names = names
    names.hiding = hiding
    let row = TraceRow(block, isObject: true)
    return (0..<block.count).compactMap { index in
      var line: [UInt8] = []
      row.append(index, to: &line, block, names)
      return try? JSON.parse(line)
    }
  }

  private mutating func eachRequest(
    of block: borrowing RequestBlock, _ append: (inout [UInt8], Int) -> Void
  ) throws(InputError) {
    for index in 0..<block.count {
      try output.write { append(&$0, index) }
      count += 1
    }
  }

  /// Makes the file whole, still without its name; nothing is written after it.
  package mutating func complete() throws(InputError) {
    try output.flush()
    guard !isComplete else { return }
    if form == .oracleGeneral { try NextAccessAnnotation.annotate(&output, count: Int(count)) }
    isComplete = true
  }

  /// Ends the file, which only now gets its name.
  package consuming func finish() throws(InputError) {
    try complete()
    try output.finish()
  }
}

extension [UInt8] {
  mutating func append(decimal number: some BinaryInteger) {
    append(contentsOf: String(number).utf8)
  }

  mutating func append(seconds nanoseconds: Int64) {
    if nanoseconds < 0 { append(UInt8(ascii: "-")) }
    let (whole, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    append(decimal: whole)
    guard part > 0 else { return }
    append(UInt8(ascii: "."))
    var rest = part
    var step: UInt64 = 100_000_000
    while rest > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / step))
      rest %= step
      step /= 10
    }
  }

  mutating func append(_ name: ObjectName) {
    switch name {
    case .number(let number): append(decimal: number)
    case .text(let text): append(contentsOf: text)
    }
  }
}

package enum TraceForm: String, CaseIterable, Sendable {
  case csv
  case jsonl
  /// libCacheSim's records, with next accesses.
  case oracleGeneral = "oracle-general"
  case ids
}

/// A request as a row of columns, or as an object of JSON on a line: the fields that a block has.
struct TraceRow {
  private let fields: [RequestField]
  private let isObject: Bool
  /// Whether rows are for a spreadsheet, which takes some texts for formulas.
  private let guardsFormulas: Bool
  private let starts: [[UInt8]]

  init(_ block: borrowing RequestBlock, isObject: Bool = false, guardsFormulas: Bool = false) {
    let has: [(RequestField, Bool)] = [
      (.time, !block.times.isEmpty), (.id, true), (.size, !block.sizes.isEmpty),
      (.next, !block.nextAccesses.isEmpty), (.operation, !block.operations.isEmpty),
      (.timeToLive, !block.timesToLive.isEmpty), (.cost, !block.costs.isEmpty),
      (.tenant, !block.tenants.isEmpty),
    ]
    let fields = has.filter(\.1).map(\.0)
    self.fields = fields
    self.isObject = isObject
    self.guardsFormulas = guardsFormulas
    starts = fields.enumerated().map { place, field in
      let separator = place > 0 ? "," : isObject ? "{" : ""
      return Array((separator + (isObject ? "\"\(field.name)\":" : "")).utf8)
    }
  }

  var header: String { fields.map(\.name).joined(separator: ",") + "\n" }

  func append(
    _ index: Int, to text: inout [UInt8], _ block: borrowing RequestBlock, _ names: RequestNames
  ) {
    for (start, field) in zip(starts, fields) {
      text += start
      switch field {
      case .id:
        switch names.written(block.keys[index]) {
        case .number(let number): text.append(decimal: number)
        case .text(let bytes): append(bytes, to: &text)
        }
      case .time: text.append(seconds: names.startTime + block.times[index])
      case .size: text.append(decimal: block.sizes[index])
      case .next:
        let next = block.nextAccesses[index]
        text.append(decimal: next == .max ? -1 : next + 1)
      case .operation: append(Array(names.operations[Int(block.operations[index])].utf8), to: &text)
      case .timeToLive: text.append(seconds: block.timesToLive[index])
      case .cost: text += "\(block.costs[index])".utf8
      case .tenant: append(Array(names.writtenTenant(block.tenants[index]).utf8), to: &text)
      case .keySize, .count: break
      }
    }
    text += isObject ? "}\n".utf8 : "\n".utf8
  }

  /// Adds a text, in quotation marks where it needs them (RFC 4180, section 2).
  private func append(_ field: [UInt8], to text: inout [UInt8]) {
    if isObject { return text += JSON(String(decoding: field, as: UTF8.self)).compact.utf8 }
    let field = guardsFormulas ? FormulaGuard.guarded(field) : field
    let quote = UInt8(ascii: "\"")
    let isPlain =
      field.first != UInt8(ascii: " ") && field.last != UInt8(ascii: " ")
      && field.allSatisfy { $0 != quote && $0 != UInt8(ascii: ",") }
    if isPlain { return text += field }
    text.append(quote)
    for byte in field {
      if byte == quote { text.append(quote) }
      text.append(byte)
    }
    text.append(quote)
  }
}
