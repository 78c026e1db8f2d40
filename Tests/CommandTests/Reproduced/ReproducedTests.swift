internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// The numbers beside those of published studies: `Docs/reproduced.csv` pins them, and
/// `Docs/Reproduced.md` tells them.
@Suite(.serialized) struct ReproducedTests {
  private static let file = "Docs/reproduced.csv"
  private static let page = "Docs/Reproduced.md"
  private static let start = "<!-- numbers: written by ReproducedTests -->\n\n"
  private static let end = "\n<!-- end of numbers -->"

  /// Only an optimised program is fast enough, which `make test` names.
  private static let hasProgram = ProcessInfo.processInfo.environment["CACHESIM_PROGRAM"] != nil

  /// What a command says, by seed.
  private static func numbers(_ command: String) async throws -> [RunNumbers] {
    let folder = try Folder()
    let words = command.split(separator: " ").map(String.init)
    guard words[0] == "run" else {
      let ended = try await Program(arguments: words + ["--format", "json"], folder: folder).run()
      try #require(ended.status == 0, "\(command): \(ended.notes)")
      let values = try JSON.parse(Array(ended.output.utf8)).members ?? []
      let numbers = values.compactMap { member in
        Double(json: member.value).map { (member.name, $0) }
      }
      return [RunNumbers(numbers: Dictionary(uniqueKeysWithValues: numbers))]
    }
    let ended = try await Program(
      arguments: words + ["--quiet", "--no-charts", "--output", "report"], folder: folder
    ).run()
    try #require(ended.status == 0, "\(command): \(ended.notes)")
    return try RunNumbers.bySeed(folder.text("report/metrics.csv"))
  }

  /// The rows of some of the commands.
  private static func rows() async throws -> [String] {
    var answers: [String: [RunNumbers]] = [:]
    var commands: [String] = []
    for band in ReproducedBand.all where !commands.contains(band.command) {
      commands.append(band.command)
    }
    for command in Cases.some(commands, oneIn: 6) {
      answers[command] = try await numbers(command)
    }
    var lines: [String] = []
    for band in ReproducedBand.all {
      guard let seeds = answers[band.command] else { continue }
      let values = try seeds.map { try #require(band.value($0), "\(band.id): \(band.result)") }
      lines.append(try #require(ReproducedRow(band, values)).line)
    }
    return lines
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
  }

  private static func table(of csv: String) -> String {
    ReproducedRow.table(csv.split(separator: "\n").dropFirst())
  }

  /// The page with the numbers of the file.
  private static func page(_ page: String, showing csv: String) throws -> String {
    let from = try #require(page.range(of: start)?.upperBound)
    let to = try #require(page[from...].range(of: end)?.lowerBound)
    return page[..<from] + table(of: csv) + page[to...]
  }

  /// With CACHESIM_WRITE_GOLDEN=1 file and page are written anew.
  @Test(.enabled(if: hasProgram, "no optimised program is named"))
  func theNumbersAreThoseOfTheFile() async throws {
    let rows = try await Self.rows()
    if GeneratedFile.isWritten {
      let csv = ([ReproducedRow.header] + rows).joined(separator: "\n") + "\n"
      try Data(csv.utf8).write(to: Checkout.root.appending(path: Self.file))
      let page = try Self.page(Self.text(Self.page), showing: csv)
      try Data(page.utf8).write(to: Checkout.root.appending(path: Self.page))
    }
    let kept = try Self.text(Self.file).split(separator: "\n")
    expect(!rows.isEmpty)
    for row in rows { expect(kept.contains(row[...])) }
    expect(kept.first.map(String.init), is: ReproducedRow.header)
    expect(kept.count, is: ReproducedBand.all.count + 1)
  }

  @Test func thePageShowsTheFile() throws {
    let page = try Self.text(Self.page)
    try expect(Self.page(page, showing: Self.text(Self.file)), is: page)
  }

  /// Each bundled scenario is on the page, and each that the page names is bundled.
  @Test func everyScenarioIsOnThePage() throws {
    let page = try Self.text(Self.page)
    let folder = Checkout.root.appending(path: "Scenarios/Published").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where name.hasSuffix(".json") {
      expect(page.contains("published/\(name.dropLast(5))"), "\(name)")
    }
    for name in page.matches(of: /run published\/([a-z0-9-]+)/).map({ String($0.1) }) {
      expect(names.contains("\(name).json"), "\(name)")
    }
  }

  /// What the program says of these scenarios by name.
  @Test func aPublishedScenarioIsFoundByItsName() async throws {
    let listed = try await Program.run("list", "scenarios", in: Folder())
    expect(listed.output.contains("published/empty-caches"))
    let run = try await Program.run(
      "run", "Published/Cache-Lifetimes", "--devices", "1", "--seeds", "1", "--quiet",
      "--no-charts", in: Folder())
    expect(run.status, is: 0, "\(run.notes)")
  }
}
