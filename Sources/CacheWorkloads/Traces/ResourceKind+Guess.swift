extension ResourceKind {
  /// What a URL's path most likely leads to, by its ending.
  init(path: some BidirectionalCollection<UInt8>) {
    let end = path.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = path[..<(end ?? path.endIndex)]
    let name = path.suffix(while: { $0 != UInt8(ascii: "/") })
    let ending = name.suffix(while: { $0 != UInt8(ascii: ".") })
    if ending.count == name.count {
      self = .document
    } else {
      self = Self.byEnding[String(decoding: ending, as: UTF8.self).lowercased()] ?? .other
    }
  }

  /// What a media type says that a body is; nil when it says nothing that is known here.
  init?(mediaType: some StringProtocol) {
    let name = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
    if name.hasPrefix("image/") {
      self = .image
    } else if name == "text/html" || name == "application/xhtml+xml" {
      self = .document
    } else if name == "text/css" || name.hasSuffix("javascript") || name.contains("font") {
      self = .support
    } else if name.hasSuffix("json") || name.hasSuffix("xml") {
      self = .model
    } else if name.isEmpty {
      return nil
    } else {
      self = .other
    }
  }

  private static let byEnding: [String: ResourceKind] = [
    "html": .document, "htm": .document, "shtml": .document, "xhtml": .document,
    "php": .document, "asp": .document, "aspx": .document, "jsp": .document,
    "png": .image, "jpg": .image, "jpeg": .image, "gif": .image, "xbm": .image,
    "ico": .image, "svg": .image, "webp": .image, "bmp": .image,
    "css": .support, "js": .support, "woff": .support, "woff2": .support, "ttf": .support,
    "json": .model, "xml": .model, "rss": .model, "atom": .model, "rdf": .model,
  ]
}

extension BidirectionalCollection {
  /// The longest end of which each element fulfils a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { formIndex(before: &start) }
    return self[start...]
  }
}
