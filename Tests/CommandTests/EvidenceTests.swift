internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// How each rule of a library's preset is known, through the program and the script that looks its
/// lines up.
@Suite struct EvidenceTests {
  @Test func aPresetsRulesArePrintedInEachFormat() async throws {
    let folder = try Folder()
    let text = try await Program.run("describe", "nuke", "--evidence", in: folder)
    expect(text.status == 0 && text.notes == [])
    for part in [
      "'memory.limit.memoryShare': '0.15'", "ImageCache.swift:74'",
      "- With '0.2': 'opens' network,",
    ] {
      expect(text.output.contains(part), "\(part)")
    }
    let page = try await Program.run(
      "describe", "nuke", "--evidence", "--format", "markdown", in: folder)
    expect(page.output.hasPrefix("# nuke\n") && page.output.contains("### `memory.policy`: "))
    let json = try await Program.run(
      "describe", "nuke", "--evidence", "--format", "json", in: folder)
    let rules = try JSON.parse(Array(json.output.utf8))["rules"]?.elements ?? []
    let rows = try await Program.run(
      "describe", "nuke", "--evidence", "--format", "csv", in: folder)
    expect(!rules.isEmpty && rows.output.split(separator: "\n").count == rules.count + 1)
    let share = try #require(
      rules.first { $0["setting"]?.string == "memory.limit.memoryShare" })
    expect(share["value"]?.compact == "0.15" && share["story"]?.elements?.count == 7)
    expect(share["links"]?.elements?.first?.string?.hasSuffix("ImageCache.swift#L74"), is: true)
  }

  @Test func aPageSaysHowManyRulesAreKnown() async throws {
    let folder = try Folder()
    let page = try await Program.run("describe", "nuke", "--format", "markdown", in: folder)
    expect(page.output.contains(/- Evidence: \d+ rules: \d+ read; `cachesim describe nuke --evi/))
    let wrong = try await Program.run("describe", "on-demand", "--evidence", in: folder)
    expect(wrong.status, is: 64)
    expect(wrong.notes.first?.contains("expected a library's preset, found 'on-demand'"), is: true)
  }

  /// What people call a preset finds it; a scenario must say which one it means.
  @Test func peoplesWordsFindThePreset() async throws {
    let folder = try Folder()
    let page = try await Program.run("describe", "Cached_Network_Image", in: folder)
    expect(page.status == 0 && page.output.contains("cached-network-image (library)"))
    expect(page.output.contains("Also called: "))
    let both = try await Program.run("describe", "fast-image", "--format", "json", in: folder)
    let names = try JSON.parse(Array(both.output.utf8)).elements?.compactMap { $0["name"]?.string }
    expect(names, is: ["react-native-fast-image", "react-native-fast-image-android"])
    let near = try await Program.run("describe", "NSURLCach", in: folder)
    expect(near.status == 64 && near.notes.first?.contains("'NSURLCache'") == true)
    try folder.write(
      SmallScenario.text(strategies: #"[{"name": "fast-image"}]"#), to: "s.json")
    let run = try await Program.run("run", "s.json", "--no-charts", in: folder)
    expect(run.status, is: 65)
    let hint = "did you mean 'react-native-fast-image' or 'react-native-fast-image-android'?"
    expect(run.notes.joined().contains(hint))
  }

  /// The script tries itself: a repository of two commits, and each way in which a line stops to
  /// hold.
  @Test(.enabled(if: LivePython.path != nil, "python3 is not installed"))
  func theScriptFindsLinesThatMoved() async throws {
    let script = Checkout.root.appending(path: "Examples/Evidence/check")
    let ended = try await Program(
      arguments: ["--self-test"], folder: try Folder(), executable: script
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    expect(ended.output, is: "Each way in which a line can stop to hold is found.\n")
  }
}
