internal import Foundation
internal import TestCases
internal import Testing

/// The origin alone, the driver's lines, and the row of what was observed.
@Suite struct ServeTests {
  /// A morning in which nothing is lost: the page and its picture are needed twice, and the page is
  /// pulled to refresh once.
  private static let story = """
    {"event": "story", "version": 1, "complete": true}
    {"event": "headers", "name": "page", "maxAge": "10m", "entityTag": true}
    {"event": "publish", "resource": "picture", "kind": "image", "size": "5 kB", "headers": "page"}
    {"event": "publish", "resource": "page", "kind": "model", "size": "20 kB", "headers": "page", \
    "parts": ["picture"]}
    {"at": "08:00", "event": "open", "resource": "page", "for": "20s"}
    {"at": "09:10", "event": "open", "resource": "page", "for": "1m"}
    {"at": "+5s", "event": "refresh", "resource": "page"}
    """

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(story, to: "morning.jsonl")
    let text = """
      {
        "question": "What is asked?", "seeds": [1], "variance": "none", "patience": null,
        "workload": {"name": "story", "settings": {"path": "morning.jsonl"}},
        "strategies": [{"name": "network-only"}, {"name": "url-cache"}]
      }
      """
    try folder.write(text, to: "day.json")
    try folder.write(
      text.replacing("\"patience\"", with: "\"origin\": {\"failureRate\": 0.5}, \"patience\""),
      to: "other.json")
    return folder
  }

  private static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Plays the lines of `drive` to `serve`, without a cache and without waiting, and then ends it.
  private static let driver = """
    import json, signal, subprocess, sys, urllib.error, urllib.request
    program = sys.argv[1]
    serve = subprocess.Popen([program, "serve", "day.json", "--start", "12h", "--record",
                              "app.jsonl"], stdout=subprocess.PIPE, text=True)
    origin = serve.stdout.readline().split()[0].rstrip("/")
    lines = subprocess.run([program, "drive", "day.json", "--jsonl", "--origin", origin + "/"],
                           stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    def get(path, **headers):
        try:
            url = origin + path if path.startswith("/") else path
            request = urllib.request.Request(url, headers=headers)
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, b""
    got = []
    for line in map(json.loads, lines[1:]):
        if line["do"] == "get":
            status, headers, body = get(line["url"], **line["headers"])
            is_text = headers["Content-Type"] == "application/json"
            said = json.loads(body) if is_text else {"address": body[1:4].decode()}
            got.append([line["url"].removeprefix(origin), status, said["address"], len(body)])
    again = get("/model/1", **{"If-None-Match": headers["ETag"]})[0]
    missing = get("/favicon.ico")[0]
    catalogue = json.loads(get("/catalogue.json")[2])
    serve.send_signal(signal.SIGINT)
    rest = serve.stdout.read()
    killed = subprocess.Popen([program, "serve", "day.json", "--start", "12h", "--record",
                               "killed.jsonl"], stdout=subprocess.PIPE, text=True)
    origin = killed.stdout.readline().split()[0].rstrip("/")
    get("/image/0")
    killed.kill()
    killed.wait()
    print(json.dumps({"got": got, "again": again, "missing": missing, "status": serve.wait(),
                      "kinds": sorted(catalogue["kinds"]), "printed": rest.splitlines()}))
    """

  private struct Driven: Decodable {
    var got: [[Value]]
    var again: Int
    var missing: Int
    var status: Int
    var kinds: [String]
    var printed: [String]

    enum Value: Decodable, Equatable {
      case text(String)
      case number(Int)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
          if let number = try? value.decode(Int.self) {
            .number(number)
          } else {
            .text(try value.decode(String.self))
          }
      }
    }
  }

  /// What the driver got, and what was printed of it.
  private static func check(_ driven: Driven) {
    expect(driven.status, is: 0)
    let page: [Driven.Value] = [
      .text("/model/1"), .number(200), .text("/model/1"), .number(20_000),
    ]
    let picture: [Driven.Value] = [
      .text("/image/0"), .number(200), .text("PNG"), .number(5_000),
    ]
    expect(driven.got, is: [page, picture, page, picture, page])
    expect(driven.again, is: 304)
    expect(driven.missing, is: 404)
    expect(driven.kinds, is: ["image", "model"])
    expect(driven.printed.first?.hasPrefix("day 1 12:00:"), is: true)
    expect(driven.printed.first?.hasSuffix("  GET /model/1  -  200  20000 B"), is: true)
    expect(driven.printed.contains { $0.hasPrefix("6 requests in ") })
  }

  @Test(.enabled(if: python != nil, "python3 is not installed"))
  func aDriversRequestsAreARowBesideTheSimulated() async throws {
    let folder = try Self.folder()
    let driver = Program(
      arguments: ["-c", Self.driver, Program.file.path], folder: folder,
      executable: URL(filePath: Self.python ?? ""))
    let ended = try await driver.run()
    expect(ended.status, is: 0, "\(ended.notes)")
    let driven = try JSONDecoder().decode(Driven.self, from: Data(ended.output.utf8))
    Self.check(driven)

    let run = try await Program.run(
      "run", "day.json", "--observed", "my app=app.jsonl", "--no-charts", "--output", "out",
      in: folder, environment: ["COLUMNS": "200"])
    expect(run.status, is: 0, "\(run.notes)")
    expect(run.output.contains("my app (observed): "))
    expect(run.output.contains(" observed, from day 1 12:00:00.000 on, of device 0 under seed 1"))
    let rows = try folder.text("out/metrics.csv").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    func value(_ metric: String, of strategy: String) -> String? {
      rows.first { $0[1] == strategy && $0[2] == "all" && $0[4] == metric }?[6]
    }
    // Five as network-only's, and one more with a condition.
    expect(value("network_requests", of: "network-only"), is: "5")
    expect(value("network_requests", of: "my app (observed)"), is: "6")
    expect(value("network_200", of: "my app (observed)"), is: "5")
    expect(value("network_304", of: "my app (observed)"), is: "1")
    for metric in ["network_body_bytes", "network_200"] {
      expect(value(metric, of: "my app (observed)"), is: value(metric, of: "network-only"))
    }
    for metric in ["opens", "first_content_p95_ms", "flash_write_bytes", "metered_bytes"] {
      expect(value(metric, of: "my app (observed)"), is: "", "\(metric)")
    }
    try expect(folder.text("out/report.md").contains("| my app (observed): model | 4 | 1 | 0 |"))
    expect(run.output.split(separator: "\n").contains { $0.hasPrefix("my app (observed)  ") })

    // What is left of a process that died is a record of whole lines.
    let left = try await Program.run(
      "run", "day.json", "--observed", "killed.jsonl", "--no-charts", "--output", "left",
      in: folder)
    expect(left.status, is: 0, "\(left.notes)")
    try expect(folder.text("left/summary.csv").contains("\nkilled (observed),,1,"))

    let refused = try await Program.run(
      "run", "other.json", "--observed", "app.jsonl", "--no-charts", "--output", "no", in: folder)
    expect(refused.status, is: 65)
    expect(refused.notes.joined().contains("expected a record of 'other' ("))
    expect(refused.notes.joined().contains("found one of 'day' ("))
    expect(!folder.exists("no"))
  }

  /// Ends two origins, of which one writes to a full pipe and one to a record that nobody opens.
  private static let blocked = """
    import os, signal, subprocess, sys, time
    def end(record, output):
        serve = subprocess.Popen([sys.argv[1], "serve", "day.json"] + record, stdout=output)
        time.sleep(1)
        serve.send_signal(signal.SIGINT)
        try:
            return serve.wait(timeout=20)
        except subprocess.TimeoutExpired:
            serve.kill()
            return "alive"
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True: os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    os.mkfifo("record")
    print(end([], writer), end(["--record", "record"], subprocess.DEVNULL))
    """

  /// Defect: an origin whose output nobody read outlived every signal.
  @Test(.enabled(if: python != nil, "python3 is not installed"))
  func aSignalEndsWhatNobodyReads() async throws {
    let ended = try await Program(
      arguments: ["-c", Self.blocked, Program.file.path], folder: try Self.folder(),
      executable: URL(filePath: Self.python ?? "")
    ).run()
    expect(ended.output, is: "130 130\n", "\(ended.notes)")
  }
}
