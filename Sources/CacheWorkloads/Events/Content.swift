public import SimCore

/// A resource as one device knows it: a dense index, 0 for the first that is published to it.
public typealias ResourceIndex = UInt32

/// What kind of content a resource has.
public enum ResourceKind: UInt8, Sendable, CaseIterable {
  /// A screen's model: a timeline page, a menu, a place.
  case model
  /// The text of an article.
  case document
  /// A picture that goes with the text.
  case image
  /// A small picture that many screens share.
  case avatar
  /// A style sheet, a script or a font: what a page needs to look right.
  case support
  /// Anything else that a trace requests.
  case other
  /// Sound or moving pictures.
  case media
}

/// One version of a resource: all that an origin's answer carries.
public struct Content: Hashable, Sendable {
  /// 1 for the first version, then counting up.
  package var version: UInt32
  package var kind: ResourceKind
  /// Whether it is a list that leads to the records, and no record itself.
  package var isList: Bool
  /// Whether a text travels compressed; not where a trace has recorded what travelled.
  package var isCompressible = true
  /// The method of requests for it; no cache stores answers to others than GET.
  package var method = HTTPMethod.get
  /// What the body weighed on its way, where a trace has recorded it beside `size`; nil: the
  /// origin's settings say it.
  package var wireSize: Bytes?
  /// How long the origin took, where a trace has recorded it; nil: the origin's settings say it.
  package var serverTime: TimeSpan?
  /// Which of the device's hosts serves it.
  package var host: UInt16
  /// Index into the workload's list of headers.
  package var headers: UInt16
  /// Of which screen it is the main content: the number of its name, from 1, among those that the
  /// workload gives; 0: it is told by its kind alone.
  package var screen: UInt16 = 0
  /// The body's size, as it is stored; what it weighs on its way is the origin's to say.
  package var size: Bytes
  /// When this version was published; may lie before the event that announces it.
  package var publishedAt: Instant
  /// The subresources that a screen with this content needs, as a range of a parts table.
  package var parts: PartsRange
  /// Of a list: what stands on it, as a range of the same table; none: it is not said.
  package var items = ItemsRange.none
  /// Of a page of a list: the page behind it, which the client learns with this one.
  package var next: ResourceIndex?
  /// Of another method than GET: the resource of the same address that GET brings, which requests
  /// may change; nil: there is none.
  package var target: ResourceIndex?
  package var requestSize: UInt32 = 0
  /// Of a segment of media: how many milliseconds it plays; 0: it is none.
  package var playingTime: UInt32 = 0

  /// Makes a version.
  package init(
    version: UInt32, kind: ResourceKind, host: UInt16 = 0, headers: UInt16 = 0, size: Bytes,
    publishedAt: Instant, parts: PartsRange = .none, isList: Bool = false
  ) {
    self.version = version
    self.kind = kind
    self.isList = isList
    self.host = host
    self.headers = headers
    self.size = size
    self.publishedAt = publishedAt
    self.parts = parts
  }
}

package enum HTTPMethod: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case options = "OPTIONS"
  case patch = "PATCH"
  case trace = "TRACE"
  case connect = "CONNECT"
  case other
}

extension HTTPMethod: WordSettingValue {}

/// A run of entries of a parts table.
public struct PartsRange: Hashable, Sendable {
  @usableFromInline package var start: UInt32
  @usableFromInline package var count: UInt32

  package init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }

  init(appending list: some Collection<ResourceIndex>, to table: inout [ResourceIndex]) {
    start = UInt32(table.count)
    table.append(contentsOf: list)
    count = UInt32(table.count) - start
  }

  package static let none = PartsRange(start: 0, count: 0)
  @inlinable package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// What stands on a list at one place: an item, as the list's origin tells its versions apart.
package struct ListItem: Hashable, Sendable {
  /// The item: the main resource of the record that it leads to, or a number of its own from
  /// `firstWithoutRecord` on.
  package var id: UInt32
  package var version: UInt32
  /// What it weighs on the list, in bytes.
  package var size: UInt32

  /// Where the numbers begin of items that lead to no record.
  package static let firstWithoutRecord: UInt32 = 1 << 31

  package init(id: UInt32, version: UInt32 = 1, size: Bytes) {
    self.init(id: id, version: version, bytes: UInt32(clamping: size.count))
  }

  fileprivate init(id: UInt32, version: UInt32, bytes: UInt32) {
    (self.id, self.version, size) = (id, version, bytes)
  }
}

/// The items of a list, as a run of a parts table of which each item takes three entries.
package struct ItemsRange: Hashable, Sendable {
  fileprivate var entries: PartsRange

  package static let none = ItemsRange(entries: .none)
  private static let zeros = [ResourceIndex](repeating: 0, count: 256)
  package var isEmpty: Bool { entries.count == 0 }
  var count: Int { Int(entries.count) / 3 }

  /// The item at a place of the list, 0 at its top.
  func item(_ place: Int, in table: [ResourceIndex]) -> ListItem {
    let start = Int(entries.start) + 3 * place
    return ListItem(id: table[start], version: table[start + 1], bytes: table[start + 2])
  }

  package init(appending items: some Collection<ListItem>, to table: inout [ResourceIndex]) {
    entries = PartsRange(start: UInt32(table.count), count: UInt32(3 * items.count))
    // Copied zeros take a seventh of the instructions of repeated ones.
    var missing = 3 * items.count
    while missing > 0 {
      let count = min(missing, Self.zeros.count)
      table.append(contentsOf: Self.zeros[..<count])
      missing -= count
    }
    var words = table.mutableSpan
    var place = Int(entries.start)
    for item in items {
      words[place] = item.id
      words[place + 1] = item.version
      words[place + 2] = item.size
      place += 3
    }
  }

  package init(
    copying range: ItemsRange, from table: [ResourceIndex], to other: inout [ResourceIndex]
  ) {
    guard !range.isEmpty else {
      self = .none
      return
    }
    entries = PartsRange(start: UInt32(other.count), count: range.entries.count)
    other.append(contentsOf: table[range.entries.indices])
  }

  /// So many items from a place among others on.
  init(
    copying count: Int, at place: Int, of items: [UInt32], to table: inout [ResourceIndex]
  ) {
    entries = PartsRange(start: UInt32(table.count), count: UInt32(3 * count))
    table.append(contentsOf: items[3 * place..<3 * (place + count)])
  }

  private init(entries: PartsRange) { self.entries = entries }

  package func items(in table: [ResourceIndex]) -> [ListItem] {
    Self.items(of: table[entries.indices])
  }

  /// The entries of the table as they are, to be read when the items are asked for.
  package func words(in table: [ResourceIndex]) -> [ResourceIndex] {
    Array(table[entries.indices])
  }

  package static func items(of words: ArraySlice<ResourceIndex>) -> [ListItem] {
    stride(from: words.startIndex, to: words.endIndex, by: 3).map {
      ListItem(id: words[$0], version: words[$0 + 1], bytes: words[$0 + 2])
    }
  }
}

/// What the origin says about storing its answer: the part of the header that decides freshness.
///
/// What differs from answer to answer, `Date`, the version's `ETag` and its `Last-Modified`, comes
/// from the clock and the version; HTTP says all times in whole seconds.
public struct CacheHeaders: Hashable, Sendable {
  /// `Cache-Control: no-store`.
  public var noStore = false
  /// `Cache-Control: no-cache`: store, but ask before each reuse.
  public var noCache = false
  /// `Cache-Control: must-revalidate`: never use it stale.
  public var mustRevalidate = false
  /// `Cache-Control: immutable`: it never changes while it is fresh (RFC 8246).
  public var immutable = false
  /// `Cache-Control: private`: for the user's own cache alone, and none on the way.
  public var isPrivate = false
  /// `Cache-Control: max-age`; nil: not said.
  public var maxAge: TimeSpan?
  /// `Cache-Control: s-maxage`, for caches that users share; nil: not said.
  public var sharedMaxAge: TimeSpan?
  /// `Cache-Control: stale-while-revalidate` (RFC 5861); nil: not said.
  public var staleWhileRevalidate: TimeSpan?
  /// `Cache-Control: stale-if-error` (RFC 5861); nil: not said.
  public var staleIfError: TimeSpan?
  /// `Expires` minus `Date`; nil: not said.
  public var expiresAfter: TimeSpan?
  /// `Age`: how long a cache on the way had had the answer; nil: not said.
  public var age: TimeSpan?
  /// The answer carries an `ETag`.
  public var hasEntityTag = false
  /// The answer carries a `Last-Modified`.
  public var hasLastModified = false
  /// `Vary`: the request fields that choose among several answers; nil: not said.
  public var vary: String?
  /// The answers' status: 200, or a recorded redirect or error, which an HTTP cache may store
  /// (RFC 9111, section 3) and no other cache does. Neither 206 nor 304.
  package var status: UInt16 = 200
  /// The lines as they were recorded, in place of those that the rest would make: all that matter
  /// to a cache but `Date` and `Expires`, which move with the clock; nil: nothing was recorded.
  package var recorded: [RecordedField]?

  /// Headers without any directive.
  public init() {}
}

/// A line of a recorded header.
package struct RecordedField: Hashable, Sendable {
  /// The field's name in lower case.
  package var name: String
  /// Its value as it was sent.
  package var value: String

  /// Makes a line.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension ResourceKind {
  /// The kind of content that a URL's path most likely names, by its ending.
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

  /// The kind of content of a media type; nil when the type is not known here.
  init?(mediaType: some StringProtocol) {
    let name = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
    if name.hasPrefix("image/") {
      self = .image
    } else if name.hasPrefix("audio/") || name.hasPrefix("video/") || name.hasSuffix("mpegurl") {
      self = .media
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
    "mp3": .media, "m4a": .media, "aac": .media, "ogg": .media, "opus": .media, "wav": .media,
    "flac": .media, "mp4": .media, "m4v": .media, "m4s": .media, "mov": .media, "webm": .media,
    "avi": .media, "mpg": .media, "mpeg": .media, "m3u8": .media,
    "json": .model, "xml": .model, "rss": .model, "atom": .model, "rdf": .model,
  ]
}

extension BidirectionalCollection {
  fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { formIndex(before: &start) }
    return self[start...]
  }
}

extension ResourceKind: SettingValue {
  private static let names = allCases.map { "\($0)" }

  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> ResourceKind? {
    CatalogName.read(json, path: path, "kind of resource", among: names, &problems)
      .flatMap { names.firstIndex(of: $0) }.map { allCases[$0] }
  }
  public var json: JSON { JSON("\(self)") }
  public static var schema: JSON { CatalogName.schema(names) }
}
