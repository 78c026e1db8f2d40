internal import Foundation
internal import SimCore
internal import Testing

/// Curves from a sample say from how many objects they are, and refuse too few.
@Suite struct CurveSampleTests {
  /// Each of 2000 objects twice, so that the miss ratio is 0.5 at least.
  private static func mrc(_ arguments: String...) async throws -> Program.Ended {
    let folder = try Folder()
    let ids = (0..<4_000).map { "\($0 % 2_000)\n" }
    try folder.write(ids.joined(), to: "ids.txt")
    let all = ["mrc", "ids.txt", "--ignore-size", "--points", "4"] + arguments
    return try await Program(arguments: all, folder: folder).run()
  }

  @Test(arguments: ["lru", "sieve"])
  func tooFewObjectsAreRefused(policy: String) async throws {
    for sample in [["--rate", "0.000001"], ["--rate", "0.002"], ["--samples", "3"]] {
      let ended = try await Self.mrc("--policy", policy, sample[0], sample[1])
      #expect(ended.status == 65 && ended.output == "", "\(ended.notes)")
      #expect(ended.notes.contains { $0.contains("of its 2000 objects") }, "\(ended.notes)")
    }
    let none = try await Self.mrc("--policy", policy, "--rate", "0.000001", "--force")
    #expect(none.status == 65)
    let forced = try await Self.mrc("--policy", policy, "--samples", "6", "--force")
    #expect(forced.status == 0 && forced.notes.contains { $0.contains("warning") })
  }

  @Test(arguments: ["lru", "sieve"])
  func everyFormNamesTheSample(policy: String) async throws {
    let table = try await Self.mrc("--policy", policy, "--samples", "200")
    #expect(table.output.contains(" of 2,000 objects sampled, standard error "))
    let csv = try await Self.mrc("--policy", policy, "--samples", "200", "--csv", "-")
    let rows = try CSVText.rows(of: csv.output)
    #expect(rows[0].suffix(3) == ["miss_ratio_error", "sampled_objects", "objects"])
    let sampled = try #require(Int(rows[1][7]))
    #expect((100...300).contains(sampled) && rows[1][8] == "2000")
    if policy == "lru" { #expect(sampled == 200) }
    let json = try await Self.mrc("--policy", policy, "--samples", "200", "--output-format", "json")
    let first = try #require(try JSON.parse(Array(json.output.utf8)).elements?.first)
    #expect(first.members?.contains { $0.name.hasSuffix(" sampled objects") } == true)
    let whole = try await Self.mrc("--policy", policy, "--samples", "5000", "--csv", "-")
    #expect(whole.status == 0 && whole.notes == [] && !whole.output.contains("sampled_objects"))
  }
}
