package import CachePolicies
package import SimCore

/// What a replay answers: policies and capacities over one trace, each pair a cell.
package struct ReplayPlan: Sendable {
  /// The policies, each with the name that the answer gives it.
  package var policies: [Chosen<AnyPolicy>]
  /// The capacities; several cells have the same when shares come out alike.
  package var capacities: [ReplayCapacity]
  /// Whether every object counts 1, whatever the trace says; capacities are then numbers of
  /// objects.
  package var ignoresSizes = false
  /// The first requests, which fill the caches and are not counted; nil: all are counted.
  package var warmUp: ReplaySpan?
  /// How long the intervals are that are also told one by one; nil: only the whole is told.
  package var interval: ReplaySpan?
  /// Who says which missed objects may come in; nil: all may.
  package var admission: AnyAdmission?
  /// How long copies live; nil: for ever, whatever the trace says.
  package var expiry: Expiry?
  /// For policies and filters that toss coins.
  package var seed: UInt64 = 1

  /// Makes a plan.
  package init(policies: [Chosen<AnyPolicy>], capacities: [ReplayCapacity]) {
    self.policies = policies
    self.capacities = capacities
  }

  /// Whether a policy must be told when objects are asked for again.
  var needsNextAccess: Bool { policies.contains { $0.product.needsNextAccess } }

  /// Whether the trace must be read once before, to be measured.
  var needsFacts: Bool {
    capacities.contains(where: \.isShare) || warmUp?.isShare ?? false || interval?.isShare ?? false
  }

  /// Whether caches need times.
  var needsTimes: Bool {
    expiry != nil || warmUp?.needsTimes ?? false || interval?.needsTimes ?? false
  }
}
