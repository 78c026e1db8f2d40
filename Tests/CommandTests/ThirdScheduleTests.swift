internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// Captures of a schedule of our own (Examples/Captures), wider than the rules that are known: by
/// the client's profile at least 97 of 100 requests agree.
struct ThirdScheduleTests {
  private static let folder = Checkout.root.appending(path: "Tests/Data/captures/third")

  private static let clients = [
    ("chromium", "chromium"), ("firefox", "firefox"), ("webkitgtk", "webkit"),
    ("okhttp", "okhttp"), ("hishel", "hishel"), ("requests-cache", "requests-cache"),
    ("cachecontrol", "cachecontrol"), ("cachecontrol-heuristic", "cachecontrol-heuristic"),
    ("npm", "make-fetch-happen"), ("aiohttp-cc", "aiohttp-client-cache"),
    ("hc5", "apache-httpclient"), ("gohttpcache", "go-httpcache"),
  ]

  /// A number of four digits as the page writes it.
  private static func text(_ number: Int64) -> String {
    "\(number / 1_000),\(String(number % 1_000 + 1_000).dropFirst())"
  }

  @Test(arguments: clients)
  func theProfileAgrees(name: String, profile: String) async throws {
    let path = Self.folder.appending(path: "\(name).har.gz").path
    let ended = try await Program.run(
      "http-check", "capture", path, "--sessions", "one", "--profile", profile, "--format", "json",
      in: Folder())
    #expect(ended.status == 0, "\(ended.notes)")
    let json = try JSON.parse(Array(ended.output.utf8))
    let judged = try #require(json["judged"]?.integer)
    let agreed = try #require(json["agreed"]?.integer)
    #expect(judged > 2_000)
    #expect(Double(agreed) >= 0.97 * Double(judged), "\(agreed) of \(judged)")
    let page = try Page("Docs/Accuracy.md").text
    let row = "| `\(profile)` | \(Self.text(judged)) | \(Self.text(agreed)) | "
    #expect(page.contains(row), "\(row)")
  }
}
