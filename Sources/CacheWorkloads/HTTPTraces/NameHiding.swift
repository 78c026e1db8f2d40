internal import SimCore

/// What becomes of the names in a recording when they are printed or written: addresses, clients,
/// header lines.
///
/// Equal names have equal replacements, and different ones different ones, so that what is written
/// is still the trace that was read. They are numbered by first appearance and not hashed: from a
/// hash a name can be found by trying.
package final class NameHiding {
  package enum Mode: String, Hashable, Sendable {
    case nothing
    /// What may be a secret or a person: whatever is no known word.
    case secrets
    /// Hosts, paths and clients have names that only tell them apart.
    case names
  }

  private let mode: Mode
  /// With `secrets`: the parts that were replaced.
  private var values = ByteInterner()
  private var hosts: [String: Int] = [:]
  private var objects: Set<Int> = []
  private var clients: Set<Int> = []

  package init(_ mode: Mode) { self.mode = mode }

  package var count: Int { values.count + hosts.count + objects.count + clients.count }

  /// Whether a name of a trace that is no recording of requests over HTTP may be an address.
  static func isAddress(_ name: [UInt8]) -> Bool { name.contains { "/@=%?".utf8.contains($0) } }

  func hides(_ name: [UInt8], isAddress: Bool) -> Bool {
    switch mode {
    case .nothing: false
    case .names: true
    // A name that looks like a replacement would be taken for one.
    case .secrets: isAddress || Self.isAddress(name) || name.starts(with: Redaction.mark)
    }
  }

  /// The name of an object, or of a URL.
  /// - Parameter number: its number in order of first appearance: the same one has the same name
  ///   always, and no other one has it.
  package func object(_ name: String, number: Int) -> String {
    String(decoding: object(Array(name.utf8), number: number), as: UTF8.self)
  }

  func object(_ name: [UInt8], number: Int) -> [UInt8] {
    switch mode {
    case .nothing: return name
    case .secrets: return address(name)
    case .names:
      objects.insert(number)
      return Array(numbered(String(decoding: name, as: UTF8.self), number).utf8)
    }
  }

  private func numbered(_ name: String, _ number: Int) -> String {
    let path = "r\(number)\(Self.ending(of: name))"
    guard let scheme = name.utf8.firstRange(of: Array("://".utf8)) else {
      return name.hasPrefix("/") ? "/" + path : path
    }
    let authority = name[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@").last.map(String.init) ?? ""
    let place = hosts[host] ?? hosts.count + 1
    hosts[host] = place
    let prefix = name[..<scheme.lowerBound]
    let shown = Self.schemes.contains(prefix.lowercased()) ? String(prefix) : "scheme"
    return "\(shown)://host\(place).invalid/\(path)"
  }

  package func client(_ name: String, number: Int) -> String {
    if mode == .nothing { return name }
    clients.insert(number)
    return "client\(number + 1)"
  }

  /// The name of a tenant of a trace that is no recording; words and numbers are no addresses.
  func tenant(_ name: String, number: Int) -> String {
    let isPlain = Self.isPlainLabel(Array(name.utf8)[...]) && !name.hasPrefix("client")
    return mode != .names && isPlain ? name : client(name, number: number)
  }

  /// A line of a header: an entity tag is replaced, and what is no known word.
  package func field(_ field: RecordedField) -> RecordedField {
    if mode == .nothing { return field }
    if field.name == "last-modified", HTTPDate.seconds(field.value, now: 0) != nil { return field }
    func known(_ text: ArraySlice<UInt8>, digits: Int) -> [UInt8] {
      let isKept = KnownWord.isKnown(parameter: text) || KnownWord.isNumber(text, digits: digits)
      return isKept ? Array(text) : replacement(of: text)
    }
    let isTag = field.name == "etag"
    let value = pieces(of: Array(field.value.utf8)[...], between: " ,;=\"/") { piece in
      guard isTag else { return known(piece, digits: 10) }
      return piece.elementsEqual("W".utf8) ? Array(piece) : replacement(of: piece)
    }
    return RecordedField(
      String(decoding: known(Array(field.name.utf8)[...], digits: 0), as: UTF8.self),
      String(decoding: value, as: UTF8.self))
  }

  private static func ending(of name: String) -> String {
    let path = name.prefix { $0 != "?" && $0 != "#" && $0 != ";" }
    let last = Array((path.split(separator: "/").last ?? "").utf8)[...]
    return KnownWord.ending(of: last).map { String(decoding: last[$0...], as: UTF8.self) } ?? ""
  }
}

extension CacheHeaders {
  func hidden(by hiding: NameHiding) -> CacheHeaders {
    var shown = self
    shown.recorded = recorded?.map { hiding.field($0) }
    shown.vary = vary.map { hiding.field(RecordedField("vary", $0)).value }
    return shown
  }
}

extension NameHiding {
  private static let schemes: Set<String> = ["http", "https", "ws", "wss", "ftp", "file"]
  /// Domains in which the name before is that of a machine of somebody's.
  private static let privateDomains: Set<String> = [
    "arpa", "corp", "home", "internal", "intranet", "lan", "local", "localdomain",
  ]

  private func replacement(of value: ArraySlice<UInt8>) -> [UInt8] {
    if value.isEmpty { return [] }
    let bytes = ContiguousArray(value)
    return Redaction.mark + "-\(values.intern(bytes.span) + 1)".utf8
  }

  private func pieces(
    of text: ArraySlice<UInt8>, between separators: String,
    _ replaced: (ArraySlice<UInt8>) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var start = text.startIndex
    for index in text.indices where separators.utf8.contains(text[index]) {
      result += replaced(text[start..<index])
      result.append(text[index])
      start = index + 1
    }
    return result + replaced(text[start...])
  }

  private func address(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    if let mark = rest.firstRange(of: Array("://".utf8)),
      Self.schemes.contains(String(decoding: rest[..<mark.lowerBound], as: UTF8.self).lowercased())
    {
      let end = rest[mark.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
      result += rest[..<mark.upperBound] + authority(rest[mark.upperBound..<end])
      rest = rest[end...]
    }
    let query = rest.firstIndex { "?#".utf8.contains($0) } ?? rest.endIndex
    result += pieces(of: rest[..<query], between: "/;") { segment($0) }
    return result + pieces(of: rest[query...], between: "?#&;") { parameter($0) }
  }

  /// `user@sub.example.com:80`: the registered domain and the port are kept.
  private func authority(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var host = text
    if let at = text.lastIndex(of: UInt8(ascii: "@")) {
      result += replacement(of: text[..<at]) + [text[at]]
      host = text[(at + 1)...]
    }
    var port = host[host.endIndex...]
    if let colon = host.lastIndex(of: UInt8(ascii: ":")),
      KnownWord.isNumber(host[(colon + 1)...], digits: 5)
    {
      port = host[colon...]
      host = host[..<colon]
    }
    return result + domain(host) + port
  }

  private func domain(_ host: ArraySlice<UInt8>) -> [UInt8] {
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // An address of a machine ends with a number, or has colons.
    guard let last = labels.last, last.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
      return replacement(of: host)
    }
    let top = String(decoding: last, as: UTF8.self).lowercased()
    let kept = labels.count == 1 ? 0 : Self.privateDomains.contains(top) ? 1 : 2
    let shown = labels.enumerated().map { index, label -> [UInt8] in
      if index >= labels.count - kept, Self.isPlainLabel(label) { return Array(label) }
      // `cdn2`
      var word = label
      if let digit = word.last, (0x30...0x39).contains(digit) { word.removeLast() }
      return KnownWord.isKnown(word) ? Array(label) : replacement(of: label)
    }
    return Array(shown.joined(separator: ".".utf8))
  }

  private static func isPlainLabel(_ label: ArraySlice<UInt8>) -> Bool {
    label.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
  }

  private func segment(_ text: ArraySlice<UInt8>) -> [UInt8] {
    if text.isEmpty || text.allSatisfy({ ".*".utf8.contains($0) }) { return Array(text) }
    if text.contains(UInt8(ascii: "=")) { return parameter(text) }
    if KnownWord.isVersion(text) { return Array(text) }
    let end = KnownWord.ending(of: text) ?? text.endIndex
    let name = text[..<end]
    return (KnownWord.isKnown(name) ? Array(name) : replacement(of: name)) + text[end...]
  }

  private func parameter(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
      return KnownWord.isKnown(text) ? Array(text) : replacement(of: text)
    }
    let name = text[..<equals]
    let value = text[(equals + 1)...]
    let isKept = KnownWord.isHarmless(value, of: name)
    let shown = KnownWord.isKnown(parameter: name) ? Array(name) : replacement(of: name)
    return shown + [text[equals]] + (isKept ? Array(value) : replacement(of: value))
  }
}

/// What must not be repeated of a line that could not be read: all but words and numbers of which
/// it is known that they are no secrets.
enum Redaction {
  static let mark = Array("redacted".utf8)

  /// The beginning of a line of a log, or of an entry of a capture.
  ///
  /// Words are kept that `KnownWord` has, numbers of few digits, dates and times; not what follows
  /// `=`, and no number that stands in a path.
  /// - Complexity: O(bytes).
  static func excerpt(_ line: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < line.count {
      let end = line[index...].firstIndex { !isPartOfWord($0) } ?? line.count
      if end == index {
        result.append(line[index])
        index += 1
        continue
      }
      let before = index == 0 ? UInt8(ascii: " ") : line[index - 1]
      let isKept = isHarmless(line[index..<end], after: before, before: line[end...].prefix(2))
      result += isKept ? line[index..<end] : mark[...]
      index = end
    }
    return result
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || ".-_%@+~:".utf8.contains(byte)
  }

  private static func isHarmless(
    _ text: ArraySlice<UInt8>, after before: UInt8, before next: ArraySlice<UInt8>
  ) -> Bool {
    let marks = ".:-+".utf8
    var word = text
    while let last = word.last, marks.contains(last) { word.removeLast() }
    while let first = word.first, marks.contains(first) { word.removeFirst() }
    if word.isEmpty { return true }
    if before == UInt8(ascii: "=") { return false }
    if KnownWord.isKnown(word) || isMonth(word, before: next) || isClock(word) { return true }
    let numbers = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // One dot: `1.1`; more are an address. Four digits are a zone, or a fourth of a card.
    let digits = text.first.map { "+-".utf8.contains($0) } ?? false ? 4 : 3
    guard numbers.count <= 2, numbers.allSatisfy({ KnownWord.isNumber($0, digits: digits) })
    else { return false }
    return before != UInt8(ascii: "/") || numbers.count == 2
  }

  /// `Oct` in `10/Oct/2000`.
  private static func isMonth(_ word: ArraySlice<UInt8>, before next: ArraySlice<UInt8>) -> Bool {
    guard word.count == 3, next.count == 2, next.first == UInt8(ascii: "/"),
      (0x30...0x39).contains(next[next.startIndex + 1])
    else { return false }
    let letters = Array(word)
    return MonthName.number(letters[0] & 0xDF, letters[1] | 0x20, letters[2] | 0x20) != nil
  }

  /// `2000:13:55:36` or `13:55`.
  private static func isClock(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return (2...4).contains(parts.count) && KnownWord.isNumber(parts[0], digits: 4)
      && parts.dropFirst().allSatisfy { $0.count == 2 && KnownWord.isNumber($0, digits: 2) }
  }
}
