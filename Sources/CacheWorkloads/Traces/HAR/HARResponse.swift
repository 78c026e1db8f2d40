internal import SimCore

/// The answer of a capture's entry: its sizes and the header fields that matter to a cache.
struct HARResponse {
  let headers: CacheHeaders
  /// The `ETag` without its mark of weakness (weak comparison, RFC 9110, section 8.8.3.2).
  let entityTag: String?
  /// The `Last-Modified`, in seconds since 1970.
  let lastModified: Int64?
  /// What the body is by its media type.
  let kind: ResourceKind?

  private let contentSize: Int64?
  private let bodySize: Int64?
  private let contentLength: Int64?
  /// The field that tells a size which no body has; nil: none does.
  let unbelievedSize: String?

  init(_ response: JSON, receivedSeconds: Int64) {
    let fields = Self.fields(response)
    func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    var headers = CacheHeaders(fields: fields, receivedSeconds: receivedSeconds)
    headers.recorded = fields.filter { Self.decisive.contains($0.name) }
      .map { RecordedField($0.name, $0.value) }
    self.headers = headers
    let tag = first("etag").map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    entityTag = tag?.isEmpty == false ? tag : nil
    lastModified = first("last-modified").flatMap { HTTPDate.seconds($0, now: receivedSeconds) }
    let mediaType = response["content"]?["mimeType"]?.string ?? ""
    kind = ResourceKind(mediaType: mediaType.isEmpty ? first("content-type") ?? "" : mediaType)
    let length = first("content-length")
    let told: [(name: String, size: Double?)] = [
      ("response.content.size", response["content"]?["size"]?.real),
      ("response.bodySize", response["bodySize"]?.real),
      ("Content-Length", length.flatMap(Self.decimal)),
    ]
    unbelievedSize =
      told.first { $0.size.map { $0 > Double(TraceNumber.largestBody) } ?? false }?
      .name
    contentSize = Self.size(response["content"]?["size"]?.integer)
    bodySize = Self.size(response["bodySize"]?.integer)
    contentLength = Self.size(length.flatMap { Int64($0) })
  }

  /// The body's size; nil when no field tells it.
  ///
  /// Uncompressed: `content.size`, then `bodySize`, then `Content-Length`. Transferred: `bodySize`,
  /// then `Content-Length`, then `content.size`. Browsers write -1 and also 0 where they do not
  /// know, so a 0 counts only when none of the fields says more.
  func size(_ rule: TraceSettings.BodySize) -> Int64? {
    let sizes =
      switch rule {
      case .uncompressed: [contentSize, bodySize, contentLength]
      case .transferred: [bodySize, contentLength, contentSize]
      }
    let told = sizes.compactMap { $0 }
    return told.first { $0 > 0 } ?? told.first
  }

  /// The fields of an answer that a cache's decisions depend on, but for the dates that move with
  /// the clock.
  private static let decisive = [
    "age", "cache-control", "content-language", "etag", "last-modified", "vary",
  ]

  /// The lines of a message's header: names in lower case, and values, in order.
  ///
  /// Browsers write several lines of one name as one with breaks.
  static func fields(_ message: JSON?) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    for header in message?["headers"]?.elements ?? [] {
      guard let name = header["name"]?.string?.lowercased(), let value = header["value"]?.string,
        !name.hasPrefix(":")
      else { continue }
      let parts = value.split(separator: "\n")
      for part in parts { fields.append((name, String(part))) }
      if parts.isEmpty { fields.append((name, "")) }
    }
    return fields
  }

  /// A number of digits alone, however many; nil for anything else.
  private static func decimal(_ text: String) -> Double? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { TraceNumber.digit($0) != nil }
    return isNumber ? Double(text) : nil
  }

  private static func size(_ number: Int64?) -> Int64? {
    guard let number, (0...TraceNumber.largestBody).contains(number) else { return nil }
    return number
  }
}
