internal import CacheWorkloads
internal import ClientStrategies
internal import HTTPCaching
internal import SimCore

/// The requests of all probe cases in order of time, as a HAR capture: of a client without a cache,
/// which is a schedule for a real one, or of a cache by some switches.
struct ProbeRun {
  private struct Request {
    let at: Int64
    let probe: ProbeCase
    let step: ProbeCase.Step

    var url: String { "http://probe.test/\(probe.name)\(step.suffix)" }
    /// Of a request that belongs to a page.
    var page: String? { step.navigation.map { "\(probe.name)-\($0)" } }
  }

  /// 1 January 2026, when all dates begin.
  private static let start: Int64 = 1_767_225_600
  private static let bodySize = 900

  private let requests: [Request]

  init(_ cases: [ProbeCase] = ProbeCase.all) {
    requests = cases.enumerated().flatMap { index, probe in
      // Some begin later, by whole seconds, so that a client has not all of them at once.
      probe.steps.map { Request(at: Int64(index % 5) * 1_000 + $0.at, probe: probe, step: $0) }
    }.sorted { $0.at < $1.at }
  }

  /// - Parameter switches: of the cache that answers; nil: there is none.
  func capture(by switches: HTTPSwitches?) -> JSON {
    var entries: [JSON] = []
    var session = CaptureSession(startedAt: Self.start * 1_000_000_000, switches ?? HTTPSwitches())
    for (position, request) in requests.enumerated() {
      guard switches != nil else {
        entries.append(Self.entry(request, .loaded, nil, told: false))
        continue
      }
      session.complete(until: Self.start * 1_000_000_000 + request.at * 1_000_000)
      let (action, known) = Self.action(on: request, position, in: session)
      let json = Self.entry(request, action, known, told: true)
      if var entry = Self.read(json, position, request) {
        session.prepare(&entry)
        session.begin(entry, session.decide(entry))
      }
      entries.append(json)
    }
    let pages = requests.compactMap { request in request.page.map { ($0, request) } }
    let names = pages.map(\.0).uniqued
    return .object([
      "log": .object([
        "version": "1.2",
        "creator": .object(["name": "cachesim http-check probe", "version": "1"]),
        "pages": JSON(
          names.map { name in
            let first = pages.first { $0.0 == name }?.1
            return .object([
              "id": JSON(name), "title": JSON(name),
              "startedDateTime": JSON(Self.time(first?.at ?? 0)),
              "_navigation": JSON(first?.step.navigation), "pageTimings": .object([]),
            ])
          }),
        "entries": JSON(entries),
      ])
    ])
  }

  /// What the cache does with a request, before it is noted.
  private static func action(
    on request: Request, _ position: Int, in session: CaptureSession
  ) -> (HARCacheAction, KnownAnswer?) {
    var trial = session
    guard var entry = read(self.entry(request, .loaded, nil, told: true), position, request)
    else { return (.loaded, nil) }
    trial.prepare(&entry)
    let known = trial.known[entry.target]
    let action = trial.action(on: entry, by: trial.decide(entry))
    // What is asked for the first time is loaded, whatever is known of other targets.
    return (known == nil ? .loaded : action, known)
  }

  private static func read(_ json: JSON, _ position: Int, _ request: Request) -> CaptureEntry? {
    RecordedExchange(
      HTTPExchange(json, at: position), navigation: request.step.navigation
    ).map { CaptureEntry($0) }
  }

  private static func time(_ milliseconds: Int64) -> String {
    ISOTime.text(
      start + milliseconds / 1_000, nanoseconds: milliseconds % 1_000 * 1_000_000)
  }
}

extension ProbeRun {
  /// An entry of the capture.
  /// - Parameters:
  ///   - known: what the client has; nil: nothing.
  ///   - told: whether the entry says what the client did.
  private static func entry(
    _ request: Request, _ action: HARCacheAction, _ known: KnownAnswer?, told: Bool
  ) -> JSON {
    let (probe, step) = (request.probe, request.step)
    let second = start + request.at / 1_000
    var asked = step.asked
    var answered = written(step.answered ?? probe.answer, at: second)
    var status = step.status ?? probe.status
    switch action {
    case .loaded: break
    case .used: (status, answered) = (known?.status ?? status, known?.headers.lines ?? answered)
    case .validated:
      // An app's own condition is among the lines that are asked already.
      if !asked.contains(where: { $0.name.hasPrefix("if-") }) { asked += conditions(known) }
      if step.status == nil, (200..<300).contains(status) { status = 304 }
    }
    let isSent = action != .used
    let size = !step.isEmpty && (action == .loaded || status != 304) ? bodySize : 0
    var members: [(String, JSON)] = [
      ("startedDateTime", JSON(time(request.at))),
      ("time", isSent ? JSON(step.milliseconds) : JSON(0)),
      (
        "request",
        .object([
          "method": JSON(step.method), "url": JSON(request.url), "httpVersion": "HTTP/1.1",
          "headers": json(asked),
        ])
      ),
      (
        "response",
        .object([
          "status": JSON(status), "httpVersion": "HTTP/1.1", "headers": json(answered),
          "content": .object(["size": JSON(size)]), "bodySize": JSON(isSent ? size : 0),
          "_transferSize": JSON(isSent ? size + 200 : 0),
        ])
      ), ("cache", .object([])), ("timings", .object([])),
    ]
    if told { members.append(("_kind", JSON(action.rawValue))) }
    if let page = request.page { members.append(("pageref", JSON(page))) }
    return .object(members)
  }

  private static func json(_ lines: [HeaderLine]) -> JSON {
    JSON(lines.map { .object(["name": JSON($0.name), "value": JSON($0.value)]) })
  }

  /// What a cache asks by.
  private static func conditions(_ known: KnownAnswer?) -> [HeaderLine] {
    if let tag = known?.headers["etag"] { return [HeaderLine("If-None-Match", tag)] }
    let date = known?.headers["last-modified"] ?? known?.headers["date"]
    return date.map { [HeaderLine("If-Modified-Since", $0)] } ?? []
  }

  /// Lines with dates in place of `{30}`, and with `Date`, unless they say that there is none.
  private static func written(_ lines: [HeaderLine], at second: Int64) -> [HeaderLine] {
    var written = lines.map { line in
      guard line.value.hasPrefix("{"), line.value.hasSuffix("}") else { return line }
      return HeaderLine(line.name, date(line.value.dropFirst().dropLast(), from: second))
    }
    if !lines.contains(where: { $0.name == "date" }) {
      written.append(HeaderLine("Date", HTTPDate.text(second) ?? ""))
    }
    return written.filter { $0.name != "date" || !$0.value.isEmpty }
  }

  /// A date so many seconds later, in the preferred form, in that of RFC 850 (`850+30`), or with
  /// hyphens and a clock of one digit (`near+30`).
  private static func date(_ word: Substring, from second: Int64) -> String {
    let parts = word.split(separator: "+")
    let preferred = HTTPDate.text(second + (parts.last.flatMap { Int64($0) } ?? 0)) ?? ""
    guard parts.count == 2 else { return preferred }
    let words = preferred.split(separator: " ").map(String.init)
    guard words.count == 6 else { return preferred }
    let day = "\(words[1])-\(words[2])-"
    if parts[0] == "near" { return "\(day)\(words[3]) \(words[4])" }
    let weekdays = [
      "Mon,": "Monday", "Tue,": "Tuesday", "Wed,": "Wednesday", "Thu,": "Thursday",
      "Fri,": "Friday", "Sat,": "Saturday", "Sun,": "Sunday",
    ]
    return "\(weekdays[words[0]] ?? ""), \(day)\(words[3].suffix(2)) \(words[4]) GMT"
  }
}
