internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// Readers of headers end, and end well, whatever they are given.
@Suite struct HeaderFuzzTests {
  /// Pieces that headers are made of, so that random values come near to what means something.
  private static let pieces = [
    "max-age=", "no-cache=\"", "\"", "\\", ",", ";", "=", "-", "W/", "bytes ", "bytes=", "/", "*",
    "99999999999999999999", "0", "Thu, 18 Aug 2050 02:01:18 GMT", "Sunday, 06-Nov-94", "\n", " ",
    "\t", "q=0.", "https://a.b", "://", "?", "#", "..", "é", "\u{0}",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<20) func randomBytesBreakNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<random.index(below: 40) {
        if random.chance(0.7) {
          bytes += Self.pieces[random.index(below: Self.pieces.count)]
        } else {
          bytes.append(UInt8(random.index(below: 256)))
        }
      }
      expect(HeaderFuzz.run(bytes) >= 0, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "", "\"", "\\", "\"\\", "=", "=\"", ",,,,", ";;;;", "W/", "W/\"", "bytes", "bytes=", "bytes=-",
    "bytes=--1", "bytes=9-1", "bytes=1152921504606846976-9223372036854775807", "bytes=-0",
    "bytes=99999999999999999999-", "bytes 5-4/3", "bytes 0-18446744073709551615/*", "bytes /-",
    "bytes -/", "bytes */5", "max-age", "max-age=", "max-age=\"", "max-age=-1",
    "max-age=9223372036854775808", "no-cache=\"", "private=\"a", "://", "http://", "a:", ":", "//",
    "/..", "/../..", "http://[::1", "http://a:80:80", "http://A?b#c", "?", "#", "\u{0}", "\r\n",
    "q=", ";q=1", "a;q=1.0001", "Thu, 18 Aug 0000 00:00:00 GMT", "Thu, 31 Feb 2050 00:00:00 GMT",
    "Thu, 18 Aug 9999 23:59:60 GMT", "Thu", "Sunday, ", "Sun Nov  6 08:49:37 ",
  ]) func nastyValuesBreakNothing(text: String) {
    expect(HeaderFuzz.run(Array(text.utf8)) >= 0)
    // As every field of a message: the first byte of a line chooses the field.
    for field in UInt8(0)..<20 { HeaderFuzz.run([field] + Array(text.utf8)) }
  }

  @Test func longValuesTakeTimeInProportionAndNoMore() {
    for byte in "\",\\=; -/aW".utf8 {
      expect(HeaderFuzz.run(Array(repeating: byte, count: 20_000)) >= 0)
    }
    expect(HeaderFuzz.run(Array(String(repeating: "\u{3}Foo\n", count: 2_000).utf8)) >= 0)
  }
}
