package import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
package import SimCore

/// A request that an origin was asked by itself, and what became of it.
package struct ObservedRequest: Hashable, Sendable {
  package var at = Instant.start
  /// When its answer was given, or its connection closed.
  package var endedAt = Instant.start
  package var method = ""
  package var path = ""
  /// The value of `If-None-Match` or `If-Modified-Since`; nil: it had none.
  package var condition: String?
  /// The answer's status; 0: there was none.
  package var status = 0
  /// Which resource it was for; nil: for none, such as the origin's own page.
  package var resource: UInt32?
  /// The version that the answer brought or confirmed; nil: none.
  package var version: UInt32?
  /// The body's bytes of a complete answer, as the scenario has them.
  package var body = Bytes.zero
  /// Bytes on the wire to the origin, as the simulation counts them: a header by the scenario's
  /// settings and the body.
  package var up = Bytes.zero
  /// Bytes on the wire from the origin, as the simulation counts them: texts travel compressed.
  package var down = Bytes.zero

  /// The kind of the resource where the path does not say it; nil: it does.
  package var ownKind: String?

  package var kind: String? {
    resource == nil ? nil : ownKind ?? path.split(separator: "/").first.map(String.init)
  }
}

/// What an origin by itself was asked: the form of a record's file, JSON lines of which the first
/// says where they are from and the last, which a process that died could not write, when it ended.
package struct ObservedRecord: Hashable, Sendable {
  package static let version = 1

  package struct Head: Hashable, Sendable {
    package var scenario = ""
    /// A digest of what its users do and its origin publishes.
    package var fingerprint = ""
    package var seed: Int64 = 0
    package var device: UInt32 = 0
    package var speed: Int64 = 1
    /// The network that answers were shaped by; `none`: by none.
    package var network = "none"
    /// The virtual time at which it began.
    package var start = Instant.start

    package init() {}
  }

  package var head: Head
  package var requests: [ObservedRequest] = []
  /// The virtual time at which the record ended; nil: the process died before.
  package var end: Instant?

  package init(_ head: Head) { self.head = head }

  /// Until when is known what was asked.
  package var observedUntil: Instant {
    end ?? requests.map(\.endedAt).max() ?? head.start
  }
  package var observed: TimeSpan { observedUntil - head.start }
}

/// A member of a line of JSON: what is written is read back by the same declaration.
struct LineMember<Line>: Sendable {
  typealias Property<Value> = any WritableKeyPath<Line, Value> & Sendable

  let name: String
  /// Nil: it is left out.
  let write: @Sendable (Line) -> JSON?
  /// Gives what was expected where something else stands there.
  let read: @Sendable (JSON?, inout Line) -> String?

  /// `value` makes what is kept of what stands there; nil: something else is expected.
  private static func member<Value>(
    _ name: String, _ property: Property<Value>, _ json: @escaping @Sendable (Value) -> JSON?,
    expecting expected: @escaping @Sendable (Line) -> String = { _ in "" },
    _ value: @escaping @Sendable (JSON?, Line) -> Value?
  ) -> LineMember {
    LineMember(name: name) {
      json($0[keyPath: property])
    } read: { json, line in
      guard let value = value(json, line) else { return expected(line) }
      line[keyPath: property] = value
      return nil
    }
  }

  static func text(_ name: String, _ property: Property<String>) -> LineMember {
    member(name, property, { JSON($0) }, expecting: { _ in "a text" }) { json, _ in json?.string }
  }

  /// - Parameter isOmitted: whether it is left out where there is none, and not null.
  static func text(
    _ name: String, _ property: Property<String?>, isOmitted: Bool = false
  ) -> LineMember {
    member(name, property, { isOmitted && $0 == nil ? nil : JSON($0) }) { json, _ in
      .some(json?.string)
    }
  }

  static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ property: Property<Number>, to high: Int64 = Int64(clamping: Number.max),
    from low: @escaping @Sendable (Line) -> Int64 = { _ in 0 }
  ) -> LineMember {
    member(name, property, { JSON($0) }) { line in
      "a whole number "
        + (high == .max ? "of \(low(line)) or more" : "from \(low(line)) to \(high)")
    } _: { json, line in
      json?.integer.flatMap { $0 >= low(line) && $0 <= high ? Number($0) : nil }
    }
  }

  static func number(_ name: String, _ property: Property<UInt32?>) -> LineMember {
    member(name, property, { $0.map { JSON($0) } ?? JSON(.null) }) { _ in
      "a whole number from 0 to \(UInt32.max)"
    } _: { json, _ in
      guard let json, json != JSON(.null) else { return .some(nil) }
      return json.integer.flatMap { UInt32(exactly: $0) }.map { .some($0) }
    }
  }
}

extension ObservedRecord.Head {
  fileprivate static let members: [LineMember<Self>] = [
    .text("scenario", \.scenario), .text("fingerprint", \.fingerprint), .number("seed", \.seed),
    .number("device", \.device), .number("speed", \.speed) { _ in 1 },
    .text("network", \.network), .number("start", \.start.nanoseconds),
  ]

  package var line: String { json.compact + "\n" }

  package var json: JSON {
    .object(
      [("cachesim", "observed"), ("version", JSON(ObservedRecord.version))]
        + Self.members.map { ($0.name, $0.write(self) ?? JSON(.null)) })
  }
}

extension ObservedRequest {
  fileprivate static let members: [LineMember<Self>] = [
    .number("nanoseconds", \.at.nanoseconds) { $0.at.nanoseconds },
    .number("ended", \.endedAt.nanoseconds) { $0.at.nanoseconds },
    .text("method", \.method), .text("path", \.path), .text("condition", \.condition),
    .number("status", \.status, to: 599), .number("resource", \.resource),
    .number("resourceVersion", \.version), .number("bytes", \.body.count),
    .number("upBytes", \.up.count), .number("downBytes", \.down.count),
    .text("kind", \.ownKind, isOmitted: true),
  ]

  package var line: String {
    let members = Self.members.compactMap { member in
      member.write(self).map { (member.name, $0) }
    }
    return JSON.object(members).compact + "\n"
  }
}

extension ObservedRecord {
  package static func endLine(at instant: Instant) -> String {
    JSON.object(["end": JSON(instant.nanoseconds)]).compact + "\n"
  }

  package init(contentsOf path: String) throws(InputError) {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try OpenFile(path: path).contents(limit: 1 << 30)
    } catch {
      throw InputError(reading: error)
    }
    guard let bytes else {
      throw InputError(
        .malformed, at: path, "expected a record of at most 1 GiB, found a longer file")
    }
    try self.init(bytes: bytes, path: path)
  }

  package init(bytes: [UInt8], path: String) throws(InputError) {
    var lines = RecordLines(bytes: bytes, path: path)
    guard let first = try lines.next() else {
      throw InputError(.malformed, at: path, "expected a record of requests, found nothing")
    }
    guard first["cachesim"]?.string == "observed" else {
      throw lines.wrong(
        "expected the first line of a record, {\"cachesim\": \"observed\", …}, found another")
    }
    guard first["version"]?.integer == Int64(Self.version) else {
      throw lines.wrong(
        "expected version \(Self.version) of the form of records, found "
          + (first["version"]?.found ?? "none"))
    }
    head = try lines.read(first, Head.members, over: Head())
    var total: Int64 = 0
    while let line = try lines.next() {
      if end != nil { throw lines.wrong("expected nothing behind the end, found another line") }
      if line["end"] != nil {
        end = try lines.read(
          line, [.number("end", \.nanoseconds) { $0.nanoseconds }], over: head.start)
      } else {
        let request = try lines.read(
          line, ObservedRequest.members, over: ObservedRequest(at: head.start))
        for (name, bytes) in [
          ("bytes", request.body), ("upBytes", request.up), ("downBytes", request.down),
        ] {
          // Sums are taken over lines, and of both ways.
          let (sum, isTooLarge) = total.addingReportingOverflow(bytes.count)
          guard !isTooLarge else {
            throw lines.wrong(
              "\(name): expected all bytes of the record to add up to less than 2^63, found "
                + "\(bytes.count) more behind \(total)")
          }
          total = sum
        }
        requests.append(request)
      }
    }
  }
}

private struct RecordLines {
  private let bytes: [UInt8]
  private let path: String
  private var place = 0
  private var number = 0

  init(bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  mutating func next() throws(InputError) -> JSON? {
    guard place < bytes.count else { return nil }
    number += 1
    guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw wrong("expected a whole line, found one that is cut off")
    }
    let line = Array(bytes[place..<end])
    place = end + 1
    let json: JSON
    do throws(InputError) {
      json = try JSON.parse(line, limit: 1_000)
    } catch {
      throw wrong(error.message)
    }
    guard json.members != nil else { throw wrong("expected an object, found \(json.found)") }
    return json
  }

  func wrong(_ message: String) -> InputError {
    InputError(.malformed, at: "\(path):\(number)", message)
  }

  func read<Line>(
    _ json: JSON, _ members: [LineMember<Line>], over start: Line
  ) throws(InputError) -> Line {
    var line = start
    for member in members {
      guard let expected = member.read(json[member.name], &line) else { continue }
      throw wrong(
        "\(member.name): expected \(expected), found \(json[member.name]?.found ?? "nothing")")
    }
    return line
  }
}

extension ObservedRecord {
  /// The sums that metrics are computed from: exchanges as the simulation counts them, and nothing
  /// of what an origin cannot know.
  /// - Parameter measuredFrom: what ended before is left out.
  package func aggregates(interval: TimeSpan, measuredFrom: Instant = .start) -> Aggregates {
    var aggregates = Aggregates(interval: interval, isObserved: true)
    let begin = max(measuredFrom, head.start)
    var page: [TraceRecord] = []
    for request in requests {
      guard let resource = request.resource, request.endedAt >= begin else { continue }
      let exchange = ExchangeRecord(
        startedAt: request.at, endedAt: request.endedAt, purpose: .demand,
        status: UInt16(request.status), bytesUp: request.up, bytesDown: request.down,
        payload: request.body, isMetered: false)
      page.append(TraceRecord(.exchanged(exchange), at: request.endedAt, of: resource))
    }
    var summary = DeviceSummary(
      device: head.device, at: max(observedUntil, begin), events: 0, peakMemory: .zero,
      peakFlash: .zero, flashInUse: .zero, radio: RadioEnergy(), peakOutbox: 0, backedUp: .zero,
      prefetched: PrefetchUse(), unshown: .zero, violations: [])
    summary.measuredFrom = begin
    page.append(TraceRecord(.finished(summary), at: summary.at))
    aggregates.observe(page, device: head.device)
    aggregates.sort()
    return aggregates
  }

  package struct KindCount: Hashable, Sendable {
    package var kind: String
    package var requests = 0
    package var confirmed = 0
    /// Those that were answered with 503, with 404 or another error, or not at all.
    package var failed = 0
    package var body = Bytes.zero
  }

  /// What was asked, kind by kind, in the order of the kinds' names.
  package static func counts(of requests: [ObservedRequest]) -> [KindCount] {
    var counts: [KindCount] = []
    for request in requests { add(request, to: &counts) }
    return counts
  }

  package static func add(_ request: ObservedRequest, to counts: inout [KindCount]) {
    guard let kind = request.kind else { return }
    let place = counts.firstIndex { $0.kind >= kind } ?? counts.count
    if place == counts.count || counts[place].kind != kind {
      counts.insert(KindCount(kind: kind), at: place)
    }
    counts[place].requests += 1
    counts[place].confirmed += request.status == 304 ? 1 : 0
    counts[place].failed += (200..<400).contains(request.status) ? 0 : 1
    counts[place].body += request.body
  }
}
