package import SimCore

struct Revisits: WorkloadGenerator {
  struct Options: Settings {
    var resources = 20
    var visits = 2
    var hours = RevisitAges.chrome
    var headers: AppHeaders = {
      var headers = AppHeaders()
      headers.maxAge = .hours(1)
      return headers
    }()
    var bytes = Bytes.kilobytes(59)
    var sigma = 0.0
    var viewTime = TimeSpan.seconds(1)

    static let fields: [Field<Options>] = [
      Field("resources", \.resources, in: 1...10_000, "Resources of a device."),
      Field(
        "visits", \.visits, in: 1...10_000,
        "How often each is visited. With more than 2, an answer that was still fresh is older at "
          + "the next visit than the time since the last one, and is served less often than the "
          + "law says."),
      Field(
        "hours", \.hours, each: 0...87_600, count: 1...1_001,
        "The time from a visit to the next one of the same resource: the hours within which none, "
          + "an equal share more each time, and in the end all are visited again, straight lines "
          + "between them; one alone is always that time. By default Chrome's ages of stored "
          + "answers, as Lighthouse's uses-long-cache-ttl had them.",
        check: RevisitAges.mistake),
      Field("headers", \.headers, "What the origin says about storing them; fresh for an hour."),
      .bytes(
        "bytes", \.bytes, from: Bytes(1),
        "A resource's size, by the mean; 59 kB, a picture of the Web Almanac's median page."),
      .sigma(\.sigma, of: "they"),
      Field(
        "viewTime", \.viewTime, in: .milliseconds(100)...(.hours(1)),
        assumed: "The time with a resource."),
    ]
  }

  static let name = "revisits"
  static let screens = ["page"]
  static let summary =
    "Resources that are visited again after a time whose law is known: what a lifetime is worth."

  private struct Visit: Comparable {
    var at: Instant
    var resource: Int
    var number: Int

    static func < (left: Visit, right: Visit) -> Bool {
      (left.at, left.resource) < (right.at, right.resource)
    }
  }

  private let options: Options
  private let ages: RevisitAges
  private var user: SeededGenerator
  private var sizes: TextSizes
  private var resources: [ResourceIndex] = []
  private var coming = Heap<Visit>()
  /// From when on the next resource can be visited: one after another.
  private var freeAt = Instant.start

  init(_ options: Options, seed: UInt64, device: UInt32) {
    self.options = options
    ages = RevisitAges(hours: options.hours)
    user = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 0)
    sizes = TextSizes(sigma: options.sigma, seed: seed, device: device)
  }

  mutating func begin(_ log: inout DeviceEventLog) {
    for number in 0..<options.resources {
      resources.append(
        log.publish(
          .document, size: sizes.draw(mean: options.bytes), headers: 0, isFinal: true,
          screen: 1, at: .start))
      coming.insert(Visit(at: .start, resource: number, number: 1))
    }
  }

  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    while let next = coming.first, next.at < day.end {
      _ = coming.removeFirst()
      let start = max(next.at, freeAt)
      guard start < day.end else {
        coming.insert(Visit(at: start, resource: next.resource, number: next.number))
        continue
      }
      log.add(start == .start ? .launch : .foreground, at: start)
      let opened = start + AppUse.screenPause
      log.view(resources[next.resource], from: opened, for: options.viewTime)
      log.add(.background, at: opened + options.viewTime)
      freeAt = opened + options.viewTime + AppUse.screenPause
      guard next.number < options.visits else { continue }
      coming.insert(
        Visit(
          at: start + ages.draw(&user), resource: next.resource, number: next.number + 1))
    }
  }
}

/// How old a stored answer is when its resource is visited again: the share of revisits within an
/// age, by which Lighthouse's audit `uses-long-cache-ttl` judged lifetimes (removed from Lighthouse
/// by 32c5a02162).
///
/// The audit has the ages from Chrome's `HttpCache.StaleEntry.Validated.Age`.
package struct RevisitAges: Sendable {
  /// Chrome's: hours within which no revisit, a tenth, two tenths, … and all of them come.
  package static let chrome = [0, 0.2, 1, 3, 8, 12, 24, 48, 72, 168, 8_760]

  /// A lifetime that serves more than this share of the revisits is long enough: the audit does not
  /// list the resource.
  package static let longEnough = 0.925

  private let hours: InverseDistribution

  /// Makes a law.
  /// - Parameter hours: ages of equally many revisits in between, straight lines between them; one
  ///   alone is the age of all.
  /// - Precondition: at least one, in ascending order.
  package init(hours: [Double] = RevisitAges.chrome) {
    self.hours = InverseDistribution(quantiles: hours.count == 1 ? hours + hours : hours)
  }

  package func hitShare(maxAge: TimeSpan) -> Double { hours.share(upTo: maxAge.seconds / 3_600) }

  /// The bytes of a resource that a revisit transfers in the mean because its lifetime is over.
  package func wastedBytes(of size: Bytes, maxAge: TimeSpan) -> Double {
    Double(size.count) * (1 - hitShare(maxAge: maxAge))
  }

  package func isListed(maxAge: TimeSpan) -> Bool { hitShare(maxAge: maxAge) <= Self.longEnough }

  package func draw(_ random: inout SeededGenerator) -> TimeSpan {
    TimeSpan(rounding: hours.draw(&random) * 3_600)
  }

  package static func mistake(in hours: [Double]) -> String? {
    zip(hours, hours.dropFirst()).allSatisfy { $0 <= $1 } ? nil : "expected ages in ascending order"
  }
}
