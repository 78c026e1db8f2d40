public import SimCore
public import Workloads

/// What a client knows of one version that it was sent: the stored response without its bytes.
public struct ResourceCopy: Sendable {
  /// The version.
  public var version: UInt32
  /// What it is.
  public var kind: ResourceKind
  /// Index into the workload's list of headers.
  public var headers: UInt16
  /// The body's size.
  public var size: Bytes
  /// The resources a screen with it needs beside it; a range of the world's parts table.
  public var parts: PartsRange
  /// When the version was published, as its `Last-Modified` says.
  public var publishedAt: Instant
  /// When the origin sent it.
  public var fetchedAt: Instant
  /// When the origin last sent or confirmed it.
  public var confirmedAt: Instant
  /// When it was last written to the tier it lies in.
  public var writtenAt: Instant

  /// Whom the origin sent it to.
  public var user: UInt16

  /// The copy that an answer with `content` makes at `instant`.
  public init(of content: Content, at instant: Instant, for user: UInt16 = 0) {
    version = content.version
    kind = content.kind
    headers = content.headers
    size = content.size
    parts = content.parts
    publishedAt = content.publishedAt
    fetchedAt = instant
    confirmedAt = instant
    writtenAt = instant
    self.user = user
  }
}
