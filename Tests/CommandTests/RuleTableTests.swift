internal import ClientStrategies
internal import Experiments
internal import Foundation
package import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// The tables of what HTTP clients and image libraries do.
@Suite struct RuleTableTests {
  @Test func eachSwitchStandsInOneColumn() {
    let switches = HTTPSwitches.list.map(\.name)
    for name in switches {
      expect(RuleColumn.ofClients.count { $0.covers(name) }, is: 1, "\(name)")
    }
    expect(RuleColumn.ofClients.flatMap(\.settings).sorted(), is: switches.sorted())
  }

  @Test func eachRuleWithEvidenceStandsInOneColumn() throws {
    let presets = try #require(AnyStrategy.catalog.entry(named: "image-loader")).libraries
    for (name, _) in presets {
      for cited in Evidence.rules(of: name) {
        let count = RuleColumn.ofImageLibraries.count { $0.covers(cited.rule.setting) }
        expect(count, is: 1, "\(name): \(cited.rule.setting)")
      }
    }
  }

  /// What was measured was run; a run names rules of the table, and a file that is there.
  @Test(arguments: HTTPProfile.all) func aRunIsShown(profile: HTTPProfile) {
    expect((profile.confidence == .measured), is: !profile.runs.isEmpty)
    let rules = RuleColumn.ofClients.map(\.name)
    for run in profile.runs {
      expect(run.date.wholeMatch(of: /20\d\d-\d\d-\d\d/) != nil)
      expect(run.rules.allSatisfy(rules.contains))
      guard let capture = run.capture else { continue }
      expect(
        FileManager.default.fileExists(atPath: Checkout.root.appending(path: capture).path),
        "\(capture)")
    }
  }

  @Test func aCellSaysHowItIsKnown() throws {
    let clients = Listing.clientCaches
    try expect(
      cell("vary", of: "chromium", in: clients),
      is: "measured: variants one; varyStar validated; normalizesVary false; "
        + "otherVariant validate-by-tag")
    try expect(
      cell("invalidation", of: "webkit", in: clients),
      is: "measured: failedInvalidates true; invalidatesLocations false")
    try expect(cell("restart", of: "webkit", in: clients), is: "not measured")
    try expect(cell("restart", of: "okhttp", in: clients), is: "measured: what is stored stays")
    try expect(cell("restart", of: "urlsession", in: clients), is: "measured: nothing is stored")
    try expect(
      cell("invalidation", of: "nginx", in: clients), is: "not measured: invalidating none")
    try expect(cell("redirects", of: "apple", in: clients), is: "assumed: statuses 200-299")
    let libraries = Listing.imageLibraries
    try expect(
      cell("background", of: "kingfisher", in: libraries), is: "read: memory.leftInBackground 0")
    try expect(cell("coalescing", of: "coil", in: libraries), is: "read: requests.coalesces false")
    try expect(cell("coalescing", of: "nuke", in: libraries), is: "–")
    expect(libraries.rows.allSatisfy { !$0[0].contains("@") })
  }

  /// The file by which the program is cited has what readers of the format ask for.
  @Test func theCitationHasItsRequiredMembers() throws {
    let lines = try Page("CITATION.cff").text.split(separator: "\n")
    func value(_ key: String) -> String? {
      lines.first { $0.hasPrefix("\(key):") }?.dropFirst(key.count + 1)
        .trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    }
    for key in ["cff-version", "message", "title"] { expect(value(key)?.isEmpty, is: false) }
    expect(value("version"), is: ProgramVersion.text)
    let license = try Page("LICENSE").text
    expect(value("license") == "Apache-2.0" && license.contains("Apache License"))
    let authors = lines.firstIndex { $0 == "authors:" }
    expect(authors.map { lines[$0 + 1] }, is: "  - name: \"The cachesim developers\"")
  }

  private func cell(_ column: String, of name: String, in listing: Listing) throws -> String {
    let index = try #require(listing.columns.firstIndex(of: column))
    return try #require(listing.rows.first { $0[0] == name })[index]
  }
}

extension HTTPProfile: CustomTestStringConvertible { package var testDescription: String { name } }
