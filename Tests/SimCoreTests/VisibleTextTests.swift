internal import TestCases
internal import Testing

@testable internal import SimCore

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain ü 東京 👩🏽‍🚀", "plain ü 東京 👩🏽‍🚀"), ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#),
    ("\u{9B}31m", #"\u{9B}31m"#), ("gpj\u{202E}exe", #"gpj\u{202E}exe"#),
    ("\u{2066}a\u{2069}\u{200F}\u{200E}", #"\u{2066}a\u{2069}\u{200F}\u{200E}"#),
    ("a\r\nb\tc\u{7}", #"a\u{D}\u{A}b\u{9}c\u{7}"#), ("\u{2028}", #"\u{2028}"#),
  ])
  func whatSteersIsShownByItsNumber(text: String, shown: String) {
    expect(VisibleText.line(text), is: shown)
  }

  @Test func linesKeepTheirLineFeedsAndColoursOnlyWhereTheyAreAllowed() {
    let text = "\u{1B}[1;32mgreen\u{1B}[0m\n\u{1B}[2J\u{1B}]0;title\u{7}\u{1B}"
    let steering = #"\u{1B}[2J\u{1B}]0;title\u{7}\u{1B}"#
    expect(VisibleText.lines(text), is: #"\u{1B}[1;32mgreen\u{1B}[0m"# + "\n" + steering)
    let colored = VisibleText.lines(text, keepsColors: true)
    expect(colored, is: "\u{1B}[1;32mgreen\u{1B}[0m\n" + steering)
  }

  @Test func longTextsAreShortenedToTheirLimit() {
    expect(VisibleText.shortened("abcd", to: 4), is: "abcd")
    expect(VisibleText.shortened("abcde", to: 4), is: "abc…")
  }
}

@Suite struct FormulaGuardTests {
  @Test(arguments: [
    "=1+1", "+1+1", "-1+1", "@sum", "\tx", "\rx", "-x", "--", "'=x", "''-1", "+inf x", "-1.", "-1e",
  ])
  func whatASpreadsheetWouldTakeForAFormulaGetsAnApostrophe(text: String) {
    expect(guarded(text), is: "'" + text)
  }

  @Test(arguments: [
    "", "-", "a=1", "1", "-1", "-1.5", "-1.5e-3", "+2", "-inf", "'x", "'", "naïve", "0.5", "–",
  ])
  func whatIsNoneStaysAsItIs(text: String) {
    expect(guarded(text), is: text)
  }

  /// Every text over the letters that matter is found again by the rule that the documentation
  /// states, and no two become one.
  @Test func aReaderFindsEveryTextAgain() {
    let letters = ["=", "'", "-", "1", "x"]
    var texts = [""]
    for _ in 0..<4 { texts += texts.flatMap { text in letters.map { text + $0 } } }
    for text in Set(texts).sorted() {
      let cell = guarded(text)
      let rest = cell.drop { $0 == "'" }
      let isGuarded = cell.hasPrefix("'") && rest.first.map("=+-@\t\r".contains) == true
      expect((isGuarded ? String(cell.dropFirst()) : cell), is: text)
    }
  }

  private func guarded(_ text: String) -> String {
    String(decoding: FormulaGuard.guarded(Array(text.utf8)), as: UTF8.self)
  }
}
