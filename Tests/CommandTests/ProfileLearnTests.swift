internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// Profiles that are learned from captures, and the schedule that decides them.
struct ProfileLearnTests {
  private static let folder = Checkout.root.appending(path: "Tests/Data/captures/second")
  private static let folderOfThird = Checkout.root.appending(path: "Tests/Data/captures/third")

  private static func json(_ ended: Program.Ended) throws -> JSON {
    expect(ended.status, is: 0, "\(ended.notes)")
    return try JSON.parse(Array(ended.output.utf8))
  }

  /// Three clients of a schedule with 240 resources: the agreement of the learned profile, of which
  /// each resource has taught only what it shows itself; and what every second resource teaches
  /// holds for the others.
  @Test(
    arguments: Cases.some([("gohttpcache", 0.98), ("hc5", 0.95), ("aiohttp-cc", 0.98)], oneIn: 3))
  func aProfileIsLearnedFromACapture(name: String, least: Double) async throws {
    let path = Self.folder.appending(path: "\(name).har.gz").path
    let folder = try Folder()
    let json = try Self.json(
      await Program.run(
        "http-check", "learn", path, "--sessions", "one", "--from", "rfc9111", "--output",
        "mine.json", "--name", name, "--format", "json", in: folder))
    let judged = try #require(json["judged"]?.integer)
    let agreed = try #require(json["agreed"]?.integer)
    expect(judged > 1_900 && Double(agreed) >= least * Double(judged), "\(agreed) of \(judged)")
    let before = try #require(json["before"]?["agreed"]?.integer)
    // The client's own profile may be a request ahead: for one no switch is turned.
    expect(agreed > before - Int64(ProfileLearner.leastGain) && json["base"] == "rfc9111")
    let held = json["heldOut"]
    let heldJudged = try #require(held?["judged"]?.integer)
    expect(Double(held?["agreed"]?.integer ?? 0) >= 0.7 * Double(heldJudged))
    expect(json["switches"]?.members?.isEmpty, is: false)
    expect(json["decided"]?.elements?.isEmpty, is: false)
    // What is left is told with what would explain or decide it.
    for difference in json["disagreements"]?.elements ?? [] {
      let told = ["switch", "rule", "probe"].contains { difference[$0]?.string != nil }
      expect(told, "\(difference)")
    }
    expect(json["disagreements"]?.elements?.count, is: Int(judged - agreed))
    // A scenario takes the profile, and the capture is judged by it as it was learned.
    try folder.write(
      """
      {"schemaVersion": 1, "question": "mine?", "seeds": [1, 2, 3],
       "workload": {"name": "timelines"},
       "strategies": [{"name": "url-cache", "settings": {"profile": "mine.json#\(name)"}}]}
      """, to: "own.json")
    let plan = try await Program.run("plan", "own.json", in: folder)
    expect(plan.status, is: 0, "\(plan.notes)")
    let other = try await Program.run(
      "http-check", "learn", path, "--output", "mine.json", in: folder)
    expect(other.status == 74 && other.notes.joined().contains("--force"))
    try await Self.expectAgreement(of: "mine.json#\(name)", in: folder, own: path, agreed, name)
  }

  /// By the file, the capture is judged as it was when the profile was learned; and of another
  /// schedule of the client at least 93 of 100 requests agree.
  private static func expectAgreement(
    of profile: String, in folder: Folder, own path: String, _ agreed: Int64, _ name: String
  ) async throws {
    func check(_ path: String) async throws -> JSON {
      try json(
        await Program.run(
          "http-check", "capture", path, "--sessions", "one", "--profile", profile, "--format",
          "json", in: folder))
    }
    try await expect(check(path)["agreed"]?.integer, is: agreed)
    let third = folderOfThird.appending(path: "\(name).har.gz").path
    let other = try await check(third)
    let judged = try #require(other["judged"]?.integer)
    let others = try #require(other["agreed"]?.integer)
    expect(judged > 2_000 && Double(others) >= 0.93 * Double(judged), "\(others) of \(judged)")
  }

  @Test func aProfileThatNoFileHasIsRefused() async throws {
    let folder = try Folder()
    try folder.write(#"{"http-profiles": []}"#, to: "mine.json")
    let path = Self.folder.appending(path: "hc5.har.gz").path
    for profile in ["mine.json#learned", "none.json#learned"] {
      let ended = try await Program.run(
        "http-check", "capture", path, "--profile", profile, in: folder)
      expect(ended.status == 64 && ended.notes.joined().contains(profile.prefix { $0 != "#" }))
    }
  }

  /// What a bundled profile makes of the schedule teaches that profile; and each switch is decided
  /// beside the others of one of these profiles. A max-age without a value is as one that is no
  /// number by default, so that one word more is the same.
  @Test func theScheduleDecidesAllSwitches() async throws {
    var open: Set<String>?
    for name in ["rfc9111", "chromium", "nginx"] {
      let folder = try Folder()
      let made = try await Program.run(
        "http-check", "probe", "--profile", name, "--output", "p.har", in: folder)
      expect(made.status, is: 0, "\(made.notes)")
      let json = try Self.json(
        await Program.run(
          "http-check", "learn", "p.har", "--sessions", "one", "--from", name, "--format", "json",
          in: folder))
      expect(json["agreed"] == json["judged"] && json["base"]?.string == name)
      let found = Set(json["undecided"]?.elements?.compactMap { $0["switch"]?.string } ?? [])
      open = open?.intersection(found) ?? found
    }
    expect(open, is: ["unvalued"])
  }

  /// The schedule has the form of a capture, each switch's requests in it.
  @Test func theScheduleIsACapture() async throws {
    let folder = try Folder()
    let made = try await Program.run("http-check", "probe", in: folder)
    let log = try JSON.parse(Array(made.output.utf8))["log"]
    let entries = try #require(log?["entries"]?.elements)
    expect(entries.count > 400)
    expect(entries.allSatisfy { $0["_kind"] == nil && $0["startedDateTime"]?.string != nil })
    let urls = Set(entries.compactMap { $0["request"]?["url"]?.string })
    expect(urls.contains("http://probe.test/spaced") && urls.contains("http://probe.test/301/to"))
    let times = entries.compactMap { $0["startedDateTime"]?.string }
    expect(times, is: times.sorted())
  }
}
