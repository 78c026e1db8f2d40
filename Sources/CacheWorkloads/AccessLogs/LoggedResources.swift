internal import SimCore

/// What a log shows of the resources of its server, and which version was announced to which
/// device.
///
/// Memory: the text of each URL and 80 bytes, and about 32 bytes for each pair of device and URL.
struct LoggedResources {
  fileprivate struct Resource {
    var size: Int64
    var isSizeAssumed: Bool
    var version: UInt32
    var publishedAt: Instant
    var kind: ResourceKind
    /// A smaller size that has not been in enough responses yet.
    var candidate: SizeCandidate?
    /// When the version was published, or a 304 confirmed it last.
    var confirmedAt: Instant
    /// How many whole answers had one and the same size so far; 0: sizes differed.
    var equalAnswers = 0
  }
  fileprivate struct SizeCandidate {
    var size: Int64
    var answerCount: Int
    var since: Instant
  }
  private struct View {
    var index: ResourceIndex
    var version: UInt32
  }

  private let settings: TraceSettings
  /// New versions of which the size says nothing.
  private(set) var assumedChanges = 0
  private var resources = DenseMap<Resource?>(filling: nil)
  private var views: [UInt64: View] = [:]
  private var resourceCounts = DenseMap<UInt32>(filling: 0)
  private var sizes = RunningMedian()

  init(_ settings: TraceSettings) {
    precondition(settings.assumedSize >= .zero && settings.smallerSizeAnswers > 0)
    self.settings = settings
  }

  /// How many URLs were answered whole several times, always with the same size.
  var constantCount: Int { resources.values.count { ($0?.equalAnswers ?? 0) > 1 } }
  var unsizedCount: Int { resources.values.count { $0?.isSizeAssumed ?? false } }
  var sizedChanges: Int {
    resources.values.reduce(0) { $0 + Int($1?.version ?? 1) - 1 } - assumedChanges
  }

  mutating func observe(
    _ url: UInt32, size: Int64?, isWhole: Bool = true, at instant: Instant, kind: () -> ResourceKind
  ) {
    guard var resource = resources[url] else {
      resources[url] = Resource(
        size: size ?? sizes.value ?? settings.assumedSize.count, isSizeAssumed: size == nil,
        version: 1,
        publishedAt: instant, kind: kind(), confirmedAt: instant,
        equalAnswers: size == nil ? 0 : 1)
      if let size { sizes.add(size) }
      return
    }
    guard let size else {
      if !isWhole { resources[url]?.confirmedAt = instant }
      return
    }
    if resource.isSizeAssumed {
      sizes.add(size)
      resource.size = size
      resource.isSizeAssumed = false
      resource.equalAnswers = 1
    } else if resource.changed(at: instant, to: size, after: settings.assumedChange) {
      assumedChanges += 1
    } else {
      resource.observe(size, at: instant, needed: settings.smallerSizeAnswers)
    }
    resources[url] = resource
  }

  mutating func view(_ url: UInt32, by device: UInt32) -> (
    index: ResourceIndex, newVersion: Content?
  ) {
    guard let resource = resources[url] else { preconditionFailure("an unknown URL") }
    let key = UInt64(device) << 32 | UInt64(url)
    let known = views[key]
    if let known, known.version == resource.version { return (known.index, nil) }
    let index = known?.index ?? resourceCounts[device]
    if known == nil { resourceCounts[device] += 1 }
    views[key] = View(index: index, version: resource.version)
    var content = Content(
      version: resource.version, kind: resource.kind, size: Bytes(resource.size),
      publishedAt: resource.publishedAt)
    // A log has what was sent.
    content.isCompressible = false
    return (index, content)
  }
}

extension LoggedResources.Resource {
  /// Whether an answer of the same size is a new version, which it then has: it comes so long after
  /// the present one was published or confirmed.
  fileprivate mutating func changed(
    at instant: Instant, to seen: Int64, after interval: TimeSpan
  ) -> Bool {
    guard seen == size, interval > .zero, kind == .model || kind == .document,
      instant - confirmedAt >= interval
    else { return false }
    version += 1
    publishedAt = confirmedAt + interval
    confirmedAt = instant
    candidate = nil
    if equalAnswers > 0 { equalAnswers += 1 }
    return true
  }

  fileprivate mutating func observe(_ seen: Int64, at instant: Instant, needed: Int) {
    if seen == size {
      candidate = nil
      if equalAnswers > 0 { equalAnswers += 1 }
      return
    }
    equalAnswers = 0
    var next = LoggedResources.SizeCandidate(size: seen, answerCount: 1, since: instant)
    if let candidate, candidate.size == seen {
      next = candidate
      next.answerCount += 1
    }
    guard seen > size || next.answerCount >= needed else {
      candidate = next
      return
    }
    candidate = nil
    size = seen
    version += 1
    publishedAt = next.since
    confirmedAt = next.since
  }
}

/// The lower median of all the numbers seen so far.
struct RunningMedian {
  /// The smaller half, negated, so that its largest number is first.
  private var lower = Heap<Int64>()
  private var upper = Heap<Int64>()

  var value: Int64? { lower.first.map { -$0 } }

  mutating func add(_ number: Int64) {
    if let median = value, number > median { upper.insert(number) } else { lower.insert(-number) }
    if upper.count > lower.count, let smallest = upper.removeFirst() {
      lower.insert(-smallest)
    } else if lower.count > upper.count + 1, let largest = lower.removeFirst() {
      upper.insert(-largest)
    }
  }
}
