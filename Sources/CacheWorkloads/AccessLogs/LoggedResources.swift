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

  private let assumedSize: Int64
  private let smallerSizeAnswers: Int
  private let changeInterval: TimeSpan
  /// New versions of which the size says nothing.
  private(set) var assumedChanges = 0
  private var resources: [Resource?] = []
  private var views: [UInt64: View] = [:]
  private var resourceCounts: [UInt32] = []
  private var sizes = RunningMedian()

  init(_ settings: TraceSettings) {
    precondition(settings.assumedSize >= .zero && settings.smallerSizeAnswers > 0)
    assumedSize = settings.assumedSize.count
    smallerSizeAnswers = settings.smallerSizeAnswers
    changeInterval = settings.assumedChange
  }

  /// How many URLs were answered whole several times, always with the same size.
  var constantCount: Int { resources.count { ($0?.equalAnswers ?? 0) > 1 } }
  var unsizedCount: Int { resources.count { $0?.isSizeAssumed ?? false } }
  /// How many versions were read off sizes, the first ones left out.
  var sizedChanges: Int {
    resources.reduce(0) { $0 + Int($1?.version ?? 1) - 1 } - assumedChanges
  }

  var pairCount: Int { views.count }

  mutating func observe(
    _ url: UInt32, size: Int64?, isWhole: Bool = true, at instant: Instant,
    kind: () -> ResourceKind
  ) {
    let place = Int(url)
    while place >= resources.count { resources.append(nil) }
    guard var resource = resources[place] else {
      resources[place] = Resource(
        size: size ?? sizes.value ?? assumedSize, isSizeAssumed: size == nil, version: 1,
        publishedAt: instant, kind: kind(), confirmedAt: instant,
        equalAnswers: size == nil ? 0 : 1)
      if let size { sizes.add(size) }
      return
    }
    guard let size else {
      if !isWhole { resources[place]?.confirmedAt = instant }
      return
    }
    if resource.isSizeAssumed {
      sizes.add(size)
      resource.size = size
      resource.isSizeAssumed = false
      resource.equalAnswers = 1
    } else if resource.changed(at: instant, to: size, after: changeInterval) {
      assumedChanges += 1
    } else {
      resource.observe(size, at: instant, needed: smallerSizeAnswers)
    }
    resources[place] = resource
  }

  mutating func view(_ url: UInt32, by device: UInt32) -> (
    index: ResourceIndex, newVersion: Content?
  ) {
    guard let resource = resources[Int(url)] else { preconditionFailure("an unknown URL") }
    if device >= resourceCounts.count { resourceCounts.append(0) }
    let key = UInt64(device) << 32 | UInt64(url)
    let known = views[key]
    if let known, known.version == resource.version { return (known.index, nil) }
    let index = known?.index ?? resourceCounts[Int(device)]
    if known == nil { resourceCounts[Int(device)] += 1 }
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
    if let median = value, number > median {
      upper.insert(number)
    } else {
      lower.insert(-number)
    }
    if upper.count > lower.count, let smallest = upper.removeFirst() {
      lower.insert(-smallest)
    } else if lower.count > upper.count + 1, let largest = lower.removeFirst() {
      upper.insert(-largest)
    }
  }
}
