/// The request of an access log's line: method and URL as places in the line.
///
/// The URL is what stands between method and protocol, so it may hold spaces, as in many old
/// logs; the protocol may be missing, as in HTTP/0.9. Escapes stay as they are: a server writes
/// the same URL always the same way.
struct RequestLine {
  var method: HTTPMethod
  var url: Range<Int>

  /// Reads `GET /path HTTP/1.1`; nil when this is no request.
  init?(_ range: Range<Int>, in line: Span<UInt8>) {
    var range = range
    while let last = range.last, line[last] == UInt8(ascii: " ") {
      range = range.lowerBound..<last
    }
    guard let space = range.first(where: { line[$0] == UInt8(ascii: " ") }) else { return nil }
    var end = range.upperBound
    if let last = range.last(where: { line[$0] == UInt8(ascii: " ") }), last > space,
      Self.matches("HTTP/", in: line, at: last + 1, before: end)
    {
      end = last
    }
    self.init(method: range.lowerBound..<space, url: space + 1..<end, in: line)
  }

  /// Reads a method and takes a URL; nil when one of them cannot be one.
  init?(method: Range<Int>, url: Range<Int>, in line: Span<UInt8>) {
    guard !method.isEmpty, !url.isEmpty else { return nil }
    for index in method where !Self.isMethodByte(line[index]) { return nil }
    self.method =
      HTTPMethod.allCases.first { known in
        method.count == known.rawValue.utf8.count
          && Self.matches(
            known.rawValue, in: line, at: method.lowerBound, before: method.upperBound)
      } ?? .other
    self.url = url
  }

  /// Letters, `-` and `_`: what the registered methods are made of, in either case.
  private static func isMethodByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func matches(
    _ text: String, in line: Span<UInt8>, at start: Int, before end: Int
  ) -> Bool {
    guard end - start >= text.utf8.count else { return false }
    return zip(text.utf8, start..<end).allSatisfy { line[$1] == $0 }
  }
}
