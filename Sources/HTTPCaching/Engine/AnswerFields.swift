/// What an answer's header says of its age and freshness, read once, in numbers.
struct AnswerFields: Sendable {
  /// What `Expires` says.
  enum Expiry: Sendable {
    case unsaid
    /// What is no date is in the past, above all "0" (RFC 9111 §5.3).
    case past
    /// Seconds since 1970.
    case at(Int64)
  }

  var control: CacheControl
  /// `Date` in seconds since 1970; nil where there is no readable one.
  var date: Int64?
  var expires = Expiry.unsaid
  /// `Last-Modified` in seconds since 1970; nil where there is no readable one.
  var lastModified: Int64?
  /// `Age` in seconds; nil where it says none.
  var age: Int64?
  /// Whether the answer can be asked about: it has an `ETag` or a `Last-Modified`, readable or not.
  var hasValidator: Bool

  /// Reads the lines.
  /// - Parameter now: the reader's seconds since 1970; decides the century of two-digit years.
  /// - Complexity: O(bytes).
  init(_ headers: HeaderLines, now: Int64) {
    control = CacheControl(headers.values(of: "cache-control"))
    date = headers["date"].flatMap { FieldDate.seconds($0, now: now) }
    if let written = headers["expires"] {
      expires = FieldDate.seconds(written, now: now).map(Expiry.at) ?? .past
    }
    lastModified = headers["last-modified"].flatMap { FieldDate.seconds($0, now: now) }
    age = AgeField.seconds(headers)
    hasValidator = headers.contains("etag") || headers.contains("last-modified")
  }
}
