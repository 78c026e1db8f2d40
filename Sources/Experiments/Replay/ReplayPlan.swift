public import Caches
public import SimCore

/// What a replay answers: policies and capacities over one trace, each pair a cell.
public struct ReplayPlan: Sendable {
  /// The policies, each with the name that the answer gives it.
  public var policies: [Chosen<AnyPolicy>]
  /// The capacities; several cells have the same when shares come out alike.
  public var capacities: [ReplayCapacity]
  /// Whether every object counts 1, whatever the trace says; capacities are then numbers of
  /// objects.
  public var ignoresSizes = false
  /// The first requests, which fill the rooms and are not counted; nil: all are counted.
  public var warmUp: ReplaySpan?
  /// How long the intervals are that are also told one by one; nil: only the whole is told.
  public var interval: ReplaySpan?
  /// Who says which missed objects may come in; nil: all may.
  public var admission: AnyAdmission?
  /// How long copies live; nil: for ever, whatever the trace says.
  public var expiry: Expiry?
  /// For policies and filters that toss coins.
  public var seed: UInt64 = 1

  /// Makes a plan.
  public init(policies: [Chosen<AnyPolicy>], capacities: [ReplayCapacity]) {
    self.policies = policies
    self.capacities = capacities
  }

  /// Whether a policy must be told when objects are asked for again.
  var needsNextAccess: Bool { policies.contains { $0.product.needsNextAccess } }

  /// Whether the trace must be read once before, to be measured.
  var needsFacts: Bool {
    capacities.contains(where: \.isShare) || warmUp?.isShare ?? false || interval?.isShare ?? false
  }

  /// Whether rooms need times.
  var needsTimes: Bool {
    expiry != nil || warmUp?.needsTimes ?? false || interval?.needsTimes ?? false
  }
}
