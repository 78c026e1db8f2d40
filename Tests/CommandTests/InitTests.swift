internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// A scenario of the user's own app: what a capture, a log or answers say, and nothing that names
/// somebody.
@Suite struct InitTests {
  /// A capture of a feed that is looked at three times and two posts, in a session of a minute.
  private static func capture(user: String = "anna.secret") -> String {
    func entry(
      _ second: Int, _ path: String, _ size: Int, _ type: String, _ headers: String
    ) -> String {
      let time = "08:1\(second / 60):\(second % 60 / 10)\(second % 10).000Z"
      return """
        {"startedDateTime": "2026-03-02T\(time)", "time": 80,
         "request": {"method": "GET", "url": "https://\(user):hunter2@api.example.org\(path)",
           "headers": [{"name": "Cookie", "value": "session=topsecretcookie"},
                       {"name": "Authorization", "value": "Bearer topsecrettoken"}]},
         "response": {"status": 200, "headers": [\(headers)], "bodySize": \(size),
           "content": {"size": \(size), "mimeType": "\(type)"}}}
        """
    }
    let fresh =
      #"{"name": "Cache-Control", "value": "max-age=60"}, {"name": "ETag", "value": "\"a\""}"#
    let never = #"{"name": "Cache-Control", "value": "no-store"}"#
    let entries = [
      entry(
        0, "/users/\(user)/feed?access_token=topsecretquery", 20_000, "application/json", fresh),
      entry(40, "/posts/\(user)-writes-1?auth=topsecretquery", 5_000, "application/json", never),
      entry(
        80, "/users/\(user)/feed?access_token=topsecretquery", 20_000, "application/json", fresh),
      entry(120, "/posts/91827364?auth=topsecretquery", 7_000, "application/json", never),
      entry(
        160, "/users/\(user)/feed?access_token=topsecretquery", 20_000, "application/json", fresh),
    ]
    return #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))]}}"#
  }

  @Test func aCaptureBecomesAScenarioThatRunsAsItIs() async throws {
    let folder = try Folder()
    try folder.write(Self.capture(), to: "app.har")
    let ended = try await Program.run("init", "--har", "app.har", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    expect(ended.output.contains("Assumed:\n- 8 sessions a day"))
    let text = try folder.text("app.json")
    expect(
      text.hasPrefix(
        "// A scenario of your own app, made by 'cachesim init' from a capture: 5 views"))
    let json = try JSON.parse(Array(text.utf8))
    let screens = try #require(json["workload"]?["settings"]?["screens"]?.elements)
    expect(screens.map { $0["name"]?.string }, is: ["/users/*/feed", "/posts/*"])
    expect(screens.map { $0["share"]?.real }, is: [3, 2])
    expect(screens.map { $0["pages"]?.integer }, is: [1, 2])
    expect(screens.map { $0["bytes"]?.string }, is: ["20 kB", "6 kB"])
    expect(screens[0]["headers"]?["maxAge"]?.string, is: "1m")
    expect(screens[1]["headers"]?["noStore"]?.compact, is: "true")
    // Four gaps of 40 s.
    expect(json["workload"]?["settings"]?["viewTime"]?.string, is: "40s")
    let run = try await Program.run(
      "run", "app.json", "--devices", "1", "--duration", "1d", "--seeds", "1", "--no-charts",
      "--format", "csv", in: folder)
    expect(run.status, is: 0, "\(run.notes)")
    try expect(CSVText.rows(of: run.output).count, is: 7)
  }

  @Test(arguments: ["anna.secret", "Ünal", "O'Hara", "名前"])
  func nothingThatNamesSomebodyIsWritten(user: String) async throws {
    let folder = try Folder()
    try folder.write(Self.capture(user: user), to: "app.har")
    let ended = try await Program.run("init", "--har", "app.har", "--verbose", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let all = try folder.text("app.json") + ended.output + ended.notes.joined()
    for secret in ["topsecret", "hunter2", "example.org", user, "access_token", "session="] {
      expect(!all.contains(secret), "\(secret)")
    }
  }

  @Test func anAccessLogBecomesAScenario() async throws {
    let folder = try Folder()
    var log = ""
    for day in 1...3 {
      for (minute, path) in ["/", "/news/a.html", "/", "/news/b.html"].enumerated() {
        log +=
          "10.0.0.1 - anna [0\(day)/Mar/2026:09:1\(minute):00 +0000] "
          + "\"GET \(path)?u=anna HTTP/1.1\" 200 4000\n"
      }
    }
    try folder.write(log, to: "access.log")
    let ended = try await Program.run("init", "--log", "access.log", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let text = try folder.text("access.json")
    expect(!text.contains("anna") && !text.contains("10.0.0.1"))
    expect(text.contains("Cache headers: a log has none"))
    let json = try JSON.parse(Array(text.utf8))
    // Three sessions of one device in two days and some minutes.
    expect(json["workload"]?["settings"]?["use"]?["sessionsPerDay"]?.real, is: 1.5)
    let wrong = try await Program.run(
      "init", "--har", "access.log", "--output", "x.json", in: folder)
    expect(wrong.status == 65 && !folder.exists("x.json"))
  }

  @Test func answersBecomeAScenario() async throws {
    let folder = try Folder()
    let answers =
      "feed\n25 kB\n48\n5m\n0\nstory ü\n30\n3\n12 kB\n0.5\nno-store\n2\n60 kB\n\n5\n90s\n"
    let ended = try await Program(arguments: ["init", "--output", "mine.json"], folder: folder)
      .run(input: answers)
    expect(ended.status, is: 0, "\(ended.notes)")
    let json = try JSON.parse(Array(folder.text("mine.json").utf8))
    let settings = try #require(json["workload"]?["settings"])
    let screens = try #require(settings["screens"]?.elements)
    expect(screens.map { $0["name"]?.string }, is: ["feed", "story ü"])
    expect(screens[0]["headers"]?["maxAge"]?.string, is: "5m")
    expect(screens[0]["parts"]?.elements?.isEmpty, is: true)
    expect(screens[1]["pages"]?.integer == 30 && screens[1]["share"]?.real == 3)
    expect(screens[1]["parts"]?.elements?.first?["bytes"]?.string, is: "60 kB")
    expect(settings["use"]?["sessionsPerDay"]?.real, is: 5)
    expect(
      settings["use"]?["sessionLength"]?.string == "90s"
        || settings["use"]?["sessionLength"]?.string == "1m30s"
        || settings["use"]?["sessionLength"]?.string == "1.5m")
    // Half an hour between changes: asked for again after half of it.
    expect(
      json["strategies"]?.elements?.contains { $0["settings"]?["staleAfter"]?.string == "15m" },
      is: true)
  }
}
