package import SimCore

/// What a browser's cache did with a captured request.
package enum HARDeed: String, CaseIterable, Sendable {
  /// Answered it from what it held.
  case used
  /// Asked the origin whether what it held is still right.
  case validated
  /// Asked the origin for all of it.
  case loaded

  /// The fields that make a request conditional.
  package static let conditions = [
    "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
  ]

  /// Reads it from an entry of a capture.
  ///
  /// A request with a condition, or a 304, was asked about. An answer came from the cache when the
  /// entry says so (`_fromCache`), when nothing was transferred for it (`_transferSize` 0, Chrome),
  /// or when the cache is named (`cache.afterRequest`) and no bytes of a content that is not empty
  /// were moved (Firefox).
  package init(_ entry: JSON) {
    let response = entry["response"]
    let isConditional = (entry["request"]?["headers"]?.elements ?? []).contains { header in
      header["name"]?.string.map { Self.conditions.contains($0.lowercased()) } ?? false
    }
    let isFromCache =
      entry["_fromCache"]?.string != nil || response?["_transferSize"]?.integer == 0
      || (entry["cache"]?["afterRequest"] != nil && response?["bodySize"]?.integer == 0
        && (response?["content"]?["size"]?.integer ?? 0) > 0)
    self =
      response?["status"]?.integer == 304 || isConditional
      ? .validated : isFromCache ? .used : .loaded
  }
}
