internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// `cachesim history`: stored runs in order, what moved where, and what makes no history.
@Suite struct HistoryTests {
  /// A folder with the runs of one scenario: `run-2`, `run-10` and, twice as slow, `run-11`.
  private static func folder() async throws -> Folder {
    let folder = try Folder()
    try folder.write(
      SmallScenario.text(seeds: "[1, 2, 3, 4, 5, 6]", strategies: #"[{"name": "on-demand"}]"#),
      to: "small.json")
    let run = try await Program.run(
      "run", "small.json", "--output", "report", "--no-charts", in: folder)
    expect(run.status, is: 0, "\(run.notes)")
    let text = try folder.text("report/run.json")
    try folder.write(text, to: "stored/run-2/run.json")
    try folder.write(text, to: "stored/run-10.json")
    try folder.write(Self.needingMore(try JSON.parse(Array(text.utf8))), to: "stored/run-11.json")
    return folder
  }

  /// A run that needs ten times the memory under each seed.
  private static func needingMore(_ run: JSON) -> String {
    let name = "memory_peak_bytes"
    let place = run["metrics"]?.elements?.firstIndex { $0.string == name }
    let more = { (number: JSON) in JSON((number.number ?? 0) * 10) }
    return run.replacing("rows") { rows in
      JSON(
        .array(
          (rows.elements ?? []).map { row in
            row.replacing("metrics") { $0.replacing(name, more) }
              .replacing("seeds") { seeds in
                JSON(
                  .array(
                    (seeds.elements ?? []).map { seed in
                      seed.replacing("values") { values in
                        var all = values.elements ?? []
                        if let place { all[place] = more(all[place]) }
                        return JSON(.array(all))
                      }
                    }))
              }
          }))
    }.text
  }

  @Test func theRunAtWhichANumberMovedIsNamed() async throws {
    let folder = try await Self.folder()
    let ended = try await Program.run("history", "stored", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    expect(ended.output.contains("memory_peak_bytes") && ended.output.contains("▁▁█"))
    expect(ended.output.contains("run-11: memory_peak_bytes of on-demand is worse"))
    expect(!ended.output.contains("first_content_p95_ms"))
    let csv = try await Program.run(
      "history", "stored", "--metrics", "memory_peak_bytes", "--format", "csv", in: folder)
    let lines = csv.output.split(separator: "\n")
    expect(lines[0], is: "run,strategy,varied,metric,unit,value,low,high,moved,from,verdict")
    expect(
      lines.dropFirst().map { $0.split(separator: ",")[0] }, is: ["run-2", "run-10", "run-11"])
    expect(lines[3].hasSuffix(",worse") && lines[2].contains("false"))
    let page = try await Program.run("history", "stored", "--output", "page", in: folder)
    expect(page.status == 0 || page.status == 69)
    try expect(folder.text("page/report.html").contains("small: history"))
  }
}
