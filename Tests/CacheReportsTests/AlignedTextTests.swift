internal import CacheReports
internal import Testing

@Suite struct AlignedTextTests {
  private static let rows = [["name", "count", "remark"], ["a", "5", ""], ["日本", "1234", "x  "]]

  @Test func columnsHaveASideAndLinesEndWithoutBlanks() {
    #expect(
      AlignedText.table(Self.rows, .left, .right, .left) == """
        name  count  remark
        a         5
        日本   1234  x

        """)
    #expect(
      AlignedText.table(Self.rows, .right) == """
        name  count  remark
           a      5
        日本   1234     x

        """)
  }

  @Test func cellsStayOnTheirLineAndControlNoTerminal() {
    let text = AlignedText.table([["a\nb", "c\u{1B}[31m"], ["d", "e"]], .left)
    #expect(text.split(separator: "\n").count == 2)
    #expect(!text.contains("\u{1B}"))
  }

  @Test func rowsMayHaveDifferentLengths() {
    #expect(AlignedText.table([["a"], ["b", "c"], []], .left) == "a\nb  c\n\n")
    #expect(AlignedText.table([], .left) == "")
    #expect(
      AlignedText.padded([["a", "b"], ["cc", "d"]], [.right]) == [[" a", "b"], ["cc", "d"]])
  }
}
