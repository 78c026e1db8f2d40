public import CacheWorkloads
public import SimCore

/// What a client knows of one version that it was sent: the stored response without its bytes.
public struct ResourceCopy: Sendable {
  /// The version.
  public var version: UInt32
  /// What it is.
  public var kind: ResourceKind
  /// Index into the workload's list of headers.
  public var headers: UInt16
  /// The answer's status: 200, or a redirect or an error that a trace has recorded.
  package internal(set) var status: UInt16 = 200
  package internal(set) var method = HTTPMethod.get
  /// Whether it is a picture that the client has made as large as its view.
  var isResized = false
  /// The body's size.
  public var size: Bytes
  /// What it shares with the other copies of this version; nil: there is nothing.
  let published: PublishedVersion?
  /// When the version was published, as its `Last-Modified` says.
  public var publishedAt: Instant
  /// When the origin sent it.
  public var fetchedAt: Instant
  /// When the origin last sent or confirmed it.
  public var confirmedAt: Instant
  /// When it was last written to the tier it lies in.
  public var writtenAt: Instant

  /// The user that the origin sent it to.
  public var user: UInt16

  /// The copy that an answer with `content` makes at `instant`.
  init(
    of content: Content, _ published: PublishedVersion? = nil, at instant: Instant,
    for user: UInt16 = 0
  ) {
    version = content.version
    kind = content.kind
    headers = content.headers
    method = content.method
    size = content.size
    self.published = published
    publishedAt = content.publishedAt
    fetchedAt = instant
    confirmedAt = instant
    writtenAt = instant
    self.user = user
  }

  /// Whether it is an answer that an app's own cache stores: one to a GET, and no redirect and no
  /// error.
  package var isSuccess: Bool { (200..<300).contains(status) && method == .get }

  /// The resources that a screen with it needs beside it.
  public var parts: [ResourceIndex] { published?.parts ?? [] }
}
