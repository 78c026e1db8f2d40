internal import Foundation
internal import SimCore

/// Captures that chance writes: valid ones, of any shape (`any`), and such as people record
/// (`plausible`): pages or an app's screens that are seen again, with parts of all sorts.
struct RandomCapture {
  private var random: SeededGenerator
  private var entries: [String] = []
  private var pages: [String] = []

  private init(seed: UInt64) {
    random = SeededGenerator(seed: seed, purpose: .workload)
  }

  private var text: String {
    let list = pages.isEmpty ? "" : "\"pages\": [\(pages.joined(separator: ","))], "
    return "{\"log\": {\"version\": \"1.2\", \(list)\"entries\": ["
      + entries.joined(separator: ",\n") + "]}}"
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[random.index(below: list.count)]
  }

  private static let lifetimes = [
    "max-age=60", "max-age=600, must-revalidate", "public, max-age=86400", "no-store", "no-cache",
    "max-age=31536000, immutable", "private, max-age=0", "max-age=30, stale-while-revalidate=600",
  ]

  /// Lines that say how long an answer may be used.
  private mutating func lines() -> [(String, String)] {
    var lines: [(String, String)] = []
    if random.chance(0.7) { lines.append(("Cache-Control", pick(Self.lifetimes))) }
    if random.chance(0.5) { lines.append(("ETag", "\"\(random.index(below: 9))\"")) }
    if random.chance(0.4) {
      lines.append(("Last-Modified", "Mon, 0\(1 + random.index(below: 9)) Feb 2026 08:00:00 GMT"))
    }
    if random.chance(0.1) { lines.append(("Expires", "Tue, 03 Mar 2026 08:00:00 GMT")) }
    if random.chance(0.05) { lines.append(("Pragma", "no-cache")) }
    if random.chance(0.1) { lines.append(("Vary", pick(["Accept-Encoding", "*", "Accept"]))) }
    if random.chance(0.05) { lines.append(("Age", "\(random.index(below: 900))")) }
    return lines
  }

  private mutating func add(
    _ url: String, by method: String = "GET", at milliseconds: Int, status: Int = 200, size: Int,
    type: String, lines: [(String, String)], asking: String = "", page: Int? = nil
  ) {
    let seconds = milliseconds / 1_000
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time =
      "2026-03-02T\(two(8 + seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))."
      + String(1_000 + milliseconds % 1_000).dropFirst() + "Z"
    let header = lines.map {
      "{\"name\": \"\($0.0)\", \"value\": \"\($0.1.replacing("\"", with: "\\\""))\"}"
    }
    entries.append(
      """
      {"startedDateTime": "\(time)", "time": \(20 + random.index(below: 200)),
       \(page.map { "\"pageref\": \"p\($0)\"," } ?? "")
       "request": {"method": "\(method)", "url": "\(url)", "headers": [\(asking)]},
       "response": {"status": \(status), "bodySize": \(size), "headers": [
         \(header.joined(separator: ", "))],
         "content": {"size": \(size), "mimeType": "\(type)"}}}
      """)
  }

  /// A capture of any shape.
  static func any(seed: UInt64) -> String {
    var capture = RandomCapture(seed: seed)
    let types = ["application/json", "text/html", "image/png", "text/css", "video/mp4", ""]
    let methods = ["GET", "GET", "GET", "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"]
    let pages = capture.pick([0, 0, 1, 3])
    for page in 0..<pages {
      capture.pages.append(
        "{\"id\": \"p\(page)\", \"title\": \"\", "
          + "\"startedDateTime\": \"2026-03-02T08:0\(page):00Z\"}"
      )
    }
    var now = 0
    for _ in 0...capture.random.index(below: 30) {
      now += capture.pick([0, 3, 400, 2_000, 45_000, 2_400_000])
      let lines = capture.lines()
      let asking = capture.pick([
        "", "", "", "{\"name\": \"Cache-Control\", \"value\": \"no-cache\"}",
      ])
      let method = capture.pick(methods)
      let url =
        "https://h\(capture.random.index(below: 2)).test/"
        + capture.pick(["a", "b", "c/1", "c/2", "feed?x=1", ""])
      capture.add(
        url, by: method, at: now,
        status: capture.pick([200, 200, 200, 200, 204, 206, 301, 302, 304, 404, 410, 500]),
        size: capture.pick([-1, 0, 1, 700, 20_000, 3_000_000]), type: capture.pick(types),
        lines: lines, asking: asking,
        page: pages > 0 && capture.random.chance(0.9) ? capture.random.index(below: pages) : nil)
    }
    return capture.text
  }

  /// A capture as people record them.
  static func plausible(seed: UInt64) -> String {
    var capture = RandomCapture(seed: seed)
    let isBrowser = seed % 2 == 0
    struct Part {
      var path: String
      var size: Int
      var type: String
      var lines: [(String, String)]
    }
    func parts(_ name: String, _ count: Int, _ capture: inout RandomCapture) -> [Part] {
      (0..<count).map { number in
        let (type, ending) = capture.pick([
          ("image/jpeg", "jpg"), ("image/png", "png"), ("text/css", "css"),
          ("text/javascript", "js"), ("application/json", "json"),
        ])
        return Part(
          path: "\(name)/\(number).\(ending)", size: 500 + capture.random.index(below: 60_000),
          type: type, lines: capture.lines())
      }
    }
    let common = parts("site", 5 + capture.random.index(below: 20), &capture)
    let names = ["feed"] + (0..<(1 + capture.random.index(below: 5))).map { "posts/\($0)" }
    let own = names.map { name in
      (
        size: 2_000 + capture.random.index(below: 40_000), lines: capture.lines(),
        parts: parts(name, capture.random.index(below: 12), &capture)
      )
    }
    var now = 0
    for view in 0..<(4 + capture.random.index(below: 12)) {
      now += 5_000 + capture.random.index(below: 60_000)
      let place = view == 0 ? 0 : capture.random.index(below: names.count)
      if isBrowser {
        let clock =
          "08:\(String(100 + now / 60_000).dropFirst()):"
          + "\(String(100 + now / 1_000 % 60).dropFirst())"
        capture.pages.append(
          "{\"id\": \"p\(view)\", \"title\": \"\", \"startedDateTime\": \"2026-03-02T\(clock)Z\"}")
      }
      let page = isBrowser ? view : nil
      capture.add(
        "https://a.test/\(names[place])", at: now, size: own[place].size,
        type: isBrowser ? "text/html" : "application/json", lines: own[place].lines, page: page)
      for (number, part) in (common + own[place].parts).enumerated() {
        capture.add(
          "https://a.test/\(part.path)", at: now + 120 + 7 * number, size: part.size,
          type: part.type, lines: part.lines, page: page)
      }
      // What no page has twice.
      for number in 0..<(seed % 3 == 0 ? 4 : 0) {
        capture.add(
          "https://ads.test/\(view)-\(number).gif", at: now + 500 + number, size: 9_000,
          type: "image/gif", lines: [("Cache-Control", "max-age=600")], page: page)
      }
    }
    return capture.text
  }
}
