internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import SimCore

/// What the origin says to a client under test: the scenario's headers, versions and validators.
struct OriginAnswers: Sendable {
  /// The machine's time of an instant, and how much faster virtual time passes.
  let times: ClientTimes

  /// A version whole.
  func whole(
    _ copy: ResourceCopy, of resource: UInt32, _ headers: CacheHeaders, at now: Instant
  ) -> OriginAnswer {
    OriginAnswer(
      status: Int(copy.status), headers: lines(copy, headers, at: now),
      body: ResourceBody.bytes(
        of: HeldCopies.identity(of: resource, copy), size: Int(copy.size.count)))
  }

  /// That the version which the client named still holds.
  func confirmation(
    of copy: ResourceCopy, _ headers: CacheHeaders, at now: Instant
  ) -> OriginAnswer {
    OriginAnswer(
      status: 304,
      headers: lines(copy, headers, at: now).filter { !$0.name.hasPrefix("content-") })
  }

  /// That the origin fails.
  func refusal(at now: Instant) -> OriginAnswer {
    OriginAnswer(status: 503, headers: [("date", times.date(at: now))])
  }

  private func lines(
    _ copy: ResourceCopy, _ headers: CacheHeaders, at now: Instant
  ) -> [(name: String, value: String)] {
    var lines = [
      (name: "date", value: times.date(at: now)),
      (name: "cachesim-nanoseconds", value: "\(now.nanoseconds)"),
    ]
    if let recorded = headers.recorded {
      lines += recorded.map { ($0.name, $0.value) }
      lines.removeAll { $0.name == "content-length" || $0.name == "transfer-encoding" }
    } else {
      lines += Self.control(headers, times)
      if headers.hasEntityTag { lines.append(("etag", "\"\(copy.version)\"")) }
      if headers.hasLastModified {
        lines.append(("last-modified", times.date(at: copy.publishedAt)))
      }
      if let vary = headers.vary { lines.append(("vary", vary)) }
      if let age = headers.age { lines.append(("age", "\(times.seconds(age))")) }
      lines.append(("content-type", "application/octet-stream"))
    }
    if let span = headers.expiresAfter, !lines.contains(where: { $0.name == "expires" }) {
      lines.append(("expires", times.date(at: now + span)))
    }
    return lines
  }

  private static func control(
    _ headers: CacheHeaders, _ times: ClientTimes
  ) -> [(name: String, value: String)] {
    var directives: [String] = []
    if headers.noStore { directives.append("no-store") }
    if headers.noCache { directives.append("no-cache") }
    if headers.mustRevalidate { directives.append("must-revalidate") }
    if headers.immutable { directives.append("immutable") }
    for (name, span) in [
      ("max-age", headers.maxAge), ("stale-while-revalidate", headers.staleWhileRevalidate),
      ("stale-if-error", headers.staleIfError),
    ] {
      if let span { directives.append("\(name)=\(times.seconds(span))") }
    }
    return directives.isEmpty ? [] : [("cache-control", directives.joined(separator: ", "))]
  }

  /// The version that a request is conditional on, among those that the client was given; nil: it
  /// has no condition, or none of these fits.
  func condition(
    of request: HeldRequest, among versions: [(version: UInt32, publishedAt: Instant)]
  ) -> UInt32? {
    if let tags = request.value(of: "if-none-match") {
      let tags = tags.split(separator: ",").map { tag in
        tag.filter { $0 != " " }.trimmingPrefix("W/").filter { $0 != "\"" }
      }
      return versions.last { tags.contains("\($0.version)") }?.version
    }
    guard let date = request.value(of: "if-modified-since") else { return nil }
    return versions.last { times.date(at: $0.publishedAt) == date }?.version
  }
}

/// Virtual time as a client under test has it on its clock.
struct ClientTimes: Sendable {
  /// Of the scenario's start, in seconds since 1970.
  var secondsAtStart: Int64
  /// How many times faster virtual time passes; ages are divided by it.
  var speed: Int64 = 1

  func moment(at instant: Instant) -> ClientMoment {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return ClientMoment(
      nanoseconds: instant.nanoseconds,
      seconds: Double(secondsAtStart + whole) + Double(rest / 1_000_000) / 1_000,
      wholeSeconds: UnixClock(secondsAtStart: secondsAtStart).seconds(at: instant))
  }

  /// An instant as an HTTP date.
  func date(at instant: Instant) -> String {
    let scaled = Instant(nanoseconds: instant.nanoseconds / speed)
    let seconds = UnixClock(secondsAtStart: secondsAtStart).seconds(at: scaled)
    return HTTPDate.text(seconds) ?? "Thu, 01 Jan 1970 00:00:00 GMT"
  }

  /// A span in whole seconds, towards zero.
  func seconds(_ span: TimeSpan) -> Int64 { span.nanoseconds / 1_000_000_000 / speed }
}
