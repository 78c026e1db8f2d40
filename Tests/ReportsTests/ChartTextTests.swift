internal import Testing

@testable internal import Reports

struct ChartTextTests {
  @Test(arguments: [
    ("short", "short"), ("a name that is far too long 12", "a name tha…ng 12"),
    ("漢字漢字漢字漢字漢字", "漢字漢字漢…漢字"), ("two\nlines", "two lines"),
  ])
  func longNamesLoseTheirMiddle(text: String, shortened: String) {
    #expect(ChartText.shortened(text, to: 16) == shortened)
  }

  @Test func colourOfACauseStaysItsOwnAndIsGivenOnce() {
    let colours = ChartPalette.colours(of: ["eviction", "archive", "new", "newer"])
    #expect(Set(colours).count == 4)
    #expect(colours[1] == ChartPalette.colours(of: ["archive"])[0])
    #expect(
      ChartPalette.order(of: ["new", "archive", "eviction", "new"])
        == ["eviction", "archive", "new"])
  }

  @Test func namesOfPointsInOneSpotLieApart() {
    let frame = ChartFrame(left: 100, top: 80, right: 860, bottom: 460)
    let placement = LabelPlacement(
      frame: frame, points: [(x: Double, y: Double)](repeating: (x: 100, y: 90), count: 12),
      widths: [Double](repeating: 190, count: 12))
    let boxes = placement.places().map(\.box)
    for (index, box) in boxes.enumerated() {
      #expect(box.lies(in: frame))
      #expect(!boxes[..<index].contains(where: box.overlaps))
    }
  }
}
