internal import CacheWorkloads
internal import DeviceModels
package import Measurement
package import SimCore

/// A request that an origin was asked by itself, and what became of it.
package struct ObservedRequest: Hashable, Sendable {
  package var at: Instant
  /// When its answer was given, or its connection closed.
  package var endedAt: Instant
  package var method: String
  package var path: String
  /// The value of `If-None-Match` or `If-Modified-Since`; nil: it had none.
  package var condition: String?
  /// The answer's status; 0: there was none.
  package var status: Int
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
    package var scenario: String
    /// A digest of what its users do and its origin publishes.
    package var fingerprint: String
    package var seed: Int64
    package var device: UInt32
    package var speed: Int64
    /// The network that answers were shaped by; `none`: by none.
    package var network: String
    /// The virtual time at which it began.
    package var start: Instant

    package init(
      scenario: String, fingerprint: String, seed: Int64, device: UInt32, speed: Int64,
      network: String, start: Instant
    ) {
      self.scenario = scenario
      self.fingerprint = fingerprint
      self.seed = seed
      self.device = device
      self.speed = speed
      self.network = network
      self.start = start
    }
  }

  package var head: Head
  /// The requests, in the order in which they ended.
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

// MARK: - Writing

extension ObservedRecord.Head {
  package var line: String { json.compact + "\n" }

  package var json: JSON {
    .object([
      "cachesim": "observed", "version": JSON(ObservedRecord.version), "scenario": JSON(scenario),
      "fingerprint": JSON(fingerprint), "seed": JSON(seed), "device": JSON(device),
      "speed": JSON(speed), "network": JSON(network), "start": JSON(start.nanoseconds),
    ])
  }
}

extension ObservedRequest {
  package var line: String {
    func number(_ value: UInt32?) -> JSON { value.map { JSON($0) } ?? JSON(.null) }
    let members = [
      ("nanoseconds", JSON(at.nanoseconds)), ("ended", JSON(endedAt.nanoseconds)),
      ("method", JSON(method)), ("path", JSON(path)), ("condition", JSON(condition)),
      ("status", JSON(status)), ("resource", number(resource)),
      ("resourceVersion", number(version)),
      ("bytes", JSON(body.count)), ("upBytes", JSON(up.count)), ("downBytes", JSON(down.count)),
    ]
    return JSON.object(members + (ownKind.map { [("kind", JSON($0))] } ?? [])).compact + "\n"
  }
}

extension ObservedRecord {
  package static func endLine(at instant: Instant) -> String {
    JSON.object(["end": JSON(instant.nanoseconds)]).compact + "\n"
  }
}

// MARK: - Reading

extension ObservedRecord {
  /// The largest file that is read, 1 GiB.
  private static var sizeLimit: Int { 1 << 30 }

  package init(contentsOf path: String) throws(InputError) {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try OpenFile(path: path).contents(limit: Self.sizeLimit)
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
    head = Head(
      scenario: try lines.text("scenario", of: first),
      fingerprint: try lines.text("fingerprint", of: first),
      seed: try lines.number("seed", of: first),
      device: UInt32(try lines.number("device", of: first, to: Int64(UInt32.max))),
      speed: try lines.number("speed", of: first, from: 1),
      network: try lines.text("network", of: first),
      start: Instant(nanoseconds: try lines.number("start", of: first)))
    var total: Int64 = 0
    while let line = try lines.next() {
      if end != nil { throw lines.wrong("expected nothing behind the end, found another line") }
      if line["end"] != nil {
        end = Instant(
          nanoseconds: try lines.number("end", of: line, from: head.start.nanoseconds))
      } else {
        let request = try lines.request(line, from: head.start)
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

  func text(_ name: String, of line: JSON) throws(InputError) -> String {
    guard let text = line[name]?.string else {
      throw wrong("\(name): expected a text, found \(line[name]?.found ?? "nothing")")
    }
    return text
  }

  func number(
    _ name: String, of line: JSON, from low: Int64 = 0, to high: Int64 = .max
  ) throws(InputError) -> Int64 {
    guard let number = line[name]?.integer, number >= low, number <= high else {
      let range = high == .max ? "of \(low) or more" : "from \(low) to \(high)"
      throw wrong(
        "\(name): expected a whole number \(range), found \(line[name]?.found ?? "nothing")")
    }
    return number
  }

  private func optional(_ name: String, of line: JSON) throws(InputError) -> UInt32? {
    guard let json = line[name], json != JSON(.null) else { return nil }
    return UInt32(try number(name, of: line, to: Int64(UInt32.max)))
  }

  func request(_ line: JSON, from start: Instant) throws(InputError) -> ObservedRequest {
    let at = try number("nanoseconds", of: line, from: start.nanoseconds)
    return ObservedRequest(
      at: Instant(nanoseconds: at),
      endedAt: Instant(nanoseconds: try number("ended", of: line, from: at)),
      method: try text("method", of: line), path: try text("path", of: line),
      condition: line["condition"]?.string,
      status: Int(try number("status", of: line, to: 599)),
      resource: try optional("resource", of: line),
      version: try optional("resourceVersion", of: line),
      body: Bytes(try number("bytes", of: line)), up: Bytes(try number("upBytes", of: line)),
      down: Bytes(try number("downBytes", of: line)), ownKind: line["kind"]?.string)
  }
}

// MARK: - What comes of it

extension ObservedRecord {
  /// The sums that metrics are computed from: exchanges as the simulation counts them, and nothing
  /// of what an origin cannot know.
  /// - Parameters:
  ///   - interval: the length of the timeline's intervals.
  ///   - measuredFrom: what ended before is left out.
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
    /// Those that were answered with 304.
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
