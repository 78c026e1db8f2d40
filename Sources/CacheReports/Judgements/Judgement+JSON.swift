internal import SimCore

extension Judgement {
  /// The judgement as `run.json` has it.
  var json: JSON {
    .object([
      ("claim", JSON(.string(claim))),
      ("level", JSON(.string(level.rawValue))),
      ("reason", reason.map { JSON(.string($0)) } ?? JSON(.null)),
      ("varied", varied.map { JSON(.string($0)) } ?? JSON(.null)),
      ("metric", JSON(.string(metric.name))),
      ("unit", JSON(.string(metric.unit.rawValue))),
      ("comparison", JSON(.string(comparison.rawValue))),
      ("expected", metric.json(of: expected)),
      ("found", metric.json(of: found)),
      ("holds", JSON(.bool(holds))),
      ("seeds", agreement.map(json(of:)) ?? JSON(.null)),
    ])
  }

  private func json(of agreement: Agreement) -> JSON {
    .object([
      ("count", JSON(.integer(Int64(agreement.seedCount)))),
      ("agreeing", JSON(.integer(Int64(agreement.agreeing)))),
      ("expectedShare", JSON(.real(agreement.expectedShare))),
      ("meanDifference", metric.json(of: agreement.differences?.mean)),
      ("standardDeviation", metric.json(of: agreement.differences?.standardDeviation)),
    ])
  }
}
