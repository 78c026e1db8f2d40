internal import Foundation
internal import TestCases
internal import Testing

/// The tables of `Docs/Paper.md`: rows of `Docs/accuracy.csv` and `Docs/reproduced.csv`, which the
/// tests of the models pin.
enum PaperPage {
  static let path = "Docs/Paper.md"

  /// The rows of the first file that are shown: the model, and how what it was held to begins.
  private static let shown: [(model: String, beginning: String)] = [
    ("Slow start", "a simulation packet by packet"),
    ("Network", "a simulation packet by packet: 2 to 4"),
    ("Network", "Lantern: a fetch by a device"),
    ("Network", "4g-us-2020"),
    ("Network", "Wi-Fi at 4 places: rates of seconds from p10 to p95 (rec"),
    ("Lantern", "times of Lighthouse's program"), ("Radio", "ARO's figures for LTE"),
    ("Radio", "lte-aro against"), ("Radio", "the same meter on LTE: lte-aro receiving"),
    ("SQLite", "system calls of one update: bytes"), ("SQLite", "mean bytes of 50 to 500"),
    ("Files", "ext4: files of 16 to 256 KiB"),
    ("File system", "ext4 below SQLite in 5 modes: bytes"),
    ("Write amplification", "sssl-ftlsim (Desnoyers): even"), ("Translation layer", "MQSim"),
    ("Codecs", "200 records"), ("Memory", "limits of 7 iPhones"),
  ]

  /// The lines of a file behind its first, by their columns; no cell has a comma.
  private static func rows(_ name: String) throws -> [[String]] {
    try Page("Docs/\(name).csv").text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static func accuracy() throws -> String {
    let all = try rows("accuracy")
    let rows = try shown.map { model, beginning in
      let row = try #require(
        all.first { $0[0] == model && $0[1].hasPrefix(beginning) }, "\(model): \(beginning)")
      return [row[0], row[1], row[2], "\(row[3]) \(row[5])", "\(row[4]) \(row[5])"]
    }
    return table(["model", "checked against", "cases", "mean error", "worst error"], rows)
  }

  static func reproduced() throws -> String {
    let rows = try rows("reproduced").filter { $0.count == 9 && $0[8] == "%" }
    return table(
      ["", "result", "ours", "theirs", "ratio"],
      rows.map { [$0[0], $0[1], "\($0[4]) ±\($0[5]) \($0[8])", "\($0[6]) \($0[8])", $0[7]] })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}

/// The paper says no number that the pages of the measurements do not have.
@Suite struct PaperTests {
  private static let sources = [
    "Docs/accuracy.csv", "Docs/reproduced.csv", "Docs/Accuracy.md", "Docs/Reproduced.md",
    "Docs/Calibration.md", "Docs/ClientCaches.md", "Docs/Compatibility.md", "Docs/EdgeCaches.md",
  ]

  @Test func everyNumberIsThatOfAMeasurement() throws {
    let page = try Page(PaperPage.path)
    // Tables are written from the files themselves.
    let prose = page.text.split(separator: "\n").filter { !$0.hasPrefix("|") }
    let known = try Self.sources.map { try Page($0).text }.joined()
      .replacingOccurrences(of: ",", with: "")
    var numbers = page
    numbers.text = prose.joined(separator: "\n")
    let named = try numbers.numbersInProse
    expect(named.count >= 15)
    for number in named {
      let pattern =
        #"(?<![\d.])"# + NSRegularExpression.escapedPattern(for: number.value) + #"0*(?![\d])"#
      expect(
        known.range(of: pattern, options: .regularExpression) != nil,
        "\(number.value) \(number.unit) is in no page of measurements")
    }
  }

  @Test func itIsAsLongAsAPaper() throws {
    let words = try Page(PaperPage.path).text.split { $0.isWhitespace }
    expect((2_000...4_500).contains(words.count), "\(words.count)")
    for heading in ["The model", "What it answers", "Validation", "Limits"] {
      try expect(Page(PaperPage.path).text.contains("\n## \(heading)\n"), "\(heading)")
    }
  }
}

/// The pages for people: short, and linked from README, which is one screen.
@Suite struct ReaderPageTests {
  private static let readers = [
    "AppTeams", "ContinuousIntegration", "Teachers", "Researchers", "LibraryAuthors",
  ]

  @Test(arguments: readers) func aPageIsShortAndHasCommands(name: String) throws {
    let path = "Docs/For/\(name).md"
    let text = try Page(path).text
    expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 80)
    try expect(!PageCommand.all(of: path).isEmpty)
    try expect(Page("README.md").text.contains("](\(path))"))
  }

  @Test func readmeIsOneScreen() throws {
    let text = try Page("README.md").text
    expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    expect(text.components(separatedBy: "![").count, is: 2)
    for page in ["YourOwnApp", "Questions", "Overview", "Paper", "WhoUsesIt"] {
      expect(text.contains("](Docs/\(page).md)"), "\(page)")
    }
  }
}
