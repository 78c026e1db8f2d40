package import SimCore

/// What a screen of one's own app shows, and how it changes.
package struct AppScreen: Settings {
  package var name = "home"
  package var share = 1.0
  package var pages = 1
  package var popularity = 0.8
  package var kind = ResourceKind.model
  package var isList = false
  package var bytes = Bytes.kilobytes(30)
  package var wireBytes: Bytes?
  package var sigma = 0.0
  package var age = TimeSpan.zero
  package var method = HTTPMethod.get
  package var changesPerDay = 1.0
  package var headers = AppHeaders()
  package var parts: [AppPart] = []

  package init() {}
  package static let fields: [Field<AppScreen>] = [
    Field("name", \.name, "What people call it.", isRequired: true),
    Field(
      "share", \.share, in: 0...1_000_000,
      "How often it is looked at after a session's first screen, against the others."),
    Field("pages", \.pages, in: 1...10_000, "How many different ones of its kind there are."),
    .zipf(\.popularity, of: "those"),
    Field("kind", \.kind, "What its main content is."),
    Field("isList", \.isList, "Whether it leads to the others, and is no record itself."),
    .bytes("bytes", \.bytes, from: Bytes(1), "Its main content, by the mean."),
    .wireBytes(\.wireBytes),
    .sigma(\.sigma, of: "pages"),
    .age(\.age),
    .method(\.method),
    Field(
      "changesPerDay", \.changesPerDay, in: 0...10_000, "New versions of each page in a day."),
    Field("headers", \.headers, "What the origin says about storing it."),
    Field("parts", \.parts, "What else it needs; by default nothing."),
  ]
}

/// What a screen of one's own app needs beside its main content: some resources alike.
package struct AppPart: Settings, Hashable {
  package var kind = ResourceKind.image
  package var count = 1
  package var bytes = Bytes.kilobytes(59)
  package var sigma = 0.0
  package var wireBytes: Bytes?
  package var age = TimeSpan.zero
  package var method = HTTPMethod.get
  package var isShared = false
  package var set = ""
  package var share = 1.0
  package var turnover = 1.0
  package var after = TimeSpan.zero
  package var isNamed = false
  package var isRenewed = false
  package var changes = 0.0
  package var changesPerDay = 0.0
  package var repeats = 0.0
  package var headers = AppHeaders()

  package init() {}
  package static let fields: [Field<AppPart>] = [
    Field("kind", \.kind, "What they are."),
    Field("count", \.count, in: 0...1_000, "How many of them a page needs."),
    .bytes("bytes", \.bytes, from: Bytes(1), "The size of each, by the mean."),
    .sigma(\.sigma, of: "they"),
    .wireBytes(\.wireBytes),
    .age(\.age),
    .method(\.method),
    Field("isShared", \.isShared, "Whether all pages of the screen need the same."),
    Field(
      "set", \.set,
      "A name under which several screens have the same ones, as the first of them says them, but "
        + "for share, turnover, isNamed, after and repeats; empty: they are this screen's alone."),
    .share(
      "share", \.share,
      "How many of them a view needs, as a share, in turn; with less than 1 no page lists them."),
    .share(
      "turnover", \.turnover,
      "Where that is less than 1: how many of those the view before did not need, as a share; the "
        + "less, the longer each is needed."),
    Field(
      "after", \.after, in: .zero...(.hours(5)),
      "How long after the screen opened the app asks for them, where the page does not list them; "
        + "at the view's end at the latest."),
    Field(
      "isNamed", \.isNamed,
      "Whether the app asks for them by itself when the screen is there, and no page lists them, "
        + "so that nothing of them can be fetched ahead."),
    Field(
      "isRenewed", \.isRenewed,
      "Whether each view has others in their place, as it has of advertisements."),
    .share(
      "changes", \.changes,
      "How many of those that a view needs have changed since they were needed last, as a share."),
    Field(
      "changesPerDay", \.changesPerDay, in: 0...1_000,
      "New versions of each in a day, at the same address, one by one, viewed or not; without "
        + "effect beside changes."),
    Field(
      "repeats", \.repeats, in: 0...1_000,
      "How often each is asked for once more while the screen is there, by the mean."),
    Field("headers", \.headers, "What the origin says about storing them."),
  ]
}

extension AppScreen {
  /// Screens of which the parts of a set are what the first that names it says of them.
  static func sharingSets(_ screens: [AppScreen]) -> [AppScreen] {
    var screens = screens
    var sets: [String: AppPart] = [:]
    for screen in screens.indices {
      for (group, part) in screens[screen].parts.enumerated() where !part.set.isEmpty {
        guard let first = sets[part.set] else {
          sets[part.set] = part
          continue
        }
        screens[screen].parts[group] = part.used(of: first)
      }
    }
    return screens
  }
}

extension AppPart {
  fileprivate func used(of first: AppPart) -> AppPart {
    var part = first
    (part.share, part.turnover) = (share, turnover)
    (part.isNamed, part.after, part.repeats) = (isNamed, after, repeats)
    return part
  }

  /// Whether a page's content lists them, so that they belong to it from its first version on.
  var isListed: Bool { !isNamed && !isRenewed && share >= 1 && method == .get }
}

extension Field {
  fileprivate static func wireBytes(
    _ property: Property<Bytes?>
  ) -> Field {
    Field(
      "wireBytes", property, in: Bytes(1)...(.gigabytes(1)),
      "What that weighs on its way, by the mean; null: as the origin compresses it.")
  }

  fileprivate static func age(
    _ property: Property<TimeSpan>
  ) -> Field {
    Field(
      "age", property, in: .zero...(.days(36_500)),
      "How long ago the last change was at the start: without a lifetime an HTTP cache takes a "
        + "part of it, where there is a Last-Modified.")
  }

  fileprivate static func method(
    _ property: Property<HTTPMethod>
  ) -> Field {
    Field(
      "method", property,
      "By which method it is requested; what answers others than GET is stored nowhere.")
  }
}

/// The fields of an answer that decide about storing it, as a scenario says them.
@dynamicMemberLookup
package struct AppHeaders: Settings, Hashable {
  private(set) var fields = CacheHeaders()

  package init() { fields.hasEntityTag = true }

  package subscript<Value>(dynamicMember member: WritableKeyPath<CacheHeaders, Value>) -> Value {
    get { fields[keyPath: member] }
    set { fields[keyPath: member] = newValue }
  }

  /// Those of recorded headers, as far as they decide: a lifetime is what is left of it at the time
  /// of the answer, to two digits; `Pragma: no-cache` is written as `no-cache`, and left out beside
  /// `Cache-Control` (RFC 9111, section 5.4), though browsers heed it there as well.
  package init(_ headers: CacheHeaders) {
    fields.status = headers.status
    fields.noStore = headers.noStore
    if headers.noStore { return }
    let recorded = headers.recorded ?? []
    let asksAlways =
      recorded.contains { $0.name == "pragma" && $0.value.contains("no-cache") }
      && !recorded.contains { $0.name == "cache-control" }
    fields.noCache = headers.noCache || asksAlways
    variesByAll = headers.vary == "*"
    fields.maxAge = (headers.maxAge ?? headers.expiresAfter).map { lifetime in
      Self.rounded(max(lifetime - (headers.age ?? .zero), .zero))
    }
    fields.hasEntityTag = headers.hasEntityTag
    fields.hasLastModified = headers.hasLastModified
    fields.mustRevalidate = headers.mustRevalidate
    fields.isPrivate = headers.isPrivate
    fields.sharedMaxAge = headers.sharedMaxAge.map(Self.rounded)
    fields.staleWhileRevalidate = headers.staleWhileRevalidate.map(Self.rounded)
  }

  package var variesByAll: Bool {
    get { fields.vary == "*" }
    set { fields.vary = newValue ? "*" : nil }
  }

  private var statusNumber: Int {
    get { Int(fields.status) }
    set { fields.status = UInt16(newValue) }
  }

  /// Whether an HTTP cache takes a lifetime from the age of the content, for want of another.
  package var isAgeALifetime: Bool {
    fields.hasLastModified && fields.maxAge == nil && !isAskedAlways
  }

  /// Whether nothing of an answer is used without asking.
  var isAskedAlways: Bool { fields.noStore || fields.noCache || variesByAll }

  /// A lifetime to two digits, at most that which a scenario may say: an `Expires` moves with the
  /// clock, and answers alike differ by seconds.
  private static func rounded(_ span: TimeSpan) -> TimeSpan {
    var unit: Int64 = 1
    let seconds = min(span, .days(36_500)).nanoseconds / 1_000_000_000
    while seconds / unit >= 100 { unit *= 10 }
    return .seconds(min((seconds + unit / 2) / unit * unit, 36_500 * 86_400))
  }

  package static let fields: [Field<AppHeaders>] = [
    Field("noStore", \.fields.noStore, "Cache-Control: no-store."),
    Field(
      "noCache", \.fields.noCache, "Cache-Control: no-cache: stored, and validated at each use."),
    Field(
      "maxAge", \.fields.maxAge, in: .zero...(.days(36_500)),
      "Cache-Control: max-age, or Expires: how long an answer is fresh; null: not said."),
    Field(
      "sharedMaxAge", \.fields.sharedMaxAge, in: .zero...(.days(36_500)),
      "Cache-Control: s-maxage: how long it is fresh in caches that users share; null: not said."),
    Field(
      "isPrivate", \.fields.isPrivate,
      "Cache-Control: private: not for caches that users share."),
    Field("entityTag", \.fields.hasEntityTag, "Whether there is an ETag."),
    Field("lastModified", \.fields.hasLastModified, "Whether there is a Last-Modified."),
    Field(
      "mustRevalidate", \.fields.mustRevalidate,
      "Cache-Control: must-revalidate: never used when it is stale."),
    Field(
      "staleWhileRevalidate", \.fields.staleWhileRevalidate, in: .zero...(.days(36_500)),
      "Cache-Control: stale-while-revalidate; null: not said."),
    Field(
      "staleIfError", \.fields.staleIfError, in: .zero...(.days(36_500)),
      "Cache-Control: stale-if-error; null: not said."),
    Field(
      "variesByAll", \.variesByAll,
      "Vary: *, an answer to no other request: loaded each time, or validated by some clients."),
    Field(
      "status", \.statusNumber, in: 200...599,
      "The answers' status: what is not 200 is stored by HTTP caches alone."),
  ]
}
