package import Measurement
package import SimCore

/// What a strategy came to, under one varied value and all seeds.
package struct StrategyResult: Sendable {
  /// How the scenario calls it; distinct within a run.
  package var label: String
  /// The strategy's canonical name.
  package var name: String
  /// The varied value, as the scenario writes it; nil: nothing is varied.
  package var varied: String?
  /// All its settings, resolved.
  package var settings: JSON
  /// What it is a bound of, since it knows the future; nil: it is a choice for an app.
  package var bound: Bound?
  /// Its runs, one for each seed, in order.
  package let runs: [SeedResult]
  /// All of them together.
  package let pooled: Book

  /// Makes a result; `runs` has at least one.
  /// - Complexity: O(n log n) in the samples of all books.
  package init(
    label: String, name: String, varied: String? = nil, settings: JSON, bound: Bound? = nil,
    runs: [SeedResult]
  ) {
    guard let pooled = Book.pooled(runs.map(\.book)) else {
      preconditionFailure("a strategy without a run has no result")
    }
    self.label = label
    self.name = name
    self.varied = varied
    self.settings = settings
    self.bound = bound
    self.runs = runs
    self.pooled = pooled
  }

  /// Whether it is no choice, but a bound to measure the others by.
  package var isBound: Bool { bound != nil }

  /// The label, with the varied value where there is one.
  package var title: String { varied.map { "\(label), \($0)" } ?? label }
}

/// What a strategy came to under one seed.
package struct SeedResult: Sendable {
  /// The seed.
  package var seed: UInt64
  /// The book, sorted.
  package var book: Book

  /// Makes a result.
  package init(seed: UInt64, book: Book) {
    self.seed = seed
    self.book = book
    self.book.seal()
  }
}
