internal import Foundation
internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// What browsers did with the parts of a page that was come to by a link, back and by a reload
/// (Examples/Captures/navigation.py), by their profiles.
struct PageNavigationTests {
  private struct Visit {
    let client: String
    let navigation: PageNavigation
    /// By name of the part: what was done.
    let parts: [JSON.Member]
  }

  private static func visits() throws -> [Visit] {
    let path = Checkout.root.appending(path: "Tests/Data/captures/navigation.txt")
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      let parts = try JSON.parse(Array(words[2].utf8)).members ?? []
      // Before the first visit nothing is stored; and a page that was not asked for was kept whole.
      guard let navigation = PageNavigation(rawValue: String(words[1])),
        parts.first(where: { $0.name == "document" })?.value.string != "used"
      else { return nil }
      let client = words[0] == "webkitgtk" ? "webkit" : String(words[0])
      return Visit(client: client, navigation: navigation, parts: parts)
    }
  }

  /// What ours does three seconds after the part came.
  private static func action(on part: String, _ visit: Visit) throws -> String {
    let profile = try #require(HTTPProfile.named(visit.client))
    var cache = HTTPCache(HTTPCacheOptions(profile))
    let request = HTTPRequest("GET", "http://a.test/\(part)")
    var headers: HeaderLines = [
      "date": "Thu, 01 Jan 2026 00:00:00 GMT",
      "cache-control": part.hasPrefix("fresh") ? "max-age=600" : "max-age=1",
    ]
    if part != "stale.js" { headers.append("etag", "\"a\"") }
    _ = cache.received(
      HTTPResponse(200, headers: headers), for: request, after: cache.decide(request, at: .start),
      requestTime: .start, responseTime: .start)
    let policy = profile.switches.policy(on: visit.navigation, isDocument: false)
    switch cache.decide(request.with(policy), at: .start + .seconds(3)).action {
    case .useStored: return "used"
    case .validate: return "validated"
    default: return "loaded"
    }
  }

  @Test func profilesDoWhatBrowsersDid() throws {
    let visits = try Self.visits()
    expect(visits.count == 8 && Set(visits.map(\.client)).count == 3)
    for visit in visits {
      for part in visit.parts where part.name != "document" {
        let found = try Self.action(on: part.name, visit)
        expect(
          found, is: part.value.string, "\(visit.client) \(visit.navigation) \(part.name): \(found)"
        )
      }
    }
  }
}
