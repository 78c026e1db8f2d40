internal import Experiments

extension ReplayPlan {
  /// How much there is to run, in words.
  var census: String {
    "policies \(policies.count) × capacities \(capacities.count), seed \(seed)"
  }
}

extension CurvePlan {
  /// How much there is to run, in words.
  var census: String {
    let words = wantsEverySize ? "LRU at every size" : "curves \(curves.count)"
    return "\(words) × sizes \(capacities.count), seed \(seed)"
  }
}
