internal import SimCore

/// A cache on the way of an answer, by what it says of itself in `Cache-Status` (RFC 9211).
package struct CacheStatus: Hashable, Sendable {
  package var cache: String
  /// Whether it answered without going forward.
  package var isHit = false
  /// Why it went forward: `miss`, `stale`, `bypass` and so on; nil: not said.
  package var forward: String?
  /// The seconds for which the answer stays fresh; negative: it is stale.
  package var timeToLive: Int64?
  package var isStored = false

  /// The caches of a field's lines, the one next to the origin first; empty where a line is no
  /// list of structured fields, which is then ignored as a whole (RFC 8941, section 4.2).
  package static func all(_ lines: [String]) -> [CacheStatus] {
    guard let members = FieldMember.all(lines.joined(separator: ", ")) else { return [] }
    return members.map { member in
      var status = CacheStatus(cache: member.name)
      for (name, value) in member.parameters {
        switch name {
        case "hit": status.isHit = value != "?0"
        case "fwd": status.forward = value
        case "ttl": status.timeToLive = Int64(value)
        case "stored": status.isStored = value != "?0"
        default: break
        }
      }
      return status
    }
  }
}

/// `Server-Timing` (W3C Server Timing, working draft): the longest of its times, in seconds, since
/// one may contain the others; nil: it has none.
package enum ServerTiming {
  package static func longest(_ lines: [String]) -> Double? {
    let members = FieldMember.all(lines.joined(separator: ", ")) ?? []
    return members.compactMap { member in
      member.parameters.first { $0.name == "dur" }.flatMap { Double($0.value) }
        .flatMap { $0.isFinite && $0 >= 0 ? $0 / 1_000 : nil }
    }.max()
  }
}

/// A member of a list with its parameters, as both fields write it.
private struct FieldMember {
  var name: String
  var parameters: [(name: String, value: String)] = []

  /// Nil: the text is no such list.
  static func all(_ text: String) -> [FieldMember]? {
    var reader = FieldReader(bytes: Array(text.utf8))
    var members: [FieldMember] = []
    reader.skipBlanks()
    while !reader.isAtEnd {
      guard let name = reader.item() else { return nil }
      var member = FieldMember(name: name)
      while reader.skip(";") {
        guard let key = reader.word() else { return nil }
        // Without a value it is true.
        let value = reader.skip("=") ? reader.item() : "?1"
        guard let value else { return nil }
        member.parameters.removeAll { $0.name == key.lowercased() }
        member.parameters.append((key.lowercased(), value))
      }
      members.append(member)
      if reader.isAtEnd { break }
      guard reader.skip(","), !reader.isAtEnd else { return nil }
    }
    return members
  }
}

private struct FieldReader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place >= bytes.count }

  mutating func skipBlanks() {
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
  }

  /// Passes a mark with the blanks around it.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    let start = place
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else {
      place = start
      return false
    }
    place += 1
    skipBlanks()
    return true
  }

  /// A token, a number or a Boolean: up to what cannot stand in one.
  mutating func word() -> String? {
    let start = place
    while place < bytes.count, !" \t;,=\"".utf8.contains(bytes[place]) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    skipBlanks()
    return word.isEmpty ? nil : word
  }

  /// A word, or a text in quotation marks without them.
  mutating func item() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return word() }
    place += 1
    var text: [UInt8] = []
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == UInt8(ascii: "\\") { place += 1 }
      guard place < bytes.count else { return nil }
      text.append(bytes[place])
      place += 1
    }
    guard place < bytes.count else { return nil }
    place += 1
    skipBlanks()
    return String(decoding: text, as: UTF8.self)
  }
}
