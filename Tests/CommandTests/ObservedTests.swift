internal import Foundation
internal import TestCases
internal import Testing

/// Rows of what a shipped app's users reported, beside simulated strategies.
@Suite struct ObservedTests {
  private static let data = Checkout.root.appending(path: "Tests/Data/field").path

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "app.json")
    return folder
  }

  @Test func reportsAreARowWithWhatTheyCanTell() async throws {
    let folder = try Self.folder()
    let run = try await Program.run(
      "run", "app.json", "--observed", "field=\(Self.data)/rum.csv", "--observed",
      "field=\(Self.data)/capture.har", "--observed", "phones=\(Self.data)/metrickit.jsonl",
      "--no-charts", "--output", "out", in: folder, environment: ["COLUMNS": "200"])
    expect(run.status, is: 0, "\(run.notes)")
    let rows = try folder.text("out/metrics.csv").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    func value(_ metric: String, of strategy: String) -> String? {
      rows.first { $0[1] == strategy && $0[2] == "all" && $0[4] == metric }?[6]
    }
    // Two people on four days, and one on a day: three requests there, three here.
    let field = "field (observed)"
    expect(value("network_requests", of: field), is: "2")
    expect(value("network_requests_per_device_day", of: field), is: "1.2")
    expect(value("network_304", of: field), is: "0.667")
    expect(value("opens", of: field), is: "5")
    expect(value("object_hit_ratio", of: field), is: "0.333333")
    expect(value("first_content_shown_p50_ms", of: field), is: "240")
    for metric in ["first_content_p95_ms", "flash_write_bytes", "network_200", "law_violations"] {
      expect(value(metric, of: field), is: "", "\(metric)")
    }
    expect(value("flash_write_bytes_per_device_day", of: "phones (observed)"), is: "22000000")
    expect(value("opens", of: "phones (observed)"), is: "")
    expect(
      run.output.contains("3 people on 3 days, from 2 files (rows of measurements, HAR)"))
    let report = try folder.text("out/report.md")
    expect(report.contains("| phones (observed): excessive writes | 1 | 1 | 1.07 GB |"))
    expect(report.contains("| field (observed): edge | 2 | 1 | 1 | 1 | 0 |"))
    expect(report.contains("--observed 'field=rum.csv' --observed 'field=capture.har'"))
  }

  @Test func aFolderIsOneRow() async throws {
    let folder = try Self.folder()
    for name in ["metrickit.json", "firebase.jsonl", "android.jsonl"] {
      let text = try String(contentsOfFile: "\(Self.data)/\(name)", encoding: .utf8)
      try folder.write(text, to: "field/\(name)")
    }
    let run = try await Program.run(
      "run", "app.json", "--observed", "field", "--no-charts", "--output", "out", in: folder)
    expect(run.status, is: 0, "\(run.notes)")
    expect(
      run.output.contains("from 3 files (rows of measurements, Firebase Performance, MetricKit)"))
    try folder.write("{\"cachesim\": \"observed\", \"version\": 1}\n", to: "field/serve.jsonl")
    let refused = try await Program.run(
      "run", "app.json", "--observed", "field", "--no-charts", "--output", "no", in: folder)
    expect(refused.status, is: 65)
    expect(refused.notes.joined().contains("field/serve.jsonl: expected reports of an app's"))
    expect(!folder.exists("no"))
  }
}
