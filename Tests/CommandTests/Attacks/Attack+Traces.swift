extension Attack {
  private static let logLine = "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.0\" 200 5"

  /// Recorded input that is none, or that is broken.
  static let traces: [Attack] = [
    trace("empty.log", []), trace("empty.har", []), trace("mark.har", [0xEF, 0xBB, 0xBF]),
    trace("zeros.log", [UInt8](repeating: 0, count: 100_000)),
    trace("zeros.har", [UInt8](repeating: 0, count: 1_000)),
    trace("noise.log", (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }),
    trace("long.log", [UInt8](repeating: UInt8(ascii: "a"), count: 4_000_000)),
    trace("prose.log", Array("Once upon a time\nthere was a log.\n".utf8)),
    trace("half.har", Array(#"{"log": {"entries": [{"startedDateTime": "20"#.utf8)),
    trace("list.har", Array("[]".utf8)), trace("other.har", Array(#"{"rows": []}"#.utf8)),
    trace("nothing.har", Array(#"{"log": {"entries": []}}"#.utf8)),
    trace("types.har", Array(#"{"log": {"entries": [5, null, "a", []]}}"#.utf8)),
    trace(
      "time.har",
      Array(
        #"{"log":{"entries":[{"startedDateTime":"yesterday","request":{"url":"x"}}]}}"#
          .utf8)),
    trace("deep.har", Array((#"{"log":"# + String(repeating: "[", count: 90_000)).utf8)),
    trace("utf8.har", Array("{\"log\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)),
    Attack(
      name: "a trace that is a folder", arguments: ["run", "access-log", "--trace", "here"],
      obstacle: .folder("here"), status: 74, says: ["here", "folder"]),
    Attack(
      name: "a trace that is a pipe", arguments: ["run", "access-log", "--trace", "pipe"],
      obstacle: .pipe("pipe"), status: 74, says: ["pipe"]),
    Attack(
      name: "a trace that leads to itself", arguments: ["run", "access-log", "--trace", "circle"],
      obstacle: .circle("circle"), status: 74, says: ["circle"]),
    Attack(
      name: "a trace that is not there", arguments: ["run", "access-log", "--trace", "no.log"],
      status: 66, says: ["no.log"]),
    Attack(
      name: "a trace below a file", arguments: ["run", "access-log", "--trace", "a.log/b.log"],
      files: ["a.log": Array(logLine.utf8)], status: 66, says: ["a.log/b.log"]),
    Attack(
      name: "a trace without a name", arguments: ["run", "access-log", "--trace", ""], status: 66,
      says: ["error"]),
    Attack(
      name: "vectors that are none", arguments: ["http-check", "vectors", "v.json"],
      files: ["v.json": Array("{\"suites\": 5}".utf8)], status: 65, says: ["v.json"]),
    Attack(
      name: "vectors that are not there", arguments: ["http-check", "vectors", "no.json"],
      status: 66,
      says: ["no.json"]),
  ]
}
