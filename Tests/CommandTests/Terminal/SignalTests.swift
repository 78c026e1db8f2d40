internal import Foundation
internal import TestCases
internal import Testing

/// Signals at many moments of real processes, from their start until after their end.
@Suite struct SignalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var signals: [Int32]

    var testDescription: String { "\(arguments.joined(separator: " ")) \(signals)" }
  }

  static let cases: [Case] = [
    Case(arguments: ["run", "small.json", "--output", "out", "--no-charts"], signals: [SIGINT]),
    Case(
      arguments: ["run", "small.json", "--output", "out", "--no-charts"],
      signals: [SIGTERM, SIGINT, SIGTERM]),
    Case(arguments: ["run", "small.json", "--output", "out"], signals: [SIGINT]),
    Case(arguments: ["replay", "ids.txt", "--capacity", "2", "--csv", "out"], signals: [SIGHUP]),
    Case(
      arguments: ["replay", "ids.txt.gz", "--trace-format", "ids", "--capacity", "2"],
      signals: [SIGINT, SIGINT]),
    Case(
      arguments: [
        "sweep", "small.json", "--vary", "devices=1,2", "--output", "out", "--no-charts",
      ], signals: [SIGTERM]),
  ]

  private static let moments = 12

  @Test(arguments: cases)
  func theProgramEndsAndNothingHalfIsLeft(_ each: Case) async throws {
    let whole = try await Program(arguments: each.arguments, folder: try folder()).run().lasted
    for moment in 0..<Self.moments {
      var folder = try folder()
      var before = Set(folder.tree())
      var (ended, took) = try await signalled(each, whole, moment, in: folder)
      // Beside hundreds of other tests two processors may be late; a program that hangs is no less
      // so the second time.
      for _ in 0..<Self.attempts where (.seconds(2)..<Self.hang).contains(took) {
        folder = try self.folder()
        before = Set(folder.tree())
        (ended, took) = try await signalled(each, whole, moment, in: folder)
      }
      expect(took < .seconds(2), "at moment \(moment): \(took)")
      // Before it listens a signal ends it by itself; after its end there is none to hear it.
      let isKnown =
        ended.isSignalled
        ? each.signals.contains(ended.status)
        : [0, 130].contains(ended.status)
      expect(isKnown, "at moment \(moment): \(ended)")
      if ended.status == 130 && !ended.isSignalled {
        expect(ended.notes.last?.hasPrefix("interrupted: "), is: true, "\(ended.notes)")
      }
      try check(folder, before, ended, moment)
    }
  }

  /// How often a moment at which the end came late is tried again.
  private static let attempts = 4
  /// An end that takes as long as that is none.
  private static let hang = Duration.seconds(15)

  private func signalled(
    _ each: Case, _ whole: Duration, _ moment: Int, in folder: Folder
  ) async throws -> (ended: Program.Ended, took: Duration) {
    try await Program(arguments: each.arguments, folder: folder).run(
      signalledBy: each.signals, after: whole * moment / (Self.moments - 2))
  }

  /// What is left is whole, and what is said of it is true.
  private func check(
    _ folder: Folder, _ before: Set<String>, _ ended: Program.Ended, _ moment: Int
  ) throws {
    let left = folder.tree().filter { !before.contains($0) }
    let unfinished = left.filter { $0.contains(".partial") || $0.contains(".previous") }
    expect(unfinished, is: [], "at moment \(moment)")
    let said = ended.notes.last ?? ""
    if said.contains("nothing was written") { expect(left, is: [], "at moment \(moment)") }
    if said.contains("is whole") || ended.status == 0 && left.isEmpty == false {
      expect(left.contains("out"), "at moment \(moment)")
    }
    for name in ["run.json", "sweep.json"] where left.contains("out/\(name)") {
      let json = try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.url("out/\(name)")))
      let files = try #require((json as? [String: Any])?["files"] as? [String])
      for file in files { expect(left.contains("out/\(file)"), "at moment \(moment): \(file)") }
    }
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "small.json")
    let ids = (0..<20_000).map { "\($0 * $0 % 97)\n" }.joined()
    try folder.write(ids, to: "ids.txt")
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-k", folder.url("ids.txt").path]
    try gzip.run()
    gzip.waitUntilExit()
    return folder
  }
}
