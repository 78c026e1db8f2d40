package import CacheMetrics
internal import SimCore

extension RunResult {
  /// Holds every row to the bounds on the waits beside it: what a view had sooner than the same
  /// view of a bound is a broken law of its seed, as is the bound's or the strategy's fault.
  ///
  /// It looks at what each row gave alone, so that it does not depend on what was simulated
  /// together, or read from a store. A bound on bytes or flash writes is of strategies that show
  /// the same, which tests tell.
  /// - Parameter waits: of each row, by seed.
  /// - Complexity: O(views × bounds).
  package mutating func holdRowsToBounds(by waits: [[ViewWaits?]]) {
    for (bound, least) in zip(rows, waits) where bound.bound?.quantity.holdsForAll == true {
      for place in rows.indices where rows[place].varied == bound.varied && !rows[place].isObserved
      {
        if let row = rows[place].breaking(bound, by: waits[place], least) { rows[place] = row }
      }
    }
  }
}

extension StrategyResult {
  /// The row with what it breaks of a bound, by the waits of both under the same seeds; nil:
  /// nothing.
  fileprivate func breaking(
    _ bound: StrategyResult, by waits: [ViewWaits?], _ least: [ViewWaits?]
  ) -> StrategyResult? {
    guard label != bound.label else { return nil }
    let breaches = zip(waits, least).map { own, least in
      own.flatMap { own in least.map { own.breaches(of: $0) } } ?? []
    }
    guard breaches.contains(where: { !$0.isEmpty }) else { return nil }
    let broken = zip(runs, breaches).map { run, breaches in
      var run = run
      run.aggregates.note(violations: breaches.map { $0.text(bound.label) })
      return run
    }
    var row = StrategyResult(
      label: label, name: name, varied: varied, settings: settings, bound: self.bound, runs: broken)
    (row.defaults, row.engine, row.codec) = (defaults, engine, codec)
    return row
  }
}

extension ViewWaits.Breach {
  fileprivate func text(_ bound: String) -> String {
    let content = isFresh ? "fresh content" : "first content"
    let least = least.map { "\(Display.text($0)) at the least" } ?? "never"
    return "device \(device): \(content) of view \(view) came \(Display.text(wait)) after the "
      + "tap, by the bound \(bound) \(least); so it is of \(NumberText.counted(count, "view"))"
  }
}
