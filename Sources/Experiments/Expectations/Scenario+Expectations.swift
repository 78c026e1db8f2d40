internal import CacheReports
internal import SimCore

extension Scenario {
  /// Notes expectations of strategies that are not compared, and of values that are not varied,
  /// each where it stands.
  func noteUnknownExpectations(_ problems: inout Problems) {
    for label in expect.labels { noteUnknown(label.name, at: label.offset, label.path, &problems) }
    for relation in relations {
      for operand in [relation.left, relation.right] {
        noteUnknown(operand.label, at: relation.textOffset, relation.textPath, &problems)
      }
    }
    for threshold in expect.all {
      noteUnknownValues(threshold.terms.varied, threshold.written, threshold.path, &problems)
    }
    for relation in relations {
      noteUnknownValues(relation.terms.varied, relation.json, relation.path, &problems)
    }
  }

  private func noteUnknown(
    _ label: String, at offset: Int, _ path: String, _ problems: inout Problems
  ) {
    let labels = strategies.map(\.label)
    guard !labels.contains(label) else { return }
    problems.note(
      at: offset, path: path,
      "no strategy is called '\(label)'\(Suggestion.hint(for: label, among: labels))")
  }

  private func noteUnknownValues(
    _ values: [String]?, _ written: JSON, _ path: String, _ problems: inout Problems
  ) {
    let known = variation?.values.map(Variation.text) ?? []
    for (index, value) in (values ?? []).enumerated() where !known.contains(value) {
      let hint =
        known.isEmpty ? ": nothing is varied" : Suggestion.hint(for: value, among: known)
      problems.note(
        at: written["where"]?.elements?[index].offset ?? written.offset,
        path: "\(path).where[\(index)]", "no varied value is '\(value)'\(hint)")
    }
  }

  /// The scenario without what it expects: two that differ in nothing else give the same results.
  var withoutExpectations: Scenario {
    var scenario = self
    scenario.expect = Thresholds()
    scenario.relations = []
    return scenario
  }
}
