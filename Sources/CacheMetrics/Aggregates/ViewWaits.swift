package import SimCore

/// How long each view of a seed waited from its tap for first and for fresh content, so that the
/// same views can be held against a bound one by one, whichever strategies were simulated together.
///
/// Which views there are is decided by the workload: the n-th of a device is the same one under
/// every strategy. Waits are whole microseconds, rounded down, eight bytes a view; they are of one
/// seed, no part of pooled aggregates, and held only where there is a bound to hold them against.
package struct ViewWaits: Codable, Sendable {
  /// A view's waits; nil: it never came.
  private typealias Wait = UInt32

  /// By device: the waits of its views in their order, two for each.
  private var devices: [[Wait]] = []
  private var count = 0

  /// Views beyond so many of a seed are not held: some megabytes.
  private static let limit = 1_000_000
  private static let never = Wait.max

  package init() {}

  mutating func add(_ view: ScreenView, of device: UInt32) {
    guard count < Self.limit else { return }
    count += 1
    let device = Int(device)
    while devices.count <= device { devices.append([]) }
    for wait in [Latency.openToContent, .openToFreshContent] {
      let nanoseconds = wait.span(of: view)?.nanoseconds
      devices[device].append(nanoseconds.map { Wait(clamping: $0 / 1_000) } ?? Self.never)
    }
  }

  /// What a view has that comes sooner than it can.
  package struct Breach: Hashable, Sendable {
    package var device: Int
    /// Of the device, the n-th, from 1 on.
    package var view: Int
    package var isFresh: Bool
    /// From the tap; of the bound, nil: it never comes.
    package var wait: TimeSpan
    package var least: TimeSpan?
    /// How many views of the device do the like.
    package var count: Int
  }

  /// The first breach of each device for first and for fresh content, in order, where views come
  /// sooner than the same ones of the bound. - Complexity: O(views).
  package func breaches(of bound: ViewWaits) -> [Breach] {
    var breaches: [Breach] = []
    for (device, (own, least)) in zip(devices, bound.devices).enumerated() {
      for part in 0...1 {
        let places = stride(from: part, to: min(own.count, least.count), by: 2)
        let sooner = places.filter { own[$0] < least[$0] }
        guard let first = sooner.first else { continue }
        breaches.append(
          Breach(
            device: device, view: first / 2 + 1, isFresh: part == 1,
            wait: .microseconds(Int64(own[first])),
            least: least[first] == Self.never ? nil : .microseconds(Int64(least[first])),
            count: sooner.count))
      }
    }
    return breaches
  }
}
