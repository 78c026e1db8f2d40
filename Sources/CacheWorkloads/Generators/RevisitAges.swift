package import SimCore

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
