internal import SimCore

/// A request as a row of columns.
enum TraceRow {
  static func header(of block: borrowing RequestBlock) -> String {
    var names: [String] = []
    if !block.times.isEmpty { names.append("time") }
    names.append("id")
    if !block.sizes.isEmpty { names.append("size") }
    if !block.nextAccesses.isEmpty { names.append("next") }
    if !block.operations.isEmpty { names.append("op") }
    if !block.timesToLive.isEmpty { names.append("ttl") }
    if !block.costs.isEmpty { names.append("cost") }
    if !block.tenants.isEmpty { names.append("tenant") }
    return names.joined(separator: ",") + "\n"
  }

  static func append(
    _ index: Int, to text: inout [UInt8], _ block: borrowing RequestBlock, _ names: RequestNames,
    guardsFormulas: Bool
  ) {
    func append(field: [UInt8], to text: inout [UInt8]) {
      Self.append(field: guardsFormulas ? FormulaGuard.guarded(field) : field, to: &text)
    }
    let comma = UInt8(ascii: ",")
    if !block.times.isEmpty {
      text.append(seconds: names.startTime + block.times[index])
      text.append(comma)
    }
    switch names.written(block.keys[index]) {
    case .number(let number): text.append(decimal: number)
    case .text(let bytes): append(field: bytes, to: &text)
    }
    if !block.sizes.isEmpty {
      text.append(comma)
      text.append(decimal: block.sizes[index])
    }
    if !block.nextAccesses.isEmpty {
      text.append(comma)
      let next = block.nextAccesses[index]
      text.append(decimal: next == .max ? -1 : next + 1)
    }
    if !block.operations.isEmpty {
      text.append(comma)
      append(field: Array(names.operations[Int(block.operations[index])].utf8), to: &text)
    }
    if !block.timesToLive.isEmpty {
      text.append(comma)
      text.append(seconds: block.timesToLive[index])
    }
    if !block.costs.isEmpty {
      text.append(comma)
      text.append(contentsOf: "\(block.costs[index])".utf8)
    }
    if !block.tenants.isEmpty {
      text.append(comma)
      append(field: Array(names.writtenTenant(block.tenants[index]).utf8), to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Adds a text, in quotation marks where it needs them (RFC 4180, section 2).
  private static func append(field: [UInt8], to text: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let isPlain =
      field.first != UInt8(ascii: " ") && field.last != UInt8(ascii: " ")
      && field.allSatisfy { $0 != quote && $0 != UInt8(ascii: ",") }
    if isPlain { return text.append(contentsOf: field) }
    text.append(quote)
    for byte in field {
      if byte == quote { text.append(quote) }
      text.append(byte)
    }
    text.append(quote)
  }
}

/// A request as an object of JSON on a line.
enum TraceLine {
  static func append(
    _ index: Int, to text: inout [UInt8], _ block: borrowing RequestBlock, _ names: RequestNames
  ) {
    text.append(UInt8(ascii: "{"))
    if !block.times.isEmpty {
      text += "\"time\":".utf8
      text.append(seconds: names.startTime + block.times[index])
      text.append(UInt8(ascii: ","))
    }
    text += "\"id\":".utf8
    switch names.written(block.keys[index]) {
    case .number(let number): text.append(decimal: number)
    case .text(let bytes): append(String(decoding: bytes, as: UTF8.self), to: &text)
    }
    if !block.sizes.isEmpty {
      text += ",\"size\":".utf8
      text.append(decimal: block.sizes[index])
    }
    if !block.nextAccesses.isEmpty {
      text += ",\"next\":".utf8
      let next = block.nextAccesses[index]
      text.append(decimal: next == .max ? -1 : next + 1)
    }
    if !block.operations.isEmpty {
      text += ",\"op\":".utf8
      append(names.operations[Int(block.operations[index])], to: &text)
    }
    if !block.timesToLive.isEmpty {
      text += ",\"ttl\":".utf8
      text.append(seconds: block.timesToLive[index])
    }
    if !block.costs.isEmpty {
      text += ",\"cost\":\(block.costs[index])".utf8
    }
    if !block.tenants.isEmpty {
      text += ",\"tenant\":".utf8
      append(names.writtenTenant(block.tenants[index]), to: &text)
    }
    text += "}\n".utf8
  }

  private static func append(_ string: String, to text: inout [UInt8]) {
    text += JSON(string).compact.utf8
  }
}
