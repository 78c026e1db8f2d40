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

  private let clock: UnixClock
  /// By index of the workload's list.
  private var kinds: [Kind?] = []

  init(secondsAtStart: Int64) { clock = UnixClock(secondsAtStart: secondsAtStart) }

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

extension ResponseHeaders.Kind {
  fileprivate init(_ headers: CacheHeaders, now: Int64) {
    let expiry = headers.expiresAfter.map(Self.seconds)
    guard let recorded = headers.recorded else {
      tagsVersions = headers.hasEntityTag
      datesVersions = headers.hasLastModified
      pattern = ResponsePattern(
        control: Self.control(headers), age: headers.age.map { max(Self.seconds($0), 0) },
        vary: headers.vary?.split { $0 == "," || $0 == " " }.map(String.init) ?? [],
        expiresAfter: expiry)
      return
    }
    var lines = HeaderLines()
    for field in recorded { lines.append(field.name, field.value) }
    (tagsVersions, datesVersions) = (false, false)
    pattern = ResponsePattern(headers: lines, expiresAfter: expiry, now: now)
  }

  private static func control(_ headers: CacheHeaders) -> CacheControl {
    var control = CacheControl()
    if headers.noStore { control.flags.insert(.noStore) }
    if headers.noCache { control.flags.insert(.noCache) }
    if headers.mustRevalidate { control.flags.insert(.mustRevalidate) }
    if headers.immutable { control.flags.insert(.immutable) }
    func directive(_ span: TimeSpan?) -> DeltaSeconds? {
      span.map { DeltaSeconds(clamping: seconds($0)) }
    }
    control.maxAge = directive(headers.maxAge)
    control.staleWhileRevalidate = directive(headers.staleWhileRevalidate)
    control.staleIfError = directive(headers.staleIfError)
    return control
  }

  /// A span in the whole seconds of HTTP, towards zero.
  private static func seconds(_ span: TimeSpan) -> Int64 { span.nanoseconds / 1_000_000_000 }
}
