internal import SimCore

/// What a log tells of the resources of its server, and which device knows which version.
///
/// Memory: the text of each URL and 80 bytes, and about 32 bytes for each pair of device and URL.
struct LoggedResources {
  fileprivate struct Resource {
    var size: Int64
    var isSizeAssumed: Bool
    var version: UInt32
    var publishedAt: Instant
    var kind: ResourceKind
    /// A smaller size that has not been told often enough yet.
    var rumour: Rumour?
  }
  fileprivate struct Rumour {
    var size: Int64
    var answerCount: Int
    var since: Instant
  }
  private struct View {
    var index: ResourceIndex
    var version: UInt32
  }

  private let assumedSize: Int64
  private let smallerSizeAnswers: Int
  private var resources: [Resource?] = []
  private var views: [UInt64: View] = [:]
  private var resourceCounts: [UInt32] = []
  private var sizes = RunningMedian()

  init(_ settings: TraceSettings) {
    precondition(settings.assumedSize >= .zero && settings.smallerSizeAnswers > 0)
    assumedSize = settings.assumedSize.count
    smallerSizeAnswers = settings.smallerSizeAnswers
  }

  /// How many pairs of device and URL there are.
  var pairCount: Int { views.count }

  /// Takes in what one answer says about a URL.
  /// - Parameter size: the body's size where the answer tells it.
  mutating func observe(
    _ url: UInt32, size: Int64?, at instant: Instant, kind: () -> ResourceKind
  ) {
    let place = Int(url)
    while place >= resources.count { resources.append(nil) }
    guard var resource = resources[place] else {
      resources[place] = Resource(
        size: size ?? sizes.value ?? assumedSize, isSizeAssumed: size == nil, version: 1,
        publishedAt: instant, kind: kind())
      if let size { sizes.add(size) }
      return
    }
    guard let size else { return }
    if resource.isSizeAssumed {
      sizes.add(size)
      resource.size = size
      resource.isSizeAssumed = false
    } else {
      resource.hear(size, at: instant, needed: smallerSizeAnswers)
    }
    resources[place] = resource
  }

  /// The index under which a device knows a URL, and the version it has not been told of yet.
  mutating func view(_ url: UInt32, by device: UInt32) -> (index: ResourceIndex, news: Content?) {
    guard let resource = resources[Int(url)] else { preconditionFailure("an unknown URL") }
    if device >= resourceCounts.count { resourceCounts.append(0) }
    let key = UInt64(device) << 32 | UInt64(url)
    let known = views[key]
    if let known, known.version == resource.version { return (known.index, nil) }
    let index = known?.index ?? resourceCounts[Int(device)]
    if known == nil { resourceCounts[Int(device)] += 1 }
    views[key] = View(index: index, version: resource.version)
    let content = Content(
      version: resource.version, kind: resource.kind, size: Bytes(resource.size),
      publishedAt: resource.publishedAt)
    return (index, content)
  }
}

extension LoggedResources.Resource {
  /// An answer tells a size: the same, or a new version's.
  fileprivate mutating func hear(_ told: Int64, at instant: Instant, needed: Int) {
    if told == size {
      rumour = nil
      return
    }
    var heard = LoggedResources.Rumour(size: told, answerCount: 1, since: instant)
    if let rumour, rumour.size == told {
      heard = rumour
      heard.answerCount += 1
    }
    guard told > size || heard.answerCount >= needed else {
      rumour = heard
      return
    }
    rumour = nil
    size = told
    version += 1
    publishedAt = heard.since
  }
}
