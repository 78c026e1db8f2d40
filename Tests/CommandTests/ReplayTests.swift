internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing
internal import TraceFixtures

/// The replay commands as users run them.
@Suite struct ReplayTests {
  /// LRU of two places: 1 and 2 miss, 1 hits, 3 puts 2 out, 2 misses and puts 1 out, 3 hits.
  private static let ids = "1\n2\n1\n3\n2\n3\n"
  private static let header =
    "policy,capacity_bytes,requests,bytes,misses,miss_bytes,miss_ratio,byte_miss_ratio\n"

  private func answer(_ arguments: String..., to text: String = ids) async throws -> String {
    let folder = try Folder()
    try folder.write(text, to: "trace.txt")
    let ended = try await Program(
      arguments: ["replay", "trace.txt", "--format", "ids"] + arguments, folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    return ended.output
  }

  @Test func aTinyTraceIsCountedAsByHand() async throws {
    try await expect(
      answer("--policy", "lru,fifo", "--capacity", "2", "--csv", "-"),
      is: Self.header + "lru,2,6,6,4,4,0.666667,0.666667\n" + "fifo,2,6,6,3,3,0.500000,0.500000\n")
  }

  @Test func sharesAreRoundedDownAndAutoIsThreeOfThem() async throws {
    let text = (1...2_000).map { "\($0)\n" }.joined()
    let rows = try CSVText.rows(
      of: await answer("--policy", "lru", "--capacity", "auto,0.12%,7", "--csv", "-", to: text))
    expect(rows.dropFirst().map { $0[1] }, is: ["2", "20", "200", "2", "7"])
  }

  @Test(arguments: [
    ("0", "6", "4"), ("1", "5", "3"), ("50%", "3", "2"),
  ])
  func theWarmUpFillsRoomsAndIsNotCounted(
    stretch: String, requests: String, misses: String
  ) async throws {
    let rows = try CSVText.rows(
      of: await answer(
        "--policy", "lru", "--capacity", "2", "--warmup", stretch, "--csv", "-"))
    expect(rows[1][2] == requests && rows[1][4] == misses)
  }

  @Test func intervalsAddUpToTheWhole() async throws {
    let rows = try CSVText.rows(
      of: await answer(
        "--policy", "lru", "--capacity", "2", "--interval", "4", "--csv", "-"))
    expect(rows[0].last, is: "interval")
    expect(
      rows.dropFirst().map { [$0[2], $0[4], $0[8]] },
      is: [["6", "4", ""], ["4", "3", "0"], ["2", "1", "1"]])
  }

  @Test(arguments: ["table", "csv", "json", "markdown"])
  func everyFormHasTheMisses(form: String) async throws {
    let text = try await answer(
      "--policy", "lru", "--capacity", "2", "--output-format", form)
    // Programs read all digits, people three.
    let ratio = form == "csv" || form == "json" ? "0.666667" : "66.7 %"
    expect(text.contains("lru") && text.contains(ratio), "\(text)")
    if form == "json" {
      try expect(JSON.parse(Array(text.utf8)).elements?.first?["misses"]?.integer, is: 4)
    }
  }

  @Test func theAnswerGoesToAFileAsWell() async throws {
    let folder = try Folder()
    try folder.write(Self.ids, to: "trace.txt")
    let ended = try await Program.run(
      "replay", "trace.txt", "--format", "ids", "--policy", "lru", "--capacity", "2", "--quiet",
      "--csv", "out.csv", in: folder)
    expect(ended.status == 0 && ended.output == "" && ended.notes == [])
    try expect(folder.text("out.csv"), is: Self.header + "lru,2,6,6,4,4,0.666667,0.666667\n")
  }
}

/// Numbers of others, through the command.
@Suite struct ReplayGoldenTests {
  private static let trace = TraceFile.path("block/cloudPhysicsIO.oracleGeneral.bin")

  @Test(
    .enabled(if: trace != nil, "\(TraceFile.absence)"),
    arguments: [
      ("lru", [93_374, 89_783, 83_572, 81_722, 72_494, 72_104, 71_972, 71_704]),
      ("sieve", [91_699, 86_720, 78_578, 76_707, 69_945, 66_221, 64_445, 64_376]),
      (
        "s3-fifo:rule=libcachesim",
        [90_117, 80_915, 75_060, 72_191, 69_815, 65_542, 60_799, 56_045]
      ),
      (
        "lirs:rule=libcachesim",
        [89_819, 79_237, 73_143, 70_363, 68_405, 64_494, 58_640, 53_924]
      ),
      (
        "slru:rule=libcachesim:shares=[1,1,1,1,1]",
        [89_624, 86_725, 82_781, 80_203, 75_388, 65_645, 59_035, 56_063]
      ),
      ("belady", [79_256, 70_724, 65_481, 61_594, 59_645, 57_599, 50_873, 48_974]),
    ])
  func missesAreThoseOfLibCacheSim(policy: String, misses: [Int]) async throws {
    let sizes = (1...8).map { "\(128 * $0)MiB" }.joined(separator: ",")
    let rows = try await CSVText.rows(of: answer("--policy", policy, "--capacity", sizes))
    expect(rows.dropFirst().map { Int($0[4]) }, is: misses)
    expect(rows.dropFirst().allSatisfy { $0[2] == "113872" && $0[3] == "4368040448" })
  }

  @Test(
    .enabled(if: trace != nil, "\(TraceFile.absence)"),
    arguments: [["--ignore-size"], [], ["--ttl=1h", "--interval=10m", "--warmup=10%"]],
    ["lru,random,w-tinylfu,belady", "arc", "belady"])
  func jobsChangeNothing(flags: [String], policies: String) async throws {
    var answers: [String] = []
    for jobs in ["1", "2", "4"] {
      answers.append(
        try await answer(
          flags + ["--policy=\(policies)", "--capacity=20%", "--jobs", jobs]))
    }
    expect(Set(answers).count, is: 1)
  }

  private func answer(_ arguments: String...) async throws -> String {
    try await answer(arguments)
  }

  private func answer(_ arguments: [String]) async throws -> String {
    let trace = try #require(Self.trace)
    let ended = try await Program(
      arguments: ["replay", trace, "--csv", "-"] + arguments, folder: try Folder()
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    return ended.output
  }
}
