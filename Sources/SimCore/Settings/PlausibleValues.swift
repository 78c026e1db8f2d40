/// The values that a setting may as well have: what a result hangs on is found by trying them.
package struct PlausibleValues: Equatable, Sendable {
  /// Which values.
  package enum Form: Equatable, Sendable {
    /// From the least to the largest.
    case range(JSON, JSON)
    /// One by one.
    case words([JSON])
  }

  /// As a scenario writes them.
  package var form: Form
  /// Who says so.
  package var source: String

  /// The values in words.
  package var text: String {
    func text(_ value: JSON) -> String { value.string ?? value.compact }
    switch form {
    case .range(let least, let most): return "\(text(least)) to \(text(most))"
    case .words(let words): return words.map(text).joined(separator: ", ")
    }
  }
}

extension Field {
  /// The same setting, of which a source says what values are plausible.
  public func plausible(_ least: JSON, to most: JSON, _ source: String) -> Field {
    with(PlausibleValues(form: .range(least, most), source: source))
  }

  /// The same setting, whose values are tried one by one.
  public func plausible(among words: [JSON], _ source: String) -> Field {
    with(PlausibleValues(form: .words(words), source: source))
  }
}
