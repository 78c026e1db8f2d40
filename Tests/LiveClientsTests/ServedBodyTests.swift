internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import Experiments
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// What an origin by itself answers with, at which addresses, and who may read it.
@Suite struct ServedBodyTests {
  // MARK: - Bodies that are made

  private static func made(_ version: UInt32 = 1, user: UInt16 = 0) -> MadeBody {
    MadeBody(
      identity: ResourceBody.Identity(resource: 7, version: version, user: user),
      address: "/api/items?page=2&of=9",
      parts: [("/a.css", .style), ("/b.js", .script), ("/c.png", .png), ("/api/d", .json)])
  }

  @Test(arguments: BodyForm.allCases)
  func aBodyIsAsLongAsDeclared(form: BodyForm) {
    for size in Array(0...700) + [4_093, 20_000, 100_003] {
      let body = Self.made().bytes(form, size: size)
      expect(body.count, is: size)
      expect(body, is: Self.made().bytes(form, size: size))
      if size > 400 {
        expect(body != Self.made(2).bytes(form, size: size), "\(form) \(size)")
        expect(body != Self.made(user: 1).bytes(form, size: size), "\(form) \(size)")
      }
    }
  }

  @Test func everyBodyOfJSONIsJSON() throws {
    for size in 1...700 { _ = try JSON.parse(Self.made().bytes(.json, size: size)) }
    let json = try JSON.parse(Self.made(3, user: 2).bytes(.json, size: 20_000))
    expect(json["address"]?.string, is: "/api/items?page=2&of=9")
    expect(json["version"]?.integer, is: 3)
    expect(json["user"]?.integer, is: 2)
    let parts = json["parts"]?.elements?.compactMap(\.string)
    expect(parts, is: ["/a.css", "/b.js", "/c.png", "/api/d"])
  }

  @Test func pagesNameWhatTheyNeed() {
    let page = String(decoding: Self.made().bytes(.html, size: 2_000), as: UTF8.self)
    expect(page.hasPrefix("<!doctype html>"))
    expect(page.contains("<link rel=\"stylesheet\" href=\"/a.css\">"))
    expect(page.contains("<script src=\"/b.js\"></script>"))
    expect(page.contains("<img src=\"/c.png\" alt=\"\">"))
    expect(page.contains("/api/items?page=2&amp;of=9"))
    let style = String(decoding: Self.made().bytes(.style, size: 300), as: UTF8.self)
    expect(style.hasPrefix("/* "))
    expect(style.hasSuffix(" */\n"))
    expect(style.ranges(of: "*/").count, is: 1)
  }

  /// Chunks follow one another to the end, and the last one is IEND with the checksum that every
  /// PNG has there (ISO/IEC 15948).
  @Test func aPictureIsPNG() {
    for size in [72, 80, 91, 92, 93, 500, 70_000] {
      let image = Self.made().bytes(.png, size: size)
      expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      var (place, names) = (8, [String]())
      while place + 12 <= image.count, names.last != "IEND" {
        let length = image[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        names.append(String(decoding: image[place + 4..<place + 8], as: UTF8.self))
        place += 12 + length
      }
      expect(names.first, is: "IHDR")
      expect(names.last, is: "IEND")
      expect(Array(image[..<place].suffix(4)), is: [0xAE, 0x42, 0x60, 0x82])
      expect(image[place...].allSatisfy { $0 == 0 })
    }
  }

  @Test func aResourceHasTheFormOfItsTypeEndingOrKind() {
    expect(BodyForm(.model, at: "/model/1"), is: .json)
    expect(BodyForm(.document, at: "/document/1"), is: .html)
    expect(BodyForm(.avatar, at: "/avatar/1"), is: .png)
    expect(BodyForm(.support, at: "/lib/app.js?v=3"), is: .script)
    expect(BodyForm(.document, at: "/v1.2/items"), is: .html)
    expect(BodyForm(.image, at: "/logo.svg"), is: .svg)
    expect(BodyForm(.other, at: "/x", type: "application/vnd.api+json; charset=utf-8"), is: .json)
    expect(BodyForm(.model, at: "/x.json", type: "font/woff2"), is: .bytes)
  }

  // MARK: - Addresses

  private static let story = """
    {"event": "story", "version": 1, "complete": true}
    {"event": "headers", "name": "page", "maxAge": "10m", "entityTag": true}
    {"event": "publish", "resource": "https://cdn.example.com/a b.png?w=1#x", "kind": "image", \
    "size": "5 kB", "headers": "page"}
    {"event": "publish", "resource": "/api/items?page=2", "kind": "model", "size": "20 kB", \
    "headers": "page", "parts": ["https://cdn.example.com/a b.png?w=1#x"]}
    {"event": "publish", "resource": "https://other.example.com/api/items?page=2", \
    "kind": "model", "size": "2 kB", "headers": "page"}
    {"event": "publish", "resource": "about", "kind": "document", "size": "2 kB", \
    "headers": "page"}
    {"event": "publish", "resource": "plain", "kind": "model", "size": "2 kB", "headers": "page"}
    {"at": "08:00", "event": "open", "resource": "/api/items?page=2", "for": "20s"}
    {"at": "09:00", "event": "publish", "resource": "/api/items?page=2", "size": "24 kB"}
    """

  private static func scenario() throws -> Scenario {
    var scenario = try ServedOriginTests.scenario(story)
    var pages = KindAddress()
    pages.kind = .document
    pages.path = "/pages/{number}.html"
    scenario.origin.addresses = [pages]
    return scenario
  }

  private static func ask(
    _ origin: inout ServedOrigin, _ target: String, method: String = "GET", hour: Int64 = 8,
    _ headers: (name: String, value: String)...
  ) throws -> (answer: OriginAnswer, observed: ObservedRequest) {
    let path = target.prefix { $0 != "?" }
    try origin.take(
      HeldRequest(
        id: 1, method: method, path: String(path), headers: headers,
        query: String(target[path.endIndex...])), at: .start + .hours(hour))
    let settled = try #require(origin.takeSettled().first)
    return (try #require(settled.answer), settled.observed)
  }

  private static func line(_ answer: OriginAnswer, _ name: String) -> String? {
    answer.headers.first { $0.name == name }?.value
  }

  @Test func resourcesAreAtTheirOwnAddresses() throws {
    var origin = try ServedOriginTests.origin(of: Self.scenario())
    for (target, resource, type) in [
      ("/a%20b.png?w=1", 0, "image/png"), ("/a b.png?w=1", 0, "image/png"),
      ("/api/items?page=2", 1, "application/json"),
      // Another host's resource with the same path, and what has no address of its own.
      ("/other.example.com/api/items?page=2", 2, "application/json"),
      ("/pages/3.html", 3, "text/html; charset=utf-8"), ("/model/4", 4, "application/json"),
      // Each is at its kind and number too.
      ("/model/1", 1, "application/json"),
    ] {
      let asked = try Self.ask(&origin, target)
      expect(asked.answer.status, is: 200, "\(target)")
      expect(asked.observed.resource, is: UInt32(resource), "\(target)")
      expect(Self.line(asked.answer, "content-type"), is: type)
    }
    try expect(Self.ask(&origin, "/api/items?page=3").answer.status, is: 404)
    try expect(Self.ask(&origin, "/api/items").answer.status, is: 404)
    let (first, observed) = try Self.ask(&origin, "/api/items?page=2")
    expect(observed.kind, is: "model")
    expect(observed.path, is: "/api/items?page=2")
    expect(first.body.count, is: 20_000)
    let json = try JSON.parse(first.body)
    expect(json["address"]?.string, is: "/api/items?page=2")
    expect(json["parts"]?.elements?.compactMap(\.string), is: ["/a%20b.png?w=1"])
    let tag = ("if-none-match", try #require(Self.line(first, "etag")))
    try expect(Self.ask(&origin, "/api/items?page=2", tag).answer.status, is: 304)
    // The same version has the same bytes, and another one others, under another tag.
    try expect(Self.ask(&origin, "/model/1").answer.body, is: first.body)
    try expect(Self.ask(&origin, "/api/items?page=2", method: "POST").answer.status, is: 204)
    let second = try Self.ask(&origin, "/api/items?page=2", hour: 9, tag).answer
    expect(second.status, is: 200)
    expect(Self.line(second, "etag") != tag.1)
    expect(second.body.count, is: 24_000)
    let catalogue = try JSON.parse(Self.ask(&origin, "/catalogue.json", hour: 9).answer.body)
    let addresses = catalogue["kinds"]?["model"]?.elements?.compactMap { $0["address"]?.string }
    expect(
      addresses, is: ["/api/items?page=2", "/other.example.com/api/items?page=2", "/model/4"])
  }

  @Test func aDriverIsToldTheSameAddresses() throws {
    let urls = try ObservedRecordTests.lines(of: Self.scenario()).compactMap {
      let json = try JSON.parse(Array($0.utf8))
      return json["do"]?.string == "get" ? json["url"]?.string : nil
    }
    let origin = ObservedRecordTests.origin
    expect(urls, is: ["\(origin)/api/items?page=2", "\(origin)/a%20b.png?w=1"])
  }

  // MARK: - Bodies that are there

  /// A capture with two versions of a page of a list, of which the tags tell which is which, and a
  /// picture without its bytes.
  private static let capture = #"""
    {"log": {"entries": [
      {"startedDateTime": "2020-01-01T00:00:01Z",
       "request": {"method": "GET", "url": "https://a.example/api/items?page=2"},
       "response": {"status": 200, "headers": [{"name": "ETag", "value": "\"one\""}],
         "content": {"mimeType": "application/json", "size": 9, "text": "{\"a\": 10}"}}},
      {"startedDateTime": "2020-01-01T00:00:01.2Z",
       "request": {"method": "GET", "url": "https://a.example/x.webp"},
       "response": {"status": 200, "headers": [],
         "content": {"mimeType": "image/webp", "size": 100}}},
      {"startedDateTime": "2020-01-01T00:00:01.3Z",
       "request": {"method": "GET", "url": "https://a.example/items"},
       "response": {"status": 301, "headers": [],
         "redirectURL": "https://a.example/api/items?page=2",
         "content": {"mimeType": "", "size": 0}}},
      {"startedDateTime": "2020-01-01T01:00:00Z",
       "request": {"method": "GET", "url": "https://a.example/api/items?page=2"},
       "response": {"status": 200, "headers": [{"name": "ETag", "value": "\"two\""}],
         "content": {"mimeType": "application/json", "size": 3, "text": "WzJd",
                     "encoding": "base64"}}}
    ]}}
    """#

  @Test func aCapturesBodiesAreServed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bodies-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "files/api"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "day.har").path
    try Data(Self.capture.utf8).write(to: URL(filePath: path))
    let workload = JSON.object([
      ("name", "trace"), ("settings", .object([("path", JSON(.string(path)))])),
    ])
    var problems = Problems()
    var scenario = Scenario()
    scenario.workload = try #require(WorkloadChoice.read(workload, path: "", &problems))
    let (plan, stream) = try scenario.simulationInput(seed: 1)
    let capture = try #require(plan.origins(0).capture)
    var bodies = ServedBodies()
    try bodies.read(capture: capture)
    func served(_ bodies: ServedBodies, _ stream: EventStream) throws -> ServedOrigin {
      try ServedOrigin(
        plan, stream, device: 0, network: .none,
        times: ClientTimes(servedFrom: .start, at: 0, speed: 1),
        page: OriginPage(scenario: "day", device: 0, users: 1, names: StoryNames()),
        bodies: bodies, from: .start + .minutes(1))
    }
    var origin = try served(bodies, stream)
    let first = try Self.ask(&origin, "/api/items?page=2", hour: 0).answer
    expect(String(decoding: first.body, as: UTF8.self), is: "{\"a\": 10}")
    expect(Self.line(first, "etag"), is: "\"one\"")
    expect(Self.line(first, "content-type"), is: "application/json")
    let picture = try Self.ask(&origin, "/x.webp", hour: 0).answer
    expect(picture.body.count, is: 100)
    expect(picture.body.starts(with: [0x89, 0x50]))
    let moved = try Self.ask(&origin, "/items", hour: 0).answer
    expect(moved.status, is: 301)
    expect(Self.line(moved, "location"), is: "/api/items?page=2")
    let second = try Self.ask(&origin, "/api/items?page=2", hour: 2).answer
    expect(String(decoding: second.body, as: UTF8.self), is: "[2]")
    expect(Self.line(second, "etag"), is: "\"two\"")

    // Files come first.
    try Data("{}".utf8).write(to: folder.appending(path: "files/api/items"))
    try bodies.read(folder: folder.appending(path: "files").path)
    expect(bodies.fileCount, is: 1)
    var other = try served(bodies, scenario.simulationInput(seed: 1).stream)
    try expect(Self.ask(&other, "/api/items?page=2", hour: 0).answer.body, is: Array("{}".utf8))
  }

  // MARK: - Pages of other origins

  @Test func pagesOfThisMachineMayReadAnswers() throws {
    var origin = try ServedOriginTests.origin(of: Self.scenario())
    func allowed(_ from: String?, _ target: String = "/model/4") throws -> String? {
      let answer =
        if let from {
          try Self.ask(&origin, target, ("origin", from)).answer
        } else { try Self.ask(&origin, target).answer }
      return Self.line(answer, "access-control-allow-origin")
    }
    for page in [
      nil, "http://localhost", "http://localhost:3000", "https://127.0.0.1:1", "http://[::1]:80",
      "http://app.localhost:5173", "capacitor://localhost",
    ] {
      try expect(allowed(page), is: "*", "\(page ?? "none")")
    }
    for target in ["/model/99", "/", "/catalogue.json", "/favicon.ico"] {
      try expect(allowed("http://localhost", target), is: "*", "\(target)")
    }
    for page in [
      "https://example.com", "null", "http://localhost.example.com", "http://127.0.0.1.example.com",
      "http://[::1].example.com",
    ] {
      try expect(allowed(page) == nil, "\(page)")
    }
    let some = CrossOriginAccess(named: ["https://example.com"])
    func request(_ page: String) -> HeldRequest {
      HeldRequest(id: 1, method: "GET", path: "/", headers: [("Origin", page)])
    }
    expect(!some.lines(for: request("https://example.com")).isEmpty)
    expect(some.lines(for: request("https://example.org")).isEmpty)
    expect(!CrossOriginAccess(named: ["*"]).lines(for: request("null")).isEmpty)
  }

  @Test func aBrowsersQuestionIsAnswered() throws {
    var origin = try ServedOriginTests.origin(of: Self.scenario())
    let (answer, observed) = try Self.ask(
      &origin, "/model/4", method: "OPTIONS", ("Origin", "http://localhost:3000"),
      ("Access-Control-Request-Method", "PUT"),
      ("Access-Control-Request-Headers", "authorization,x-a"))
    expect(answer.status, is: 204)
    expect(Self.line(answer, "access-control-allow-origin"), is: "*")
    expect(Self.line(answer, "access-control-allow-methods"), is: "PUT")
    expect(Self.line(answer, "access-control-allow-headers"), is: "authorization,x-a")
    // It is no request of the app's.
    expect(observed.resource == nil)
    let refused = try Self.ask(
      &origin, "/model/4", method: "OPTIONS", ("Origin", "https://example.com"),
      ("Access-Control-Request-Method", "PUT")
    ).answer
    expect(Self.line(refused, "access-control-allow-methods") == nil)
    try expect(Self.ask(&origin, "/model/4", method: "OPTIONS").answer.status, is: 405)
  }
}
