internal import SimCore

/// A request as an object of JSON on a line.
enum TraceLine {
  /// Adds a request's line.
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
    switch names.object(block.keys[index]) {
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
      append(names.tenants[Int(block.tenants[index])], to: &text)
    }
    text += "}\n".utf8
  }

  private static func append(_ string: String, to text: inout [UInt8]) {
    text += JSON(.string(string)).compact.utf8
  }
}
