internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import SimCore

/// What the origin says to a client under test: the scenario's headers, versions and validators.
struct OriginAnswers: Sendable {
  let times: ClientTimes
  /// Time as the scenario has it, for what is noted of answers; nil: the client has the same.
  var plainTimes: ClientTimes?

  func whole(_ version: ServedVersion, _ headers: CacheHeaders, at now: Instant) -> OriginAnswer {
    OriginAnswer(
      status: Int(version.status), headers: lines(version, headers, times, at: now),
      body: ResourceBody.bytes(of: version.identity, size: Int(version.size.count)),
      noted: plainTimes.map { lines(version, headers, $0, at: now) })
  }

  func whole(
    _ version: ServedVersion, _ headers: CacheHeaders, _ body: ServedBodies.Body, at now: Instant
  ) -> OriginAnswer {
    var lines = lines(version, headers, times, at: now).filter { $0.name != "content-type" }
    lines.append(("content-type", body.type))
    if let location = body.location, (300..<400).contains(version.status) {
      lines.append(("location", location))
    }
    return OriginAnswer(status: Int(version.status), headers: lines, body: body.bytes)
  }

  /// That the version which the client named still holds.
  func confirmation(
    of version: ServedVersion, _ headers: CacheHeaders, at now: Instant
  ) -> OriginAnswer {
    func lines(_ times: ClientTimes) -> [(name: String, value: String)] {
      self.lines(version, headers, times, at: now).filter { !$0.name.hasPrefix("content-") }
    }
    return OriginAnswer(status: 304, headers: lines(times), noted: plainTimes.map(lines))
  }

  func refusal(at now: Instant) -> OriginAnswer {
    OriginAnswer(status: 503, headers: [("date", times.date(at: now))])
  }

  func lines(
    _ copy: ServedVersion, _ headers: CacheHeaders, _ times: ClientTimes, at now: Instant
  ) -> [(name: String, value: String)] {
    var lines = [
      (name: "date", value: times.date(at: now)),
      (name: "cachesim-nanoseconds", value: "\(now.nanoseconds)"),
    ]
    if let recorded = headers.recorded {
      lines += recorded.map { ($0.name, times.value(of: $0, noted: plainTimes ?? times)) }
      lines.removeAll { $0.name == "content-length" || $0.name == "transfer-encoding" }
    } else {
      lines += headers.lines(
        of: copy.version, modified: times.date(at: copy.publishedAt), seconds: times.seconds)
      lines.append(("content-type", "application/octet-stream"))
    }
    if let span = headers.expiresAfter, !lines.contains(where: { $0.name == "expires" }) {
      lines.append(("expires", times.date(at: now + span)))
    }
    return lines
  }

  /// Who answered, and how long it took on the client's clock: `Cache-Status` (RFC 9211) says that
  /// no cache on the way handled the request, and for how long the answer stays fresh;
  /// `Server-Timing` (W3C) has the origin's time.
  /// - Parameter headers: of the answer; nil: it is of no resource that there is.
  func statusLines(
    _ headers: CacheHeaders?, after thinkTime: TimeSpan
  ) -> [(name: String, value: String)] {
    var status = "cachesim; fwd=bypass"
    if let lifetime = headers?.maxAge ?? headers?.expiresAfter {
      status += "; ttl=\(times.seconds(lifetime) - times.seconds(headers?.age ?? .zero))"
    }
    let milliseconds = thinkTime.milliseconds / Double(times.speed)
    return [
      ("cache-status", status),
      ("server-timing", "origin;dur=\(NumberText.decimal(milliseconds, places: 3))"),
    ]
  }

  /// The version that a request is conditional on, among those that the client was given; nil: it
  /// has no condition, or none of these fits.
  func condition(
    of request: HeldRequest,
    among versions: [(version: UInt32, publishedAt: Instant, headers: CacheHeaders)]
  ) -> UInt32? {
    if let tags = request.value(of: "if-none-match") {
      let named = tags.split(separator: ",").map { Self.opaque(String($0)) }
      return versions.last {
        named.contains(Self.opaque($0.headers.recorded?.value("etag") ?? "\"\($0.version)\""))
      }?.version
    }
    guard let date = request.value(of: "if-modified-since") else { return nil }
    return versions.last {
      let own = $0.headers.recorded?.first { $0.name == "last-modified" }
        .map { times.value(of: $0, noted: plainTimes ?? times) }
      return (own ?? times.date(at: $0.publishedAt)) == date
    }?.version
  }

  /// A tag for weak comparison, by which the condition of GET is held (RFC 9110, section 13.1.2).
  static func opaque(_ tag: String) -> String {
    let bare = tag.filter { $0 != " " && $0 != "\t" }
    return String(bare.hasPrefix("W/") ? bare.dropFirst(2) : bare[...])
  }
}

struct ServedVersion: Sendable {
  var identity: ResourceBody.Identity
  var publishedAt: Instant
  var size: Bytes
  var status: UInt16

  var version: UInt32 { identity.version }
}

extension ServedVersion {
  init(_ copy: ResourceCopy, of resource: UInt32) {
    self.init(
      identity: HeldCopies.identity(of: resource, copy), publishedAt: copy.publishedAt,
      size: copy.size, status: copy.status)
  }
}

extension ClientTimes {
  /// The value of a recorded line, its ages and dates as this clock has them.
  /// - Parameter clock: the one that it was recorded by.
  func value(of field: RecordedField, noted clock: ClientTimes) -> String {
    guard self != clock else { return field.value }
    guard field.name == "last-modified" else { return ScaledAges.scaled(field, by: speed) }
    let start = clock.secondsAtStart
    guard let seconds = HTTPDate.seconds(field.value, now: start),
      abs(seconds - start) < TimeSpan.days(100_000).nanoseconds / 1_000_000_000
    else { return field.value }
    return date(at: UnixClock(secondsAtStart: start).instant(at: seconds))
  }
}
