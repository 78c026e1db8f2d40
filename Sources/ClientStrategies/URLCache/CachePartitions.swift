internal import CacheWorkloads
internal import ClientSimulation
package import SimCore

/// A top-level site: 1 for the first host of a device; 0 where the cache is not partitioned.
typealias Site = UInt32

/// The keys of a partitioned cache's answers, numbered as they are first asked for.
///
/// Tables of keys are dense. A resource that had a key for each top-level site there could be would
/// use up the numbers that a key has; those of pairs that were ever asked for are as many as the
/// cache has met.
struct CachePartitions: Sendable {
  /// An answer that a key stands for.
  struct Place: Hashable, Sendable {
    var resource: ResourceIndex
    var site: Site
    /// Among the users whose answers are told apart, or the variants of a recorded answer; 0: they
    /// are not.
    var user: ObjectKey
  }

  private var keys: [Place: ObjectKey] = [:]
  /// By key.
  private var places: [Place] = []

  /// The key of an answer; a new one is the next number.
  /// - Complexity: O(1).
  mutating func key(of place: Place) -> (key: ObjectKey, isNew: Bool) {
    if let key = keys[place] { return (key, false) }
    let key = ObjectKey(places.count)
    places.append(place)
    keys[place] = key
    return (key, true)
  }

  /// What a key stands for. - Complexity: O(1).
  subscript(key: ObjectKey) -> Place { places[Int(key)] }
}

/// What other sites store in the cache that the app's answers lie in.
package struct OtherSites: Settings {
  package var bytesPerHour = Bytes.zero
  package var rateSigma = 0.0
  package var objectBytes = Bytes.kilobytes(35)

  package init() {}
  package static let fields: [Field<OtherSites>] = [
    Field(
      "bytesPerHour", \.bytesPerHour, in: .zero...(.gigabytes(1)),
      "How much other sites store in the cache in an hour, by day and by night, by the mean over "
        + "users. Neither what it takes to write it nor the bytes that it holds count as the app's."
    ),
    Field(
      "rateSigma", \.rateSigma, in: 0...3, "How much users differ in that: the log-normal sigma."),
    Field(
      "objectBytes", \.objectBytes, in: .kilobytes(1)...(.gigabytes(1)),
      "The size of each answer, by the mean of an exponential law; 35 kB, the Web Almanac's median "
        + "page on a phone by its requests: 2,311 kB over 66 (2024)."),
  ]
}

/// The answers of other sites that come into the cache while the app is used or not: a Poisson
/// process, drawn apart from all else.
struct OtherSitesTraffic: Sendable {
  private var random: SeededGenerator
  /// Seconds between two answers; nil: there are none.
  private let gap: Double?
  private let mean: Double
  private var next = Instant.start

  init(_ settings: OtherSites, seed: UInt64, device: UInt32) {
    random = SeededGenerator(seed: seed, purpose: .device, entity: UInt64(device), attempt: 1 << 32)
    mean = Double(settings.objectBytes.count)
    let perHour = random.logNormal(
      mean: Double(settings.bytesPerHour.count), sigma: settings.rateSigma)
    gap = perHour > 0 ? 3_600 * mean / perHour : nil
    advance()
  }

  var isNothing: Bool { gap == nil }

  private mutating func advance() {
    guard let gap else { return }
    // Longer than any simulation, and far from the end of what an instant can hold.
    let seconds = min(random.exponential(mean: gap), 1e9)
    next = next + TimeSpan(rounding: seconds)
  }

  /// Passes over what came so long ago that as much as `size` has come since.
  mutating func skip(keeping size: Bytes, until now: Instant) {
    guard let gap else { return }
    let seconds = Double(size.count) / mean * gap
    guard seconds < (now - next).seconds else { return }
    next = now - TimeSpan(rounding: seconds)
  }

  /// The size of the next answer that has come until an instant; nil: there is none.
  mutating func take(until now: Instant) -> Bytes? {
    guard gap != nil, next <= now else { return nil }
    advance()
    return max(Bytes(1), Bytes(rounding: random.exponential(mean: mean)))
  }
}

extension URLCache {
  /// Stores what came from other sites since the cache was last looked at.
  mutating func admitOtherSites(in simulation: inout DeviceSimulation) {
    guard !others.isNothing else { return }
    // Four times as much as fits leaves nothing of what was there before.
    let capacity = max(options.usableDisk, options.memoryLimit)
    others.skip(keeping: Bytes(4 * min(capacity.count, .max / 8)), until: simulation.now)
    while let size = others.take(until: simulation.now) {
      guard size <= options.largestAnswer else { continue }
      if options.whenFull == .empty,
        simulation.cost(in: disk) + size > options.usableDisk, size <= options.usableDisk
      {
        emptyTiers(in: &simulation) { _, _ in true }
      }
      for tier in [memory, disk] {
        simulation.storeOfOthers(size, in: tier)
        discardEvicted(from: tier, in: &simulation)
      }
    }
  }
}
