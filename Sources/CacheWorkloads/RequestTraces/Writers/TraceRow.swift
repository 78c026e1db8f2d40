internal import SimCore

/// A request as a row of columns, or as an object of JSON on a line: the fields that a block has.
struct TraceRow {
  private let fields: [RequestField]
  private let isObject: Bool
  /// Whether rows are for a spreadsheet, which takes some texts for formulas.
  private let guardsFormulas: Bool
  /// What stands before each value.
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
      case .operation:
        append(Array(names.operations[Int(block.operations[index])].utf8), to: &text)
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
