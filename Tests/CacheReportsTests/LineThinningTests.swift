internal import Testing

@testable internal import CacheReports

/// What is left out of lines.
@Suite struct LineThinningTests {
  @Test func aStraightLineIsItsEndsAndAWayBackIsKept() {
    func thin(_ line: [LineThinning.Place]) -> [Double] { LineThinning.thin(line).map(\.x) }
    #expect(thin([(0, 0), (5, 5), (10, 10.1)]) == [0, 10])
    #expect(thin([(0, 0), (0, 0), (9, 0), (0, 0)]) == [0, 9, 0])
    #expect(thin([(1, 2), (3, 2), (3, 8)]) == [1, 3, 3])
    #expect(thin([(1, 2)]) == [1] && thin([]) == [])
  }

  @Test(arguments: 0..<20)
  func whatIsLeftOutLiesOnTheLine(seed: Int) {
    // A walk in steps of a third of a pixel, as distributions are drawn.
    var (state, x, y) = (UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1, 0.0, 0.0)
    var line: [LineThinning.Place] = []
    for _ in 0..<600 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      x += Double(state >> 40 & 3) * 0.33
      y -= Double(state >> 50 & 3) * 0.33
      line.append((x, y))
    }
    let thin = LineThinning.thin(line)
    #expect(thin.count < line.count)
    #expect(thin.first?.x == line.first?.x && thin.last?.x == line.last?.x)
    for place in line {
      let nearest = zip(thin, thin.dropFirst()).map {
        LineThinning.distance(of: place, fromLineBetween: $0, $1)
      }.min()
      #expect((nearest ?? .infinity) <= LineThinning.tolerance)
    }
  }
}
