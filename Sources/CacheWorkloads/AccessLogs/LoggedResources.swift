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

  /// Adds what one response shows of a URL.
  /// - Parameter size: the body's size where the response has it.
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
      resource.observe(size, at: instant, needed: smallerSizeAnswers)
    }
    resources[place] = resource
  }

  /// The index of a URL on a device, and the version that has not been announced to it yet.
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
  /// Adds the size of a response: the same, or a new version's.
  fileprivate mutating func observe(_ seen: Int64, at instant: Instant, needed: Int) {
    if seen == size {
      candidate = nil
      return
    }
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
  }
}

/// The lower median of all the numbers seen so far.
struct RunningMedian {
  /// The smaller half, negated, so that its largest number is first.
  private var lower = Heap<Int64>()
  private var upper = Heap<Int64>()

  /// The lower median; nil before the first number.
  var value: Int64? { lower.first.map { -$0 } }

  /// Adds a number.
  /// - Complexity: O(log n).
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
