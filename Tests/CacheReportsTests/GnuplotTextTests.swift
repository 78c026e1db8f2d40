internal import Testing

@testable internal import CacheReports

struct GnuplotTextTests {
  @Test(arguments: [
    ("plain", "'plain'"),
    ("it's", "'it''s'"),
    ("'first", "'’first'"),
    ("''", "'’'''"),
    ("`id` $(id) \"x\" \\n %s", "'`id` $(id) \"x\" \\n %s'"),
    ("two\nlines\r\t\u{2028}", "'two lines   '"),
    ("\u{202E}turned", "'turned'"),
    ("", "''"),
  ])
  func quotedTextIsNothingButText(text: String, quoted: String) {
    #expect(GnuplotText.quoted(text) == quoted)
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1e21, "1e+21"), (1e-7, "1e-07"),
    (.infinity, "inf"),
  ])
  func numbersReadBackAsThemselves(value: Double, text: String) {
    #expect(GnuplotText.number(value) == text)
  }

  @Test func lettersThatTheFontLacksBecomeSquares() {
    #expect(FontCoverage.drawable("é Ω Ж 漢 😀 🦊\n") == "é Ω Ж □ 😀 □\n")
  }
}
