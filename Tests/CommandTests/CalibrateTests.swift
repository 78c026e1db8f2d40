internal import Foundation
internal import TestCases
internal import Testing

/// A scenario that is fitted to rows of measurements.
@Suite struct CalibrateTests {
  /// Cold launches of ten people, 1 s to 2.9 s, of which the first five people's are shorter.
  private static let rows =
    "user,cold_launch_ms\n"
    + (0..<10).map { person in
      (0..<20).map { "p\(person),\(1_000 + 100 * (person / 5) + 90 * $0)\n" }.joined()
    }.joined()

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "app.json")
    try folder.write(rows, to: "rum.csv")
    return folder
  }

  @Test func aCaptureBecomesAScenarioThatRuns() async throws {
    let folder = try Self.folder()
    let run = try await Program.run(
      "calibrate", "app.json", "--observed", "rum.csv", "--output", "mine.json", "--report", "page",
      in: folder, environment: ["COLUMNS": "200"])
    expect(run.status, is: 0, "\(run.notes)")
    expect(run.output.contains("10 people, 1 day"))
    expect(run.output.contains("device.coldLaunch"))
    expect(run.output.contains("the data has too little of it"))
    try expect(folder.text("page/report.html").contains("told apart"))
    let text = try folder.text("mine.json")
    expect(text.contains("// device.coldLaunch: fitted from 200 observations"))
    let again = try await Program.run(
      "calibrate", "app.json", "--observed", "rum.csv", "--output", "mine.json", in: folder)
    expect(again.status, is: 74)
    expect(again.notes.joined().contains("mine.json: there is such a file; --force replaces it"))
    let fitted = try await Program.run("run", "mine.json", "--no-charts", in: folder)
    expect(fitted.status, is: 0, "\(fitted.notes)")
  }

  /// The page's commands as they stand, with a capture alone, and with reports of people beside it.
  @Test(
    .enabled(if: Cases.areAll, "'make check' tries it"),
    arguments: [[], ["rum.csv", "web.jsonl", "metrickit.jsonl"]])
  func theCommandsOfThePageMakeAScenarioOfACapture(reports: [String]) async throws {
    let folder = try Folder()
    let capture = Checkout.root.appending(
      path: "Tests/Traces/http/harviewer-softwareishard.har.gz")
    let field = folder.url("field")
    try FileManager.default.createDirectory(at: field, withIntermediateDirectories: false)
    for place in [folder.url("app.har"), field.appending(path: "capture.har.gz")] {
      try FileManager.default.copyItem(at: capture, to: place)
    }
    for name in reports {
      try FileManager.default.copyItem(
        at: Checkout.root.appending(path: "Tests/Data/field/\(name)"),
        to: field.appending(path: name))
    }
    let commands = try Page("Docs/Calibration.md").examples.map(\.arguments)
    expect(commands.map(\.first), is: ["init", "calibrate", "run", "calibrate"])
    for arguments in commands {
      let ended = try await Program(
        arguments: arguments, folder: folder, environment: ["COLUMNS": "200"]
      ).run()
      // A quantile that is far off; a chart that cannot be drawn here.
      let others: [Int32] = arguments.contains("--within") ? [2] : [69]
      expect(([0] + others).contains(ended.status), "\(arguments): \(ended.notes)")
      if arguments[0] == "run" { expect(ended.output.contains("field (observed)")) }
    }
    try expect(folder.text("calibrated.json").contains(": fitted from "))
    expect(folder.exists("calibration/report.html"))
  }

  @Test func whatIsFurtherThanAllowedEndsWithTwo() async throws {
    let folder = try Self.folder()
    let run = try await Program.run(
      "calibrate", "app.json", "--observed", "rum.csv", "--within", "0.1%", in: folder)
    expect(run.status, is: 2)
    expect(run.notes.joined().contains("cold launch: further than"))
    let wide = try await Program.run(
      "calibrate", "app.json", "--observed", "rum.csv", "--within", "900%", in: folder)
    expect(wide.status, is: 0, "\(wide.notes)")
  }
}
