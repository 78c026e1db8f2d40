internal import CacheWorkloads
internal import ClientSimulation
internal import HTTPCaching
internal import SimCore

/// The headers of a workload as the engine receives them, each read once.
struct ResponseHeaders {
  fileprivate struct Kind {
    var pattern: ResponsePattern
    /// Whether each version has a tag of its own.
    var tagsVersions: Bool
    /// Whether each version says when it was published.
    var datesVersions: Bool
  }

  private let clock: VirtualClock
  /// By index of the workload's list.
  private var kinds: [Kind?] = []

  init(secondsAtStart: Int64) { clock = VirtualClock(secondsAtStart: secondsAtStart) }

  /// An answer as it came: its header, and what is its own of it.
  /// - Parameters:
  ///   - copy: the version.
  ///   - headers: what the origin says of it.
  ///   - date: when the origin answered.
  mutating func answer(
    _ copy: ResourceCopy, _ headers: CacheHeaders, date: Instant
  ) -> (ResponsePattern, ResponseStamp) {
    let index = Int(copy.headers)
    while kinds.count <= index { kinds.append(nil) }
    let kind = kinds[index] ?? Kind(headers, now: clock.secondsAtStart)
    kinds[index] = kind
    let stamp = ResponseStamp(
      date: clock.seconds(at: date),
      lastModified: kind.datesVersions ? clock.seconds(at: copy.publishedAt) : nil,
      entityTag: kind.tagsVersions ? tag(of: copy.version) : nil, count: copy.size.count)
    return (kind.pattern, stamp)
  }

  private func tag(of version: UInt32) -> EntityTag { EntityTag(strong: "\(version)") }
}

/// Virtual time in the whole seconds of HTTP, rounded down.
struct VirtualClock {
  /// Seconds since 1970 at `Instant.start`.
  let secondsAtStart: Int64

  func seconds(at instant: Instant) -> Int64 {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return secondsAtStart + whole - (rest < 0 ? 1 : 0)
  }
}

extension ResponseHeaders.Kind {
  fileprivate init(_ headers: CacheHeaders, now: Int64) {
    var lines = HeaderLines()
    if let recorded = headers.recorded {
      for field in recorded { lines.append(field.name, field.value) }
    } else {
      let control = Self.directives(headers).joined(separator: ", ")
      if !control.isEmpty { lines.append("cache-control", control) }
      if let age = headers.age { lines.append("age", Self.seconds(age)) }
      if let vary = headers.vary { lines.append("vary", vary) }
    }
    let isOwn = headers.recorded == nil
    tagsVersions = isOwn && headers.hasEntityTag
    datesVersions = isOwn && headers.hasLastModified
    let expiry = headers.expiresAfter.map { $0.nanoseconds / 1_000_000_000 }
    pattern = ResponsePattern(headers: lines, expiresAfter: expiry, now: now)
  }

  private static func directives(_ headers: CacheHeaders) -> [String] {
    var directives: [String] = []
    if headers.noStore { directives.append("no-store") }
    if headers.noCache { directives.append("no-cache") }
    if headers.mustRevalidate { directives.append("must-revalidate") }
    if headers.immutable { directives.append("immutable") }
    let spans = [
      ("max-age", headers.maxAge), ("stale-while-revalidate", headers.staleWhileRevalidate),
      ("stale-if-error", headers.staleIfError),
    ]
    for (name, span) in spans {
      if let span { directives.append("\(name)=\(seconds(span))") }
    }
    return directives
  }

  /// A span in the whole seconds of HTTP, rounded down.
  private static func seconds(_ span: TimeSpan) -> String {
    String(max(span.nanoseconds / 1_000_000_000, 0))
  }
}
