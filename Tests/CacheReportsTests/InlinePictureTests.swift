internal import Testing

@testable internal import CacheReports

/// Charts within pages: their colours on bright and on dark paper.
@Suite struct InlinePictureTests {
  private static let picture = """
    <svg viewBox="0 0 900 540" data-timeline="1 2 3 4 0 30" data-unit="days" width="900">
    <title>a title</title>
    <desc>a description</desc>
    <rect x="0" y="0" width="900" height="540" fill="#ffffff"/>
    <path stroke='rgb(  0, 114, 178)'/><path stroke='rgb(34,34,34)' color='#FFFFFF'/>
    </svg>
    """

  @Test func coloursAreNamedSoThatDarkPaperHasItsOwn() {
    let html = InlinePicture.html(of: Self.picture, id: "a", caption: "b")
    #expect(html.contains("stroke='var(--c-0072b2, #0072b2)'"))
    #expect(html.contains("stroke='var(--c-222222, #222222)' color='var(--paper, #ffffff)'"))
    #expect(!html.contains("rgb(") && !html.contains("<rect"))
    #expect(html.contains("data-timeline=\"1 2 3 4 0 30\" data-unit=\"days\""))
    #expect(WebFrame.style.contains("--c-0072b2: #"))
  }

  @Test func aColourThatIsNoneIsLeftAsItIs() {
    let html = InlinePicture.html(
      of: "<svg><path stroke='rgb(1,2)'/><path stroke='rgb(300,2,3)'/></svg>", id: "a", caption: "")
    #expect(html.contains("rgb(1,2)") && html.contains("rgb(300,2,3)"))
  }

  /// Defect: the colours were inverted on dark paper, so that blue was orange, and two series
  /// swapped their colours.
  @Test func blueStaysBlueAndNoTwoColoursMeet() {
    for (light, dark) in ChartPalette.dark {
      let (one, other) = (Self.parts(light), Self.parts(dark))
      let isGrey = (one.max() ?? 0) - (one.min() ?? 0) < 0.1
      guard !isGrey else { continue }
      // The strongest part of a colour is that of its hue.
      let strongest = one.indices.max { one[$0] < one[$1] }
      #expect(other.indices.max { other[$0] < other[$1] } == strongest, "\(light) and \(dark)")
    }
    let strategies = (0..<7).map(ChartPalette.strategy)
    let dark = strategies.compactMap { light in
      ChartPalette.dark.first { $0.light == light }?.dark
    }
    #expect(Set(dark).count == strategies.count)
  }

  /// What is seen on white paper is seen on dark paper; the faint areas and grids below lines are
  /// faint on both.
  @Test func linesAndTextsAreSeenOnDarkPaper() {
    let paper = Self.luminance("#14171b")
    for (light, dark) in ChartPalette.dark where 1.05 / (Self.luminance(light) + 0.05) > 2.2 {
      let contrast = (Self.luminance(dark) + 0.05) / (paper + 0.05)
      let least = [ChartPalette.text, ChartPalette.quietText].contains(light) ? 4.5 : 3
      #expect(contrast >= least, "\(light) as \(dark): \(contrast)")
    }
  }

  private static func parts(_ colour: String) -> [Double] {
    let digits = Array(colour.dropFirst())
    return [0, 2, 4].map { Double(Int(String(digits[$0..<($0 + 2)]), radix: 16) ?? 0) / 255 }
  }

  /// The relative luminance of a colour by WCAG 2, with a power for its piecewise curve.
  private static func luminance(_ colour: String) -> Double {
    let linear = parts(colour).map { $0 * $0 * ($0 * 0.2 + 0.8) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
