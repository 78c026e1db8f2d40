internal import CacheWorkloads
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// What may be a secret, or tell who somebody is, in each form that was thought of, and each output
/// that repeats something of a capture or a log.
@Suite struct SecretTests {
  /// Addresses of which nothing between `«` and `»` may be repeated.
  private static let addresses = [
    "/user/«zoey»", "/users/«zoey.miller»/photos", "/u/«zoey_m»", "/@«zoeym»",
    "/~«zoey»/index.html",
    "/user/«zoey».json", "/profile/«Zoey»%20«Miller»", "/users/«48151623»", "/orders/«4815»",
    "/device/«5f64cd5c-2a3b-4c1d-9e8f-7a6b5c4d3e2f»", "/item/«5f64cd5c2a3b4c1d9e8f7a6b5c4d3e2f»",
    "/people/«zoey-miller»/news", "/files/«zoey-tax-2025».pdf", "/mail/«zoey@mail.example»",
    "/phone/«+15558675309»", "/ip/«10.20.30.40»", "/card/«4012888888881881»",
    "/app;jsessionid=«0123ABCD»", "/app;«zoey»/feed", "/reset/«eyJhbGciOi.eyJzdWIi.c2lnbmF0»",
    "/a?name=«zoey»", "/a?ssn=«078-05-1120»", "/a?%6Eame=«zoey»", "/a?n%61me=«Zoey%20M»",
    "/a?user%5Bname%5D=«zoey»", "/a?«zoey»", "/a?«zoey»=1", "/a?«wibble»=«wobble»",
    "/a?q=«my+illness»",
    "/a?page=«zoey»", "/a?page=2&token=«abc»", "/a?password=«hunter»", "/a?password=«welcome»",
    "/a?pin=«4711»", "/a?id=«4815162342»", "/a?email=«zoey@mail.example»",
    "/a?next=«https://zoey.example.com/home»", "/a?lat=«48.8584»&lon=«2.2945»",
    "/a?etag=«W/33a64df5»", "/a?x=«4f3a9b2c8d7e6f5a»", "/a?data=«eyJ6b2V5IjoxfQ==»",
    "/a?page=2#«zoey»", "/a#access_token=«zzz»&state=«yyy»", "/a?phone=«%2B1555867»",
    "/a?ids[]=«4815»", "/«日本»/feed", "/«wi%C3%9Fe»", "//«zoey».example.com/a",
    "https://«zoey».shop.example/a", "https://«zoey».github.io/", "https://«zoeys-laptop».local/a",
    "http://«10.20.30.40»/a", "http://«[2001:db8::17]»:8080/a",
    "https://«zoey:hunter»@shop.example/a",
    "https://«zoey»/a", "https://shop.example/a/«zoey»?b=«zoey»", "/«redacted-7x»",
  ]

  /// The addresses as they are, and what of them may not be repeated.
  private static let (plain, secrets): ([String], [String]) = {
    var secrets: [String] = []
    let plain = addresses.map { address in
      let pieces = address.split(separator: "«", omittingEmptySubsequences: false)
      for piece in pieces.dropFirst() {
        secrets.append(String(piece.prefix { $0 != "»" }))
      }
      return address.filter { $0 != "«" && $0 != "»" }
    }
    return (plain, secrets)
  }()

  private static let clients = ["10.20.30.41", "2001:db8::18", "zoeys-phone.local"]
  private static let user = "zoemiller"

  /// A log with every address, once as a request and once in a line that cannot be read.
  private static let log: String = {
    var text = ""
    for (place, address) in plain.enumerated() {
      let client = clients[place % clients.count]
      let second = 10 + place % 50
      let head = "\(client) - \(user) [10/Oct/2025:13:\(10 + place / 50):\(second) +0000]"
      for _ in 0..<2 { text += "\(head) \"GET \(address) HTTP/1.1\" 200 500\n" }
      text += "\(head) \"GET \(address) broken\n"
    }
    return text
  }()

  private static func field(_ name: String, _ value: String) -> String {
    JSON.object([("name", JSON(.string(name))), ("value", JSON(.string(value)))]).compact
  }

  /// A capture with every address twice, of which the client uses its copy where ours asks again,
  /// and entries that cannot be read.
  private static let capture: String = {
    var entries: [String] = []
    let sent = field("Cookie", "id=zoeycookie") + "," + field("X-Zoey", "zoeyline")
    for (place, address) in plain.enumerated() {
      let start = address.hasPrefix("http") ? "" : "https://api.shop.example"
      let url = JSON(.string(start + address)).compact
      for (second, more) in [(10, ""), (30, #""_fromCache": "disk","#)] {
        let received = [
          field("ETag", "\"zoeytag\(place)\""),
          field("Cache-Control", "no-cache, private=\"x-zoey\""),
          field("Vary", "X-Zoey, Accept"), field("Content-Language", "en"),
        ]
        entries.append(
          """
          {"startedDateTime": "2025-10-10T13:\(10 + place % 50):\(second).000Z", "time": 5, \(more)
           "request": {"method": "GET", "url": \(url), "headers": [\(sent)]},
           "response": {"status": 200, "content": {"size": 9, "mimeType": "text/html"},
             "headers": [\(received.joined(separator: ","))]}}
          """)
      }
      entries.append(
        #"{"startedDateTime": "zoeytime", "request": {"method": "GET", "url": \#(url)}}"#)
    }
    return "{\"log\": {\"entries\": [\(entries.joined(separator: ",\n"))]}}"
  }()

  /// Every command that repeats something of what it reads.
  private static let commands: [[String]] = {
    var commands: [[String]] = [
      ["http-check", "capture", "c.har"], ["http-check", "capture", "c.har", "--format", "json"],
      // Converted without redaction, it is a trace of another format, with the same names.
      ["trace", "head", "500", "whole.csv"], ["trace", "convert", "whole.csv", "--to", "jsonl"],
      ["trace", "check", "broken.csv"],
      ["story", "write", "capture", "--trace", "c.har"],
      ["story", "write", "access-log", "--trace", "a.log"],
      ["init", "--har", "c.har", "--output", "har.json"],
      ["init", "--log", "a.log", "--output", "log.json"],
    ]
    for file in ["c.har", "a.log"] {
      for format in ["csv", "jsonl", "table", "json", "markdown"] {
        commands.append(["trace", "head", "500", file, "--format", format])
      }
      for form in ["csv", "jsonl", "ids"] {
        commands.append(["trace", "convert", file, "--to", form])
      }
      for format in ["table", "json"] {
        commands.append(["trace", "stats", file, "--format", format])
        commands.append(["trace", "check", file, "--format", format])
      }
      commands.append(["trace", "sample", file, "--rate", "1"])
      commands.append(["trace", "filter", file, "--limit", "900"])
    }
    return commands
  }()

  private static func folder() async throws -> Folder {
    let folder = try Folder()
    try folder.write(log, to: "a.log")
    try folder.write(capture, to: "c.har")
    let whole = try await Program.run("trace", "convert", "a.log", "--no-redact", in: folder)
    try folder.write(whole.output, to: "whole.csv")
    try folder.write(whole.output + "x,/user/zoey,y\n", to: "broken.csv")
    return folder
  }

  /// What of a text is a secret: one that stands there as a word of its own.
  private static func found(in text: String) -> [String] {
    let lower = text.lowercased()
    let others = clients + [user, "zoey", "miller", "hunter", "wibble"]
    // Of numbers of few digits any may stand in an output.
    return (secrets + others).filter { secret in
      secret.utf8.contains { $0 < 0x30 || $0 > 0x39 } ? secret.count > 3 : secret.count > 5
    }.filter { lower.contains($0.lowercased()) }
  }

  @Test func noOutputRepeatsASecret() async throws {
    expect(Self.addresses.count >= 40)
    let folder = try await Self.folder()
    for arguments in Self.commands {
      let ended = try await Program(arguments: arguments, folder: folder).run()
      var texts = [ended.output] + ended.notes
      if arguments[0] == "init" { texts.append(try folder.text(arguments[4])) }
      for text in texts {
        let found = Self.found(in: text)
        expect(found.isEmpty, "\(arguments.joined(separator: " ")): \(found)")
      }
      expect(!(texts[0] + texts.dropFirst().joined()).isEmpty)
    }
  }

  @Test func itIsSaidHowMuchIsHiddenAndEverythingCanBeShown() async throws {
    let folder = try await Self.folder()
    for file in ["a.log", "c.har"] {
      let hidden = try await Program.run("trace", "convert", file, in: folder)
      let note = try #require(hidden.notes.last)
      let count = try #require(note.split(separator: " ").compactMap { Int($0) }.first)
      // Each different secret has a name of its own; some stand in several addresses.
      expect(count > 40 && note.hasSuffix("hidden; --no-redact shows everything"))
      let whole = try await Program.run("trace", "convert", file, "--no-redact", in: folder)
      // A fragment is never sent, and a capture's is left out.
      for address in Self.plain {
        expect(
          whole.output.contains(file == "c.har" ? address.prefix { $0 != "#" } : address[...]))
      }
      expect(whole.notes.allSatisfy { !$0.contains("hidden") })
      let check = try await Program.run("trace", "check", file, "--no-redact", in: folder)
      expect(check.output.contains("/user/zoey"))
    }
  }

  /// Defect: what ends a command was hidden whatever was asked for.
  @Test func anErrorShowsAsMuchAsIsAskedFor() async throws {
    let folder = try await Self.folder()
    for (file, secret) in [("broken.csv", "/user/zoey"), ("c.har", "zoeytime")] {
      let command = ["trace", "convert", file, "--no-skip-malformed"]
      for isShown in [false, true] {
        let program = Program(arguments: command + (isShown ? ["--no-redact"] : []), folder: folder)
        let ended = try await program.run()
        expect(ended.status, is: 65)
        expect(ended.notes.joined().contains(secret), is: isShown, "\(file): \(ended.notes)")
      }
    }
  }

  /// What is written is still the trace: the same requests hit, and equal parts stay equal.
  @Test func whatIsHiddenStaysTheSameTrace() async throws {
    let folder = try await Self.folder()
    for file in ["a.log", "c.har"] {
      let written = try await Program.run(
        "trace", "convert", file, "--output", "hidden.csv", in: folder)
      expect(written.status, is: 0)
      let again = try await Program.run("trace", "convert", "hidden.csv", in: folder)
      expect(again.output, is: try folder.text("hidden.csv"))
      var replays: [String] = []
      for trace in [file, "hidden.csv"] {
        let replay = try await Program.run(
          "replay", trace, "--policy", "lru,sieve", "--capacity", "5kB,20kB", in: folder)
        expect(replay.status, is: 0)
        replays.append(replay.output)
      }
      expect(replays[0], is: replays[1])
    }
  }
}
