package import SimCore

/// A resource as one device knows it: a dense index, 0 for the first that is published to it.
package typealias ResourceIndex = UInt32

/// What a resource is, as a person would say it.
package enum ResourceKind: UInt8, Sendable, CaseIterable {
  /// A screen's model: a timeline page, a menu, a place.
  case model
  /// The text of an article.
  case document
  /// A picture beside the text.
  case image
  /// A small picture that many screens share.
  case avatar
  /// A style sheet, a script or a font: what a page needs to look right.
  case support
  /// Anything else a trace asks for.
  case other
}

/// One version of a resource: all that an origin's answer carries.
package struct Content: Sendable {
  /// 1 for the first version, then counting up.
  package var version: UInt32
  /// What it is.
  package var kind: ResourceKind
  /// Which of the device's hosts serves it.
  package var host: UInt16
  /// Index into the workload's list of headers.
  package var headers: UInt16
  /// The body's size.
  package var size: Bytes
  /// When this version was published; may lie before the event that tells of it.
  package var publishedAt: Instant
  /// The resources that a screen with this content needs beside it, as a range of a parts table.
  package var parts: PartsRange

  /// Makes a version.
  package init(
    version: UInt32, kind: ResourceKind, host: UInt16 = 0, headers: UInt16 = 0, size: Bytes,
    publishedAt: Instant, parts: PartsRange = .none
  ) {
    self.version = version
    self.kind = kind
    self.host = host
    self.headers = headers
    self.size = size
    self.publishedAt = publishedAt
    self.parts = parts
  }
}

/// A run of entries of a parts table.
package struct PartsRange: Hashable, Sendable {
  /// The first entry.
  package var start: UInt32
  /// How many entries.
  package var count: UInt32

  /// Makes a run.
  package init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }

  /// No parts.
  package static let none = PartsRange(start: 0, count: 0)
  /// The entries' indices.
  package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
