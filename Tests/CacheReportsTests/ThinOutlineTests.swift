internal import Testing

@testable internal import CacheReports

/// What is left out of gnuplot's outlines.
@Suite struct ThinOutlineTests {
  @Test(arguments: [
    // Three points of a straight line are two, in tenths of a pixel.
    ("<path d='M0.00,0.00 L5.00,5.00 L10.04,10.04'/>", "<path d='M0,0L10,10'/>"),
    ("<path d='M1.25,2.00 L3.00,2.00\n\t\tL3.00,8.00'/>", "<path d='M1.3,2L3,2L3,8'/>"),
    // Two lines in one path, the second closed.
    ("<path d='M0,0 L4,4 M9,9 L9,12 L12,12 Z'/>", "<path d='M0,0L4,4M9,9L9,12L12,12Z'/>"),
    // A point that is repeated, and a way there and back.
    ("<path d='M0,0 L0,0 L0,9 L0,0'/>", "<path d='M0,0L0,9L0,0'/>"),
    (
      "<polygon points = '0.00,0.00 5.00,0.01 9.00,0.00 9.00,9.00'/>",
      "<polygon points = '0,0 9,0 9,9'/>"
    ),
    // What is no straight line, or no number, is left as it is.
    ("<path d='M0,0 h2 M0,-1 v2'/>", "<path d='M0,0 h2 M0,-1 v2'/>"),
    ("<path d='M0,0 C1,1 2,2 3,3'/>", "<path d='M0,0 C1,1 2,2 3,3'/>"),
    ("<polygon points = '0,0 x,1 2,2 3,3'/>", "<polygon points = '0,0 x,1 2,2 3,3'/>"),
    ("<path d=''/><path d='M1,1", "<path d=''/><path d='M1,1"),
    ("<text>It is d='M0,0</text>", "<text>It is d='M0,0</text>"),
  ])
  func outlines(of picture: String, become thin: String) {
    #expect(ThinOutline.picture(picture) == thin)
  }

  @Test(arguments: 0..<20)
  func whatIsLeftOutLiesOnTheLine(seed: Int) {
    // A walk in steps of a third of a pixel, as distributions are drawn.
    var (state, x, y) = (UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1, 0.0, 0.0)
    var line: [ThinOutline.Place] = []
    for _ in 0..<600 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      x += Double(state >> 40 & 3) * 0.33
      y -= Double(state >> 50 & 3) * 0.33
      line.append(ThinOutline.Place(x: x, y: y))
    }
    let thin = ThinOutline.thin(line)
    #expect(thin.count < line.count)
    #expect(thin.first == line.first && thin.last == line.last)
    for place in line {
      let nearest = zip(thin, thin.dropFirst()).map {
        place.distance(fromLineBetween: $0, $1)
      }.min()
      #expect((nearest ?? .infinity) <= ThinOutline.tolerance)
    }
  }
}
