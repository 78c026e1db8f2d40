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
  private(set) var published: PublishedVersion?
  /// Its items as the client has them, where other answers told newer ones, or the record itself as
  /// a list's item; nil: as they came.
  private var revised: [ListItem]?
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

extension ResourceCopy {
  /// What stands on a list; of a record that came as an item of a list too, that item.
  package var items: [ListItem] { revised ?? published?.items ?? [] }

  /// Puts newer items in the place of those that came. Where all is as in the version that the
  /// origin has, it is that version.
  mutating func revise(_ items: [ListItem], _ content: Content?, _ present: PublishedVersion?) {
    revised = items
    guard let content, let present, content.version > version, !present.itemWords.isEmpty,
      present.items == items, present.parts == parts
    else { return }
    version = content.version
    size = content.size
    publishedAt = content.publishedAt
    published = present
  }
}

extension DeviceSimulation {
  /// The copy with newer items, which came with other answers: what a client that stores what its
  /// answers share once shows of it. Where it then has all that the origin's present version has,
  /// it is that version.
  package mutating func revised(
    _ copy: ResourceCopy, of resource: ResourceIndex, having items: [ListItem]
  ) -> ResourceCopy {
    var copy = copy
    copy.revise(items, origin.content(of: resource), origin.version(of: resource))
    return copy
  }
}
