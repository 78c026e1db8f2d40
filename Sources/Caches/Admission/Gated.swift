internal import SimCore

/// A policy behind a doorkeeper.
///
/// The filter is chosen when the program runs and costs a dynamic call for each request; a policy
/// without one pays nothing.
struct Gated<Policy: EvictionPolicy & ~Copyable>: EvictionPolicy, ~Copyable {
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

  func expect(_ key: ObjectKey) { policy.expect(key) }
  mutating func prepare(for access: Access) {
    filter.prepare(for: access)
    policy.prepare(for: access)
  }
  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    policy.hit(slot, in: residents)
  }
  mutating func admits(_ incoming: Entry) -> Bool {
    filter.admits(incoming) && policy.admits(incoming)
  }
  mutating func evict(toFit incoming: Entry, from residents: borrowing Residents) -> Slot? {
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
