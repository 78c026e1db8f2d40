internal import Foundation
internal import TestCases
internal import Testing

/// LRU's curve at every size, and how tables of many rows are written.
@Suite struct EverySizeTests {
  /// The numbers from 1 up and down again: each distance from 1 to `count` once, so that the curve
  /// falls by one request at each size.
  private static func folder(_ count: Int) throws -> Folder {
    let folder = try Folder()
    let numbers = Array(1...count) + (1...count).reversed()
    try folder.write(numbers.map { "\($0)\n" }.joined(), to: "ids.txt")
    return folder
  }

  private static func mrc(_ folder: Folder, _ arguments: String...) async throws -> Program.Ended {
    let ended = try await Program(
      arguments: ["mrc", "ids.txt", "--ignore-size"] + arguments, folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    return ended
  }

  /// What misses at each size, from none on: six digits, halves rounded up.
  private static func ratios(_ count: Int) -> [String] {
    (0...count).map { size in
      let millionths = (2 * (2 * count - size) * 1_000_000 + 2 * count) / (4 * count)
      let digits = "\(millionths % 1_000_000)"
      return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  /// As many rows as are written at once, one more, and more than two pieces.
  @Test(arguments: [1_023, 1_024, 2_100]) func everyRowIsWritten(count: Int) async throws {
    let folder = try Self.folder(count)
    let ratios = Self.ratios(count)
    let csv = try await Self.mrc(folder, "--every", "--csv", "-").output
    expect(
      csv,
      is: "policy,method,rate,capacity_bytes,miss_ratio,byte_miss_ratio\n"
        + ratios.enumerated().map { "lru,exact,1,\($0),\($1),\($1)\n" }.joined())
    let table = try await Self.mrc(folder, "--every", "--output-format", "csv").output
    expect(
      table, is: "objects,lru\n" + ratios.enumerated().map { "\($0),\($1)\n" }.joined())
    let markdown = try await Self.mrc(folder, "--every", "--output-format", "markdown").output
    expect(
      markdown,
      is: "| objects | lru |\n| --- | --- |\n"
        + ratios.enumerated().map { "| \($0) | \($1) |\n" }.joined())
    let json = try await Self.mrc(folder, "--every", "--output-format", "json").output
    let objects = try ratios.enumerated().map {
      let ratio = try #require(Double($1))
      return "  {\n    \"objects\": \($0),\n    \"lru\": \(ratio == 1 ? "1" : "\(ratio)")\n  }"
    }
    expect(json, is: "[\n" + objects.joined(separator: ",\n") + "\n]\n")
  }

  @Test(arguments: [[], ["--points", "5"], ["--capacity", "1%,7,50%"]])
  func peopleSeeTheSizesOfThePlan(flags: [String]) async throws {
    let folder = try Self.folder(300)
    func ended(_ more: [String]) async throws -> Program.Ended {
      try await Program(
        arguments: ["mrc", "ids.txt", "--ignore-size"] + flags + more, folder: folder
      ).run()
    }
    let every = try await ended(["--every"])
    let plain = try await ended([])
    expect(every.status == 0 && every.output == plain.output && plain.notes == [])
    expect(every.notes.count, is: 1)
    expect(every.notes.first?.contains("the curve falls at 301"), is: true, "\(every.notes)")
    let quiet = try await ended(["--every", "--quiet"])
    expect(quiet.output == plain.output && quiet.notes == [])
  }

  @Test func aQuietCurveInAFileIsNowhereElse() async throws {
    let folder = try Self.folder(40)
    let ended = try await Self.mrc(folder, "--every", "--quiet", "--csv", "curve.csv")
    expect(ended.output == "" && ended.notes == [])
    let plain = try await Self.mrc(folder, "--every", "--csv", "-").output
    try expect(folder.text("curve.csv"), is: plain)
  }

  /// Shares of the objects are known after the trace, which is read once.
  @Test(arguments: ["--points 3", "--every --points 3", "--policy lru --capacity 1%,10%,100%"])
  func objectsThatCountOneAreReadFromStandardInput(flags: String) async throws {
    let folder = try Self.folder(200)
    var answers: [String] = []
    for command in ["mrc ids.txt", "mrc - < ids.txt"] {
      let ended = try await Program(
        arguments: ["-c", "\"$0\" \(command) --quiet --format ids \(flags)", Program.file.path],
        folder: folder, executable: URL(filePath: "/bin/sh")
      ).run()
      expect(ended.status, is: 0, "\(ended.notes)")
      answers.append(ended.output)
    }
    let last = answers[0].split(separator: "\n").last?.split(separator: " ")
    expect(answers[0] == answers[1] && last == ["200", "50", "%"], "\(answers[0])")
  }
}
