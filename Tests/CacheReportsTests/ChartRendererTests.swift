internal import Results
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

/// Draws every chart of ordinary and of strange data.
@Suite(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed, or this build has no charts"))
struct ChartRendererTests {
  private static let inputs: [(name: String, data: ChartData)] = [
    ("a month", ChartFixture.month), ("one strategy", ChartFixture.alone),
    ("no flash", ChartFixture.withoutFlash), ("twelve", ChartFixture.twelve),
    ("hostile names", ChartFixture.hostile), ("no strategy", ChartFixture.empty),
    ("a run", ChartData(ResultFixture.result)),
  ]

  @Test(arguments: Cases.some(inputs.indices, oneIn: 4))
  func everyChartIsDrawnWithItsDataAndScript(index: Int) throws {
    try ChartFixture.inFolder { folder in
      for chart in ChartFixture.charts {
        let drawn = try ChartRenderer().draw(chart, Self.inputs[index].data, into: folder)
        expect(drawn.warning, is: "", "\(chart.name) of \(Self.inputs[index].name)")
        expect(drawn.files, is: ["svg", "png", "csv", "gp"].map { "\(chart.name).\($0)" })
        expect(Self.isWellFormed(try Self.text(of: drawn.files[0], in: folder)))
        let png = try #require(Disk.bytes(of: "\(folder)/\(drawn.files[1])"))
        expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      }
      // Nothing else came about: no unfinished file, and nothing that a name might have touched.
      let names = try Disk.names(in: folder)
      expect(names.count, is: 4 * ChartFixture.charts.count)
    }
  }

  /// Those that are drawn more than once.
  private static let redrawn = Cases.some(ChartFixture.charts, oneIn: 4)

  @Test func aSecondDrawingIsTheSameByteForByte() throws {
    let first = try Self.files(of: ChartFixture.hostile) { _ in }
    let second = try Self.files(of: ChartFixture.hostile) { _ in }
    expect(first, is: second)
  }

  /// As on macOS, where there is no gnuplot-iostream.
  @Test func aPlainPipeDrawsTheSameByteForByte() throws {
    var plain = ChartRenderer()
    plain.gnuplot.isPlain = true
    for data in Cases.some([ChartFixture.hostile, ChartFixture.withoutFlash], oneIn: 2) {
      let piped = try Self.files(of: data, by: plain) { _ in }
      try expect(Self.files(of: data) { _ in }, is: piped)
    }
  }

  @Test func theScriptOfAChartRedrawsIt() throws {
    let all = [ChartFixture.hostile, ChartFixture.month, ChartFixture.withoutFlash]
    for data in Cases.some(all, oneIn: 3) {
      let first = try Self.files(of: data) { _ in }
      let redrawn = try Self.files(of: data) { folder in
        for chart in Self.redrawn {
          for image in DrawnChart.images(of: chart.name) { try Disk.remove("\(folder)/\(image)") }
          let words = try Gnuplot().run([.text("load '\(chart.name).gp'\n")], in: folder)
          expect(words, is: "")
          // What the script leaves has the drawing alone.
          let svg = "\(folder)/\(chart.name).svg"
          let text = ChartPicture.text(
            of: try Self.text(of: "\(chart.name).svg", in: folder), chart)
          try Disk.write(text, to: svg)
        }
      }
      expect(first, is: redrawn)
    }
  }

  @Test func withoutGnuplotDataAndScriptsStay() throws {
    try ChartFixture.inFolder { folder in
      #expect(throws: ToolError.notInstalled(program: "/no/such/gnuplot")) {
        try Charts(of: ResultFixture.result).draw(
          into: folder, with: Gnuplot(program: "/no/such/gnuplot"))
      }
      let names = try Disk.names(in: folder)
      expect(
        names,
        is: Charts(of: ResultFixture.result).charts.flatMap {
          ["\($0.name).csv", "\($0.name).gp"]
        }
        .sorted())
    }
  }

  @Test(arguments: ["/bin/false", "/bin/true"])
  func aProgramThatDrawsNothingLeavesNoImage(program: String) throws {
    try ChartFixture.inFolder { folder in
      #expect(throws: ToolError.self) {
        try ChartRenderer(gnuplot: Gnuplot(program: program))
          .draw(HitCompositionChart(), ChartFixture.month, into: folder)
      }
      let names = try Disk.names(in: folder)
      expect(names, is: ["hit-composition.csv", "hit-composition.gp"])
    }
  }

  @Test func aFolderThatIsNotThereIsNamed() {
    let error = #expect(throws: FileError.self) {
      try ChartRenderer().draw(HitCompositionChart(), ChartFixture.month, into: "/no/such/folder")
    }
    expect(error?.path, is: "/no/such/folder/hit-composition.csv")
  }

  @Test func aRunLeavesAPictureForEachChart() throws {
    try ChartFixture.inFolder { folder in
      let drawn = try Charts(of: ResultFixture.result).draw(into: folder)
      let charts = Charts(of: ResultFixture.result).charts
      expect(drawn.figures.map(\.file), is: charts.map { "\($0.name).svg" })
      expect(drawn.others.count, is: 3 * charts.count)
      expect(drawn.warnings.isEmpty)
    }
  }

  /// All files that drawing charts leaves, after something was done with them.
  private static func files(
    of data: ChartData, by renderer: ChartRenderer = ChartRenderer(),
    after change: (String) throws -> Void
  ) throws -> [[UInt8]?] {
    try ChartFixture.inFolder { folder in
      for chart in redrawn { _ = try renderer.draw(chart, data, into: folder) }
      try change(folder)
      return try Disk.names(in: folder).map { Disk.bytes(of: "\(folder)/\($0)") }
    }
  }

  private static func text(of name: String, in folder: String) throws -> String {
    String(decoding: try #require(Disk.bytes(of: "\(folder)/\(name)")), as: UTF8.self)
  }

  /// Whether tags are balanced, attributes closed, and no bare `<` or `&` stands in text.
  private static func isWellFormed(_ xml: String) -> Bool {
    var open: [Substring] = []
    var rest = xml[...]
    while let start = rest.firstIndex(of: "<") {
      guard hasOnlyReferences(rest[..<start]), let end = rest[start...].firstIndex(of: ">") else {
        return false
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
      guard tag.filter({ $0 == "\"" }).count.isMultiple(of: 2) else { return false }
      let name = tag.drop { $0 == "/" }.prefix { !$0.isWhitespace && $0 != "/" }
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { return false }
      } else if !tag.hasSuffix("/") {
        open.append(name)
      }
    }
    return open.isEmpty
  }

  private static func hasOnlyReferences(_ text: Substring) -> Bool {
    text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
      ["amp;", "lt;", "gt;", "quot;", "apos;", "#"].contains { part.hasPrefix($0) }
    }
  }
}
