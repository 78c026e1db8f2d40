internal import SimCore
internal import Workloads

/// When each resource will be needed next, beside a screen or as one.
struct Itinerary {
  private let dues: [[Foreknowledge.Due]]
  /// By resource: how many of its dues are over.
  private var past: [Int]
  /// By resource: the screens whose contents list it as a part.
  private var mains: [[ResourceIndex]] = []

  init(_ foresight: Foreknowledge) {
    dues = foresight.dues
    past = Array(repeating: 0, count: dues.count)
  }

  /// Notes that a screen's content lists a part.
  mutating func note(_ part: ResourceIndex, of main: ResourceIndex) {
    while mains.count <= Int(part) { mains.append([]) }
    // A screen's versions mostly have the same parts, and come one after another.
    if mains[Int(part)].last != main, !mains[Int(part)].contains(main) {
      mains[Int(part)].append(main)
    }
  }

  /// When a person needs a resource next; nil: never again.
  /// - Complexity: O(screens that list it), amortised over the dues of each.
  mutating func next(_ resource: ResourceIndex, for user: UInt16, at now: Instant) -> Instant? {
    var next = nextOpen(of: resource, for: user, at: now)
    guard Int(resource) < mains.count else { return next }
    for main in mains[Int(resource)] {
      guard let open = nextOpen(of: main, for: user, at: now) else { continue }
      next = next.map { min($0, open) } ?? open
    }
    return next
  }

  private mutating func nextOpen(
    of resource: ResourceIndex, for user: UInt16, at now: Instant
  ) -> Instant? {
    let index = Int(resource)
    guard index < dues.count else { return nil }
    while past[index] < dues[index].count, dues[index][past[index]].at < now { past[index] += 1 }
    return dues[index][past[index]...].first { $0.user == user }?.at
  }
}
