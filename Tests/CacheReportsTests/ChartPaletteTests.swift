internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports

/// Colours on bright and on dark paper.
@Suite struct ChartPaletteTests {
  /// Within a page a colour without a dark one would stay as it is on dark paper.
  @Test func everyColourHasOneOnDarkPaper() {
    // Text on bright bars stays dark on dark paper, and white is text on dark bars.
    let known = Set(ChartPalette.dark.map(\.light)).union([ChartPalette.inkOnBars, "#ffffff"])
    for chart in ChartFixture.charts {
      let json = ChartJSON.json(of: chart.canvas(of: ChartFixture.month)).compact
      for match in json.matches(of: /"(#[0-9a-f]{6})"/) {
        expect(known.contains(String(match.output.1)), "\(chart.name): \(match.output.1)")
      }
    }
    // What the script itself draws axes and texts with.
    for match in WebFrame.script.matches(of: /'(#[0-9a-f]{6})'/) {
      expect(known.contains(String(match.output.1)), "\(match.output.1)")
    }
    expect(WebFrame.style.contains("--c-0072b2: #"))
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
      expect(other.indices.max { other[$0] < other[$1] }, is: strongest, "\(light) and \(dark)")
    }
    let strategies = (0..<7).map(ChartPalette.strategy)
    let dark = strategies.compactMap { light in
      ChartPalette.dark.first { $0.light == light }?.dark
    }
    expect(Set(dark).count, is: strategies.count)
  }

  /// What is seen on white paper is seen on dark paper; the faint areas and grids below lines are
  /// faint on both.
  @Test func linesAndTextsAreSeenOnDarkPaper() {
    let paper = Self.luminance("#14171b")
    for (light, dark) in ChartPalette.dark where 1.05 / (Self.luminance(light) + 0.05) > 2.2 {
      let contrast = (Self.luminance(dark) + 0.05) / (paper + 0.05)
      let least = [ChartPalette.text, ChartPalette.quietText].contains(light) ? 4.5 : 3
      expect(contrast >= least, "\(light) as \(dark): \(contrast)")
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
