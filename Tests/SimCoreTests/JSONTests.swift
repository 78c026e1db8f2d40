internal import TestCases
internal import Testing

@testable internal import SimCore

@Suite struct JSONTests {
  @Test func valuesKnowTheirPlaces() throws {
    let json = try JSON.parse(Array(#" {"a": [1, "x"]}"#.utf8))
    expect(json.offset, is: 1)
    expect(json["a"]?.elements?[1].offset, is: 11)
  }

  @Test func commentsAreWhiteSpace() throws {
    let text = "// first\n{ /* in */ \"a\": 1 } // last"
    try expect(JSON.parse(Array(text.utf8))["a"]?.integer, is: 1)
  }

  @Test(arguments: [
    ("{\"a\": 1,}", 8, "expected a name in double quotes, found '}'"),
    ("[1 2]", 3, "expected ',' or ']', found '2'"),
    ("", 0, "expected a value, found the end"),
    ("{\"a\" 1}", 5, "expected ':' after the name \"a\", found '1'"),
    ("\"\\ud800x\"", 1, "half of a surrogate pair"),
    ("01", 1, "expected the end of the text, found '1'"),
    ("/* ", 0, "a comment that never ends"),
    ("[1e999]", 1, "the number 1e999 is too large"),
    ("tru", 0, "expected a value, found 't'"),
    ("é", 0, "expected a value, found 'é'"),
  ])
  func aBrokenTextNamesThePlace(text: String, offset: Int, message: String) {
    #expect(throws: InputError(offset: offset, message)) {
      try JSON.parse(Array(text.utf8))
    }
  }

  @Test func deepNestingIsRefused() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: InputError.self) { try JSON.parse(Array(text.utf8)) }
  }

  @Test func writingAndReadingGiveTheSameValue() throws {
    let json = JSON.object([
      ("text", "a \"quote\" \\ \u{1} é 😀 \n"), ("list", [1, 2.5, true, []]),
      ("object", .object([("x", JSON(.null))])), ("small", 1e-7), ("large", 1e300),
    ])
    try expect(JSON.parse(Array(json.text.utf8)), is: json)
    try expect(JSON.parse(Array(json.compact.utf8)), is: json)
  }

  @Test(arguments: 0..<2_000)
  func noBytesCrashTheReader(seed: UInt64) {
    var generator = SeededGenerator(seed: seed, purpose: .workload)
    let alphabet = Array("{}[]\",:0123.eE+-\\u/*tfn \n\u{e9}".utf8)
    let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
    }
    _ = try? JSON.parse(bytes)
  }
}
