internal import ClientStrategies
internal import Experiments
internal import Foundation
internal import HTTPCaching
internal import SimCore
internal import Testing

@testable internal import CacheSimCommand

/// The tables of what HTTP clients and image libraries do.
@Suite struct RuleTableTests {
  @Test func eachSwitchStandsInOneColumn() {
    let switches = HTTPSwitches.list.map(\.name)
    for name in switches {
      #expect(RuleColumn.ofClients.count { $0.covers(name) } == 1, "\(name)")
    }
    #expect(RuleColumn.ofClients.flatMap(\.settings).sorted() == switches.sorted())
  }

  @Test func eachRuleWithEvidenceStandsInOneColumn() throws {
    let presets = try #require(AnyStrategy.catalog.entry(named: "image-loader")).libraries
    for (name, _) in presets {
      for cited in Evidence.rules(of: name) {
        let count = RuleColumn.ofImageLibraries.count { $0.covers(cited.rule.setting) }
        #expect(count == 1, "\(name): \(cited.rule.setting)")
      }
    }
  }

  /// What was measured was run; a run names rules of the table, and a file that is there.
  @Test(arguments: HTTPProfile.all) func aRunIsShown(profile: HTTPProfile) {
    #expect((profile.confidence == .measured) == !profile.runs.isEmpty)
    let rules = RuleColumn.ofClients.map(\.name)
    for run in profile.runs {
      #expect(run.date.wholeMatch(of: /20\d\d-\d\d-\d\d/) != nil)
      #expect(run.rules.allSatisfy(rules.contains))
      guard let capture = run.capture else { continue }
      #expect(
        FileManager.default.fileExists(atPath: Checkout.root.appending(path: capture).path),
        "\(capture)")
    }
  }

  @Test func aCellSaysHowItIsKnown() throws {
    let clients = Listing.clientCaches
    #expect(
      try cell("vary", of: "chromium", in: clients)
        == "measured: variants one; varyStar validated; normalizesVary false; "
        + "otherVariant validate-by-tag")
    #expect(
      try cell("invalidation", of: "webkit", in: clients)
        == "measured: failedInvalidates true; invalidatesLocations false")
    #expect(try cell("restart", of: "webkit", in: clients) == "not measured")
    #expect(try cell("restart", of: "okhttp", in: clients) == "measured: what is stored stays")
    #expect(try cell("restart", of: "urlsession", in: clients) == "measured: nothing is stored")
    #expect(try cell("invalidation", of: "nginx", in: clients) == "not measured: invalidating none")
    #expect(try cell("redirects", of: "apple", in: clients) == "assumed: statuses 200-299")
    let libraries = Listing.imageLibraries
    #expect(
      try cell("background", of: "kingfisher", in: libraries)
        == "read: memory.leftInBackground 0")
    #expect(try cell("coalescing", of: "coil", in: libraries) == "read: requests.coalesces false")
    #expect(try cell("coalescing", of: "nuke", in: libraries) == "–")
    #expect(libraries.rows.allSatisfy { !$0[0].contains("@") })
  }

  /// The file by which the program is cited has what readers of the format ask for.
  @Test func theCitationHasItsRequiredMembers() throws {
    let lines = try Page("CITATION.cff").text.split(separator: "\n")
    func value(_ key: String) -> String? {
      lines.first { $0.hasPrefix("\(key):") }?.dropFirst(key.count + 1)
        .trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    }
    for key in ["cff-version", "message", "title"] { #expect(value(key)?.isEmpty == false) }
    #expect(value("version") == ProgramVersion.text)
    let license = try Page("LICENSE").text
    #expect(value("license") == "Apache-2.0" && license.contains("Apache License"))
    let authors = lines.firstIndex { $0 == "authors:" }
    #expect(authors.map { lines[$0 + 1] } == "  - name: \"The cachesim developers\"")
  }

  private func cell(_ column: String, of name: String, in listing: Listing) throws -> String {
    let index = try #require(listing.columns.firstIndex(of: column))
    return try #require(listing.rows.first { $0[0] == name })[index]
  }
}
