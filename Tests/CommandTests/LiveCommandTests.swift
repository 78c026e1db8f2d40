internal import Foundation
internal import TestCases
internal import Testing

/// Live clients as people start them.
@Suite(.enabled(if: LivePython.path != nil, "python3 is not installed"))
struct LiveCommandTests {
  /// A page with forty pictures, on a slow network, for a person who stays for some time.
  private static func folder(staying: String) throws -> Folder {
    let folder = try Folder()
    let names = (1...40).map { "picture \($0)" }
    let lines =
      [#"{"event": "story", "version": 1, "complete": true}"#]
      + names.map {
        #"{"event": "publish", "resource": "\#($0)", "kind": "image", "size": "20 kB"}"#
      } + [
        #"{"event": "publish", "resource": "page", "kind": "model", "size": "20 kB", "parts": ["#
          + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]}",
        #"{"at": "07:00", "event": "network", "network": "slow-4g"}"#,
        #"{"at": "08:00", "event": "open", "resource": "page", "for": "\#(staying)"}"#,
      ]
    try folder.write(lines.joined(separator: "\n") + "\n", to: "morning.jsonl")
    try folder.write(
      """
      {
        "question": "What is asked?", "seeds": [1], "variance": "none", "patience": null,
        "workload": {"name": "story", "settings": {"path": "morning.jsonl"}},
        "strategies": [{"name": "network-only"}]
      }
      """, to: "day.json")
    return folder
  }

  private static func adapter(_ name: String) -> String {
    let file = Checkout.root.appending(path: "Examples/Live/\(name).py").path
    return "mine=\(LivePython.path ?? "python3") '\(file)'"
  }

  /// What a client that takes one request at a time was never asked for is said, and only then.
  @Test(arguments: [("3s", true), ("30m", false)])
  func whatAClientHadNoTurnForIsSaid(staying: String, isSaid: Bool) async throws {
    let folder = try Self.folder(staying: staying)
    let adapter = Checkout.root.appending(path: "Examples/Live/no_cache.py")
    let code = try String(contentsOf: adapter, encoding: .utf8)
    try folder.write(code.replacing("\"concurrent\": 64", with: "\"concurrent\": 1"), to: "one.py")
    let ended = try await Program.run(
      "live", "day.json", "--client", "mine=\(LivePython.path ?? "python3") one.py", "--no-charts",
      "--output", "out", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let note = ended.notes.first { $0.contains(" requests are missing: the person had left the ") }
    expect((note != nil), is: isSaid, "\(ended.notes)")
    if isSaid {
      expect(note?.hasPrefix("note: mine (live): "), is: true)
      expect(note?.contains("of 41 requests are missing"), is: true)
      expect(note?.contains("as it takes one request at a time (\"concurrent\""), is: true)
    }
    let page = try folder.text("out/report.md")
    expect(page.contains("## Requests that real clients had no turn for"), is: isSaid)
  }

  /// A client whose requests go elsewhere shows nothing; that is no result.
  @Test func aClientThatNeverReachesTheOriginIsAnError() async throws {
    let folder = try Self.folder(staying: "30m")
    let ended = try await Program(
      arguments: [
        "live", "day.json", "--client", Self.adapter("no_cache"), "--client",
        Self.adapter("no_cache").replacing(
          "mine=", with: "lost=env -u no_proxy -u NO_PROXY http_proxy=http://127.0.0.1:1 "),
        "--no-charts", "--output", "out",
      ], folder: folder
    ).run()
    expect(ended.status, is: 1)
    expect(ended.output.contains("mine (live)"))
    expect(!ended.output.contains("lost (live)"))
    let error = ended.notes.filter { $0.hasPrefix("error: ") }
    expect(error.count, is: 1)
    expect(error.first?.hasPrefix("error: lost (live): seed 1, device 0, "), is: true)
    expect(error.first?.contains("and never asked the origin for one"), is: true)
  }
}

/// Python, in which the adapters are.
enum LivePython {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
