internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

/// What gnuplot and a page's script draw of one chart.
@Suite(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed, or this build has no charts"))
struct ChartPictureTests {
  @Test func thePictureHasARoleATitleAndADescription() throws {
    for chart in ChartFixture.charts {
      let svg = try Self.picture(of: chart, ChartFixture.month)
      expect(svg.contains("role=\"img\" aria-label=\"\(chart.title). "), "\(chart.name)")
      let titles = svg.matches(of: /<title>([^<]*)<\/title>/).map { String($0.output.1) }
      expect(titles, is: [chart.title], "\(chart.name)")
      expect(svg.contains("<desc>\(HTMLRenderer.escaped(chart.caption))</desc>"))
      expect(!svg.contains("GNUPLOT") && !svg.contains("Sans:Bold"))
    }
  }

  /// gnuplot computes places from the table, and ``ChartJSON`` computes them again.
  @Test(arguments: [ChartFixture.month, ChartFixture.spread])
  func aPageHasThePlacesOfGnuplotsPicture(data: ChartData) throws {
    var compared = 0
    for chart in ChartFixture.charts + ChartFixture.askedFor
    where chart.reasonToOmit(from: data) == nil {
      let svg = try Self.picture(of: chart, data)
      let drawn = Self.places(in: svg)
      let json = ChartJSON.json(of: chart.canvas(of: data))
      for place in Self.places(in: json) {
        let isThere = drawn.contains { abs($0.x - place.x) < 0.12 && abs($0.y - place.y) < 0.12 }
        expect(isThere, "\(chart.name): \(place)")
        compared += 1
      }
    }
    expect(compared > 200)
  }

  /// The places that an SVG names: points, and corners of lines and areas.
  private static func places(in svg: String) -> [(x: Double, y: Double)] {
    svg.matches(of: /[ML( '](-?[\d.]+),(-?[\d.]+)/).compactMap { match in
      Double(match.output.1).flatMap { x in Double(match.output.2).map { (x, $0) } }
    }
  }

  /// The points, the corners of boxes and the beginnings of lines that a page draws.
  private static func places(in json: JSON) -> [(x: Double, y: Double)] {
    let columns = (json["columns"]?.elements ?? []).map { column in
      var sum = 0.0
      return (column.elements ?? []).map { step -> Double in
        sum += step.real ?? 0
        return sum / 10
      }
    }
    return (json["panels"]?.elements ?? []).flatMap { panel in
      let frame = panel["frame"]?.elements?.compactMap(\.real).map { $0 / 10 } ?? []
      return (panel["marks"]?.elements ?? []).flatMap { mark -> [(x: Double, y: Double)] in
        let by = (mark["by"]?.elements ?? []).compactMap { $0.integer.map { columns[Int($0)] } }
        let pairs: [(Double, Double)] =
          switch mark["form"]?.string {
          case "points": zip(by[0], by[1]).map { ($0, $1) }
          case "line", "bar y": [(by[0][0], by[by.count == 4 ? 2 : 1][0])]
          case "bar x": [(by[2][0], by[1][0])]
          case "box": [(by[0][0], by[2][0]), (by[1][0], by[3][0])]
          default: []
          }
        return pairs.map { (frame[0] + $0.0, frame[1] + $0.1) }
      }
    }
  }

  private static func picture(of chart: any Chart, _ data: ChartData) throws -> String {
    try ChartFixture.inFolder { folder in
      let drawn = try ChartRenderer().draw(chart, data, into: folder)
      let bytes = try #require(Disk.bytes(of: "\(folder)/\(drawn.files[0])"))
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
