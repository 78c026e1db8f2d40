internal import Client
internal import Foundation
internal import Reports
internal import Testing

#if canImport(FoundationXML)
internal import FoundationXML
#endif

@Suite(.enabled(if: hasGnuplot, "gnuplot is not there")) struct ChartTests {
  private static let names = Charts.all.map(\.name)
  private static let endings = ["csv", "gp", "png", "svg"]

  /// A result of so many strategies with these labels.
  private static func result(_ labels: [String], bytes: Int64 = 50_000) -> RunResult {
    var result = ResultFixture.result
    result.rows = labels.enumerated().map { index, label in
      ResultFixture.strategy(
        label, waits: [Int64(3 + 40 * index), Int64(700 / (index + 1)), nil],
        bytes: bytes * Int64(index))
    }
    return result
  }

  private static func draw(_ result: RunResult) throws -> (ChartFolder, Charts.Drawn) {
    let folder = try ChartFolder()
    return (folder, try Charts.draw(result, into: folder.path, with: Gnuplot(program: "gnuplot")))
  }

  private static func isWellFormed(_ svg: Data) -> Bool {
    XMLParser(data: svg).parse()
  }

  @Test(arguments: [
    ["only"], (1...12).map { "strategy number \($0)" }, ["silent", "quiet"],
    ["ä", "日本語", String(repeating: "long ", count: 30)],
  ])
  func everyChartLeavesItsFourFiles(labels: [String]) throws {
    let (folder, drawn) = try Self.draw(
      Self.result(labels, bytes: labels[0] == "silent" ? 0 : 50_000))
    let expected = Self.names.flatMap { name in Self.endings.map { "\(name).\($0)" } }
    #expect(try folder.names() == expected.sorted())
    #expect((drawn.pictures.map(\.file) + drawn.others).sorted() == expected.sorted())
    #expect(drawn.warnings == [])
    for name in Self.names {
      let svg = try folder.bytes("\(name).svg")
      #expect(svg.count > 1_000)
      #expect(Self.isWellFormed(svg), "\(name)")
      #expect(try folder.bytes("\(name).png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let rows = try folder.text("\(name).csv").split(separator: "\n")
      #expect(rows.count > 1, "\(name)")
    }
  }

  @Test(arguments: [
    "`touch pwned`", "$(touch pwned)", "!touch pwned", "'; system 'touch pwned'; x = '",
    "a\nsystem 'touch pwned'", "a\\\nsystem 'touch pwned'", "a\u{2028}!touch pwned", "%s%n%d %",
    "\" . system(\"touch pwned\") . \"", "😀 & <b>", "@touch", "#", "\\", "a\\", "\u{0}", "a,b", "",
    "</text><script>", "{/Symbol a}^2_3", "= 1+1",
  ])
  func aLabelIsNothingButText(label: String) throws {
    var result = Self.result([label, "plain"])
    result.title = label
    let (folder, drawn) = try Self.draw(result)
    #expect(drawn.warnings == [])
    let expected = Self.names.flatMap { name in Self.endings.map { "\(name).\($0)" } }
    #expect(try folder.names() == expected.sorted())
    for name in Self.names {
      let svg = try folder.bytes("\(name).svg")
      #expect(Self.isWellFormed(svg), "\(name)")
      #expect(!String(decoding: svg, as: UTF8.self).contains("<script"))
    }
  }

  @Test func theScriptDrawsTheSameBytesAgain() throws {
    let (folder, _) = try Self.draw(Self.result(["first", "it's", "third"]))
    for name in Self.names {
      let before = try Self.endings.map { try folder.bytes("\(name).\($0)") }
      try FileManager.default.removeItem(at: folder.url.appending(path: "\(name).svg"))
      _ = try Gnuplot(program: "gnuplot").run("load '\(name).gp'\n", in: folder.path)
      #expect(try Self.endings.map { try folder.bytes("\(name).\($0)") } == before, "\(name)")
    }
  }

  @Test(arguments: ["/nonexistent/gnuplot", "/bin/false", "/bin/true"])
  func whereGnuplotFailsNothingIsLeft(program: String) throws {
    let folder = try ChartFolder()
    try folder.write("mine", to: "mine.csv")
    #expect(throws: ChartError.self) {
      try Charts.draw(
        Self.result(["a"]), into: folder.path, with: Gnuplot(program: program))
    }
    #expect(try folder.names() == ["mine.csv"])
  }
}
