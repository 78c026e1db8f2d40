package import SimCore

/// An admission filter with its settings, as a scenario chose it.
package struct AnyAdmission: Choosable {
  package let name: String
  let make: @Sendable (Bytes, UInt64) -> any AdmissionFilter

  package init<Filter: AdmissionFilter>(
    _ filter: Filter.Type, options: Filter.Options = Filter.Options()
  ) {
    name = Filter.name
    make = { Filter(capacity: $0, options: options, seed: $1) }
  }

  package static let catalog = Catalog<AnyAdmission>(
    of: "admission filter",
    [
      entry(AdmitAll.self, "Admits every object."),
      entry(SizeThreshold.self, "Admits objects up to a size."),
      entry(RandomAdmission.self, "Admits with a fixed probability."),
      entry(SizeProbability.self, "The larger an object, the less likely it is admitted."),
      entry(
        AdaptSize.self,
        "The larger, the less likely, by a scale that is tuned to recent requests."),
      entry(SecondHit.self, "Admits at the second miss."),
      entry(TinyLFU.self, "Admits what was requested often enough recently."),
    ])

  private static func entry<Filter: AdmissionFilter>(
    _ filter: Filter.Type, _ summary: String
  ) -> Catalog<AnyAdmission>.Entry {
    Catalog.Entry(Filter.name, summary, settings: Filter.Options.self) {
      AnyAdmission(Filter.self, options: $0)
    }
  }
}

/// A policy with an admission filter.
///
/// The filter is chosen when the program runs and costs a dynamic call for each request; a policy
/// without one pays nothing.
struct GatedPolicy<Policy: EvictionPolicy & ~Copyable>: EvictionPolicy, ~Copyable {
  static var name: String { Policy.name }
  static var needsNextAccess: Bool { Policy.needsNextAccess }
  private var policy: Policy
  private var filter: any AdmissionFilter

  init(_ policy: consuming Policy, behind filter: any AdmissionFilter) {
    self.policy = policy
    self.filter = filter
  }

  init(capacity: Bytes, options: Policy.Options, seed: UInt64) {
    self.init(
      Policy(capacity: capacity, options: options, seed: seed),
      behind: AdmitAll(capacity: capacity, options: NoSettings(), seed: seed))
  }

  func prefetch(_ key: ObjectKey) { policy.prefetch(key) }
  mutating func prepare(for access: Access) {
    filter.prepare(for: access)
    policy.prepare(for: access)
  }
  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    policy.hit(slot, in: residents)
  }
  mutating func admits(_ incoming: CacheEntry) -> Bool {
    filter.admits(incoming) && policy.admits(incoming)
  }
  mutating func evict(toFit incoming: CacheEntry, from residents: borrowing Residents) -> Slot? {
    policy.evict(toFit: incoming, from: residents)
  }
  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    policy.insert(slot, in: residents)
  }
  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    policy.evict(after: slot, from: residents)
  }
  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    policy.remove(slot, in: residents)
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    policy.brokenInvariant(in: residents)
  }
}
