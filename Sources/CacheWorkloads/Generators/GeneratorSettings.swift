internal import SimCore

/// Settings that several workloads have.
extension Field {
  static func share(
    _ name: String, _ property: any WritableKeyPath<Group, Double> & Sendable, _ summary: String
  ) -> Field { Field(name, property, in: 0...1, summary) }

  static func bytes(
    _ name: String, _ property: any WritableKeyPath<Group, Bytes> & Sendable,
    from least: Bytes = .zero, upTo most: Bytes = .gigabytes(1), _ summary: String
  ) -> Field { Field(name, property, in: least...most, summary) }

  static func zipf(
    _ property: any WritableKeyPath<Group, Double> & Sendable, named name: String = "zipfExponent",
    of what: String
  ) -> Field {
    Field(name, property, in: 0...3, "Zipf exponent of \(what); Breslau et al. 1999.")
  }

  /// - Parameter source: where the default is from; empty: it is none.
  static func sigma(
    _ property: any WritableKeyPath<Group, Double> & Sendable, named name: String = "sigma",
    of what: String, _ source: String = ""
  ) -> Field {
    Field(
      name, property, in: 0...3,
      "How much \(what) differ in size: the log-normal sigma\(source.isEmpty ? "" : "; \(source)")."
    )
  }

  /// The text and the pictures of articles.
  static func documentBytes(_ property: any WritableKeyPath<Group, Bytes> & Sendable) -> Field {
    .bytes(
      "documentBytes", property, "An article's text, by the mean; the Web Almanac's median page.")
  }

  static func pictures(_ property: any WritableKeyPath<Group, Int> & Sendable) -> Field {
    Field("pictures", property, in: 0...100, "Pictures of an article, 59 kB on average.")
  }

  static func use(
    _ property: any WritableKeyPath<Group, AppUseSettings> & Sendable
  ) -> Field { Field("use", property, "How often and for how long people use the app.") }
}

extension AppUseSettings {
  /// The use of an app of another rhythm than the usual one.
  init(sessionsPerDay: Double, sessionLength: TimeSpan? = nil, edits: Bool = true) {
    self.init()
    self.sessionsPerDay = sessionsPerDay
    self.sessionLength = sessionLength ?? self.sessionLength
    self.edits = edits
  }
}

extension CacheHeaders {
  /// A lifetime, an ETag and a Last-Modified, as servers send for files.
  static func validated(maxAge: TimeSpan?) -> CacheHeaders {
    var headers = CacheHeaders()
    headers.maxAge = maxAge
    headers.hasEntityTag = true
    headers.hasLastModified = true
    return headers
  }

  /// Those of pictures: a week and validators; an assumption.
  static let picture = validated(maxAge: .days(7))
}
