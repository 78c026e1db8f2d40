internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// `cachesim revisit` over the capture that travels with the program.
@Suite struct RevisitCommandTests {
  @Test func allFormatsHaveTheSameNumbers() async throws {
    let folder = try Folder()
    func answer(_ format: String) async throws -> String {
      let ended = try await Program.run(
        "revisit", "bundled:shop.har", "--after", "1h,1d", "--format", format, in: folder)
      expect(ended.status, is: 0, "\(ended.notes)")
      return ended.output
    }
    let json = try JSON.parse(Array(try await answer("json").utf8))
    let visits = try #require(json["visits"]?.elements)
    expect(visits.count, is: 3)
    let csv = try await answer("csv").split(separator: "\n")
    expect(csv.count, is: 4)
    let requests = visits.compactMap { $0["requests"]?.integer }
    expect(requests.count == 3 && requests[0] > requests[1] && requests[2] >= requests[1])
    expect(
      csv.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[11] },
      is: requests.map { "\($0)" })
    for format in ["table", "markdown"] {
      let text = try await answer(format)
      expect(text.lowercased().contains("what to change"))
      for count in requests { expect(text.contains("\(count)")) }
    }
  }

  /// The rules that made a capture agree with it in every entry that can be compared.
  @Test(arguments: ["chromium", "firefox", "okhttp"])
  func aWrittenCaptureAgreesWithTheRulesThatMadeIt(profile: String) async throws {
    let folder = try Folder()
    let written = try await Program.run(
      "revisit", "bundled:shop.har", "--after", "1d", "--profile", profile, "--har", "out.har",
      in: folder)
    expect(written.status, is: 0, "\(written.notes)")
    let compared = try await Program.run(
      "http-check", "capture", "out.har", "--sessions", "one", "--profile", profile, "--format",
      "json", in: folder)
    expect(compared.status, is: 0, "\(compared.notes)")
    let json = try JSON.parse(Array(compared.output.utf8))
    let judged = try #require(json["judged"]?.integer)
    expect(judged > 20)
    expect(json["agreed"]?.integer, is: judged, "\(compared.output.prefix(2_000))")
  }

  @Test func severalClientsAndNetworksStandBesideEachOther() async throws {
    let ended = try await Program.run(
      "revisit", "bundled:shop.har", "--after", "1d", "--all-profiles", "--network",
      "slow-4g,lte-wpt", "--format", "csv", in: try Folder())
    expect(ended.status, is: 0, "\(ended.notes)")
    let rows = ended.output.split(separator: "\n").dropFirst()
    let profiles = Set(rows.compactMap { $0.split(separator: ",").first })
    expect(profiles.count > 10 && rows.count == 4 * profiles.count)
  }

  @Test func thePageHasWaterfalls() async throws {
    let folder = try Folder()
    let ended = try await Program.run(
      "revisit", "bundled:shop.har", "--after", "1d", "--output", "pages", in: folder)
    expect(ended.status == 0 || ended.status == 69, "\(ended.notes)")
    let page = try folder.text("pages/report.html")
    expect(page.contains("<h2>How to reproduce</h2>"))
    expect(ended.status == 69 || folder.exists("pages/waterfall-1.svg"))
  }
}
