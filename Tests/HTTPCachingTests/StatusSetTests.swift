internal import HTTPCaching
internal import SimCore
internal import Testing

/// Sets of statuses as scenarios write them.
@Suite struct StatusSetTests {
  @Test(arguments: [("none", "none"), ("404, 200-202,206", "200-202, 206, 404")])
  func statusesAreListsAndRanges(written: String, text: String) {
    var problems = Problems()
    #expect(StatusSet.read(JSON(.string(written)), path: "", &problems)?.text == text)
  }

  @Test(arguments: ["", "200,", "99", "300-200", "200-202-204", "a"])
  func whatIsNoListOfStatusesIsRefused(text: String) {
    var problems = Problems()
    #expect(StatusSet.read(JSON(.string(text)), path: "s", &problems) == nil)
    #expect(problems.lines.first?.hasPrefix("s: expected statuses such as") == true)
  }
}
