internal import SimCore

/// Resources that are treated alike: of one kind, with the same headers, asked for in the same way.
struct AppPartKey: Hashable {
  var kind: ResourceKind
  var method: HTTPMethod
  var headers: AppHeaders
  /// Where nothing but the age of the content gives a lifetime: the age to a factor of four.
  var ageClass: Int
  /// Whether it is more than a mebibyte, which some caches do not store.
  var isLarge: Bool
  var isAlways: Bool
  var isNamed: Bool
  var isRenewed: Bool
  var hasChanged: Bool
  var isAskedAgain: Bool
  var hasWire: Bool

  /// How differently caches treat another, in factors of e of its lifetime; nil: the two must not
  /// be mixed.
  func distance(to other: AppPartKey) -> Double? {
    guard kind == other.kind, method == other.method, isRenewed == other.isRenewed,
      hasWire == other.hasWire, (headers.status == 200) == (other.headers.status == 200)
    else { return nil }
    let far = [
      headers.noStore != other.headers.noStore, headers.noCache != other.headers.noCache,
      hasValidator != other.hasValidator, isNamed != other.isNamed, isLarge != other.isLarge,
      headers.variesByAll != other.headers.variesByAll,
    ].count { $0 }
    let near = [
      isAskedAgain != other.isAskedAgain, headers.status != other.headers.status,
    ].count { $0 }
    return Double(far) * 20 + Double(near) * 5 + abs(lifetime - other.lifetime)
      + (isAlways == other.isAlways ? 0 : 1)
  }

  private var hasValidator: Bool { headers.hasEntityTag || headers.hasLastModified }

  private var lifetime: Double {
    if headers.isAskedAlways { return 0 }
    let seconds = headers.maxAge?.seconds ?? (ageClass > 0 ? 360 * Double(1 << ageClass) : 0)
    return DeterministicMath.log(1 + seconds)
  }
}

/// How often some resources were needed, and what their answers weighed.
struct UseSums {
  /// How often a view needed one of them, how often it asked once more, and the bytes of both.
  var uses = 0.0
  var repeats = 0.0
  var bytes = 0.0
  var wire = 0.0
  var changes = 0.0
  /// How often a view needed one that the view before did not.
  var beginnings = 0.0
  /// How long after the beginnings of views they were asked for, in seconds.
  var after = 0.0

  private static let sums: [any WritableKeyPath<UseSums, Double> & Sendable] = [
    \.uses, \.repeats, \.bytes, \.wire, \.changes, \.beginnings, \.after,
  ]

  static func += (left: inout UseSums, right: UseSums) {
    for sum in sums { left[keyPath: sum] += right[keyPath: sum] }
  }

  /// Adds what an answer weighed.
  mutating func add(_ need: RecordedUse.Need) {
    if need.isChanged { changes += 1 }
    bytes += Double(need.size.count)
    wire += Double((need.wire ?? .zero).count)
  }
}

struct AppPartCount {
  var key: AppPartKey
  var use = UseSums()
  /// Different ones, each with its mean size.
  var sizes = AppProfile.Spread()
  /// Different ones a page, times its views.
  var weighted = 0.0
  /// Their ages, by bytes, in seconds.
  var ages = 0.0
  /// Of the resources, how many came from another group.
  var others = 0

  init(_ key: AppPartKey) { self.key = key }

  /// What all its answers weigh, one without a body as its header does; an assumption.
  var weight: Double { use.bytes + 500 * (use.uses + use.repeats) }

  mutating func merge(_ other: AppPartCount) {
    use += other.use
    sizes.add(other.sizes)
    weighted += other.weighted
    ages += other.ages
    others += key.headers == other.key.headers ? other.others : other.sizes.count
    key.isAlways = key.isAlways && other.key.isAlways
    key.isNamed = key.isNamed || other.key.isNamed
    key.hasChanged = key.hasChanged || other.key.hasChanged
    key.isAskedAgain = key.isAskedAgain || other.key.isAskedAgain
  }

  /// As a scenario says it.
  /// - Parameters:
  ///   - count: how many there are for a page, or in a set.
  ///   - views: how many views of the screen there were.
  ///   - uses: how often these needed one.
  func part(count: Double, views: Double, uses: Double) -> AppPart {
    var part = AppPart()
    part.kind = key.kind
    part.method = key.method
    part.count = min(max(1, Int((count - 1e-9).rounded(.up))), 1_000)
    let all = max(use.uses, 1)
    let share = uses / (Double(part.count) * max(views, 1))
    part.share = share > 1 - 1e-9 ? 1 : Self.rounded(share)
    if part.share < 1 { part.turnover = Self.rounded(use.beginnings / all) }
    part.after = min(.milliseconds(Int64(use.after / all * 1_000)), .hours(5))
    let requests = max(use.uses + use.repeats, 1)
    part.bytes = AppProfile.size(use.bytes / requests)
    if key.hasWire { part.wireBytes = AppProfile.size(use.wire / requests) }
    part.sigma = sizes.sigma
    part.headers = key.headers
    part.isNamed = key.isNamed
    part.isRenewed = key.isRenewed
    if key.hasChanged { part.changes = min(Self.rounded(use.changes / all), 1) }
    if key.isAskedAgain { part.repeats = min(Self.rounded(use.repeats / all), 1_000) }
    if key.ageClass > 0 { part.age = AppProfile.age(ages / max(use.bytes, 1)) }
    return part
  }

  private static func rounded(_ share: Double) -> Double { (share * 1e6).rounded() / 1e6 }
}

struct AppPartGroups {
  private(set) var all: [AppPartCount] = []
  private var keys: [AppPartKey] = []
  private var places: [AppPartKey: Int] = [:]

  /// How many groups of one kind a screen has; resources of the smallest take the headers of the
  /// next ones.
  private static let limit = 24

  /// How many of the lightest are asked for the one that is mixed in first.
  private static let candidates = 32

  mutating func change(_ key: AppPartKey, _ body: (inout AppPartCount) -> Void) {
    if places[key] == nil {
      places[key] = all.count
      all.append(AppPartCount(key))
      keys.append(key)
    }
    if let place = places[key] { body(&all[place]) }
  }

  mutating func merge(_ others: AppPartGroups) {
    for (other, key) in zip(others.all, others.keys) { change(key) { $0.merge(other) } }
  }

  /// The groups, of each kind no more than the limit, with those that each of them took in.
  func reduced() -> [(group: AppPartCount, keys: [AppPartKey])] {
    // What is counted may have changed what a group says of itself, but not where it is found.
    var groups = zip(all, keys).map { (group: $0, keys: [$1]) }
    for kind in ResourceKind.allCases {
      while let (from, into) = Self.nearest(groups.map(\.group), of: kind) {
        groups[into].group.merge(groups[from].group)
        groups[into].keys += groups[from].keys
        groups.remove(at: from)
      }
    }
    return groups
  }

  private static func nearest(
    _ groups: [AppPartCount], of kind: ResourceKind
  ) -> (from: Int, into: Int)? {
    let order = groups.indices.filter { groups[$0].key.kind == kind }
      .sorted { (groups[$0].weight, $0) < (groups[$1].weight, $1) }
    guard order.count > limit else { return nil }
    var best: (cost: Double, from: Int, into: Int)?
    // What weighs the most is what the others are mixed into.
    for (number, from) in order.prefix(candidates).enumerated() {
      for into in order.dropFirst(number + 1) {
        guard let distance = groups[into].key.distance(to: groups[from].key) else { continue }
        let cost = groups[from].weight * (0.1 + distance)
        if cost < best?.cost ?? .infinity { best = (cost, from, into) }
      }
    }
    return best.map { ($0.from, $0.into) }
  }
}

struct AppScreenCount {
  var name: String
  var kind: ResourceKind
  var method: HTTPMethod
  var headers: AppHeaders
  /// Its views.
  var use = UseSums()
  var first = 0
  /// Different pages of all devices, and the devices that saw one.
  var pages = 0
  var devices = 0
  var hasWire = true
  var ages = 0.0
  var sizes = AppProfile.Spread()
  var watched = 0.0
  var parts = AppPartGroups()
  /// What other pages need as well, which is counted for all screens together; here how often.
  var sharedUses: [AppPartKey: Double] = [:]

  var views: Double { use.uses }

  mutating func merge(_ other: AppScreenCount) {
    if other.use.bytes > use.bytes {
      (kind, method, headers) = (other.kind, other.method, other.headers)
    }
    use += other.use
    first += other.first
    pages += other.pages
    devices = max(devices, other.devices)
    hasWire = hasWire && other.hasWire
    ages += other.ages
    sizes.add(other.sizes)
    watched += other.watched
    parts.merge(other.parts)
    sharedUses.merge(other.sharedUses) { $0 + $1 }
  }
}
