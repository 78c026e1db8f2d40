internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// Captures of a schedule of our own (Examples/Captures), wider than the rules that are known: by
/// the client's profile at least 97 of 100 requests agree.
struct ThirdScheduleTests {
  private static let folder = Checkout.root.appending(path: "Tests/Data/captures/third")

  /// A number of four digits as the page writes it.
  private static func text(_ number: Int64) -> String {
    "\(number / 1_000),\(String(number % 1_000 + 1_000).dropFirst())"
  }

  @Test(arguments: ClientCapture.third)
  func theProfileAgrees(capture: ClientCapture) async throws {
    let (path, profile) = (
      Self.folder.appending(path: "\(capture.file).har.gz").path, capture.profile
    )
    let ended = try await Program.run(
      "http-check", "capture", path, "--sessions", "one", "--profile", profile, "--format", "json",
      in: Folder())
    expect(ended.status, is: 0, "\(ended.notes)")
    let json = try JSON.parse(Array(ended.output.utf8))
    let judged = try #require(json["judged"]?.integer)
    let agreed = try #require(json["agreed"]?.integer)
    expect(judged > 2_000)
    expect(Double(agreed) >= 0.97 * Double(judged), "\(agreed) of \(judged)")
    let page = try Page("Docs/Accuracy.md").text
    let row = "| `\(profile)` | \(Self.text(judged)) | \(Self.text(agreed)) | "
    expect(page.contains(row), "\(row)")
  }
}
