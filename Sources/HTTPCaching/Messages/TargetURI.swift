/// The URI that a request is for, in the form under which responses are stored.
///
/// Scheme and host in lower case, no fragment, no port that is the scheme's own, a path that is not
/// empty (RFC 9110 §4.2.3). The query belongs to it; a method does not (RFC 9111 §2). In a cache
/// that is partitioned, the top-level site does (Fetch, "HTTP cache partitions").
package struct TargetURI: Hashable, Sendable {
  package let text: String
  /// Where in its UTF-8 the origin — scheme, host and port — ends; 0 for a bare path.
  private let originEnd: Int
  /// A number of the text that spreads well, worked out once: a decision looks a target up.
  private let spread: UInt64
  /// The partition of the cache; 0 where it has none.
  package private(set) var partition: UInt32 = 0

  /// Normalises a URI, or a path where one origin is meant. - Complexity: O(bytes).
  package init(_ written: String) {
    // A path without a fragment is as it should be.
    if written.utf8.first == UInt8(ascii: "/"), !written.utf8.contains(UInt8(ascii: "#")) {
      text = written
      originEnd = 0
      spread = Self.spread(text)
      return
    }
    let bytes = Array(written.utf8.prefix { $0 != UInt8(ascii: "#") })
    guard let schemeEnd = Self.schemeEnd(bytes), bytes[schemeEnd...].starts(with: "//".utf8) else {
      text = bytes.isEmpty ? "/" : FieldSyntax.text(bytes)
      originEnd = 0
      spread = Self.spread(text)
      return
    }
    let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    let hostEnd = bytes[(schemeEnd + 2)...].firstIndex(where: isEnd) ?? bytes.count
    var origin = HeaderLine.lowercase(FieldSyntax.text(bytes[..<hostEnd]))
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
      origin.removeLast(port.utf8.count)
    }
    let rest = bytes[hostEnd...]
    let path = rest.first == UInt8(ascii: "/") ? "" : "/"
    originEnd = origin.utf8.count
    text = origin + path + FieldSyntax.text(rest)
    spread = Self.spread(text)
  }

  /// The same URI in a partition of the cache: what is stored in another one is not found.
  package func inPartition(_ partition: UInt32) -> TargetURI {
    var target = self
    target.partition = partition
    return target
  }

  /// The same URI in the form that all URIs of its meaning have (RFC 3986 §6.2): an octet that need
  /// not be encoded is not, and a query has no empty members and is not empty.
  package var normalized: TargetURI {
    let bytes = Self.decoded(Array(text.utf8)[originEnd...])
    let parts = bytes.split(separator: UInt8(ascii: "?"), maxSplits: 1)
    let query = parts.count < 2 ? [] : parts[1].split(separator: UInt8(ascii: "&"))
    var whole = Array(text.utf8.prefix(originEnd)) + (parts.first ?? [])
    if !query.isEmpty {
      whole.append(UInt8(ascii: "?"))
      whole += query.joined(separator: [UInt8(ascii: "&")])
    }
    return TargetURI(FieldSyntax.text(whole)).inPartition(partition)
  }

  /// Without percent signs before letters, digits and `-._~` (RFC 3986 §2.3).
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let octet = UInt8(FieldSyntax.text(rest.prefix(2)), radix: 16), isUnreserved(octet)
      else {
        decoded.append(byte)
        continue
      }
      decoded.append(octet)
      rest = rest.dropFirst(2)
    }
    return decoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || Array("-._~".utf8).contains(byte)
  }

  var hasQuery: Bool { text.utf8.contains(UInt8(ascii: "?")) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(spread)
    if partition != 0 { hasher.combine(partition) }
  }

  package static func == (left: TargetURI, right: TargetURI) -> Bool {
    left.spread == right.spread && left.partition == right.partition && left.text == right.text
  }

  /// FNV-1a in 64 bits (draft-eastlake-fnv).
  private static func spread(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Just behind the colon of a scheme; nil for a reference without one.
  private static func schemeEnd(_ bytes: [UInt8]) -> Int? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    let isOfScheme = bytes[..<colon].allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
    return isOfScheme ? colon + 1 : nil
  }

  /// Whether both have scheme, host and port in common (RFC 9110 §4.3.1).
  package func isOfSameOrigin(as other: TargetURI) -> Bool {
    text.utf8.prefix(originEnd).elementsEqual(other.text.utf8.prefix(other.originEnd))
  }

  /// The URI that a reference in this one's response means (RFC 3986 §5.2), in the same partition.
  /// - Complexity: O(bytes).
  package func resolve(_ reference: String) -> TargetURI {
    resolved(reference).inPartition(partition)
  }

  private func resolved(_ reference: String) -> TargetURI {
    let bytes = Array(reference.utf8)
    if Self.schemeEnd(bytes) != nil { return TargetURI(reference) }
    let own = Array(text.utf8)
    if bytes.starts(with: "//".utf8) {
      let scheme = Self.schemeEnd(own).map { own[..<$0] } ?? []
      return TargetURI(FieldSyntax.text(scheme + bytes))
    }
    let pathEnd = own.firstIndex(of: UInt8(ascii: "?")) ?? own.count
    let first = bytes.first
    if first == nil || first == UInt8(ascii: "#") { return self }
    let origin = own[..<originEnd]
    if first == UInt8(ascii: "?") { return TargetURI(FieldSyntax.text(own[..<pathEnd] + bytes)) }
    var base: ArraySlice<UInt8> = []
    if first != UInt8(ascii: "/") {
      let path = own[originEnd..<pathEnd]
      base = path[..<((path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex - 1) + 1)]
    }
    return TargetURI(FieldSyntax.text(origin + Self.withoutDots(Array(base) + bytes)))
  }

  /// A path without `.` and `..` segments; a query is left as it is.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    let end = path.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? path.count
    let segments = path[..<end].split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var kept: [ArraySlice<UInt8>] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      if segment.elementsEqual("..".utf8) {
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append([]) }
      } else if segment.elementsEqual(".".utf8) {
        if isLast { kept.append([]) }
      } else {
        kept.append(segment)
      }
    }
    return Array(kept.joined(separator: [UInt8(ascii: "/")])) + path[end...]
  }
}
