public import Client
public import SimCore

/// What a strategy came to, under one varied value and all seeds.
public struct StrategyResult: Sendable {
  /// How the scenario calls it; distinct within a run.
  public var label: String
  /// The strategy's canonical name.
  public var name: String
  /// The varied value, as the scenario writes it; nil: nothing is varied.
  public var varied: String?
  /// All its settings, resolved.
  public var settings: JSON
  /// What it is a bound of, since it knows the future; nil: it is a choice for an app.
  public var bound: Bound?
  /// Its runs, one for each seed, in order.
  public let runs: [SeedResult]
  /// All of them together.
  public let pooled: Book

  /// Makes a result; `runs` has at least one.
  /// - Complexity: O(n log n) in the samples of all books.
  public init(
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
  public var isBound: Bool { bound != nil }

  /// The label, with the varied value where there is one.
  public var title: String { varied.map { "\(label), \($0)" } ?? label }
}

/// What a strategy came to under one seed.
public struct SeedResult: Sendable {
  /// The seed.
  public var seed: UInt64
  /// The book, sorted.
  public var book: Book

  /// Makes a result.
  public init(seed: UInt64, book: Book) {
    self.seed = seed
    self.book = book
    self.book.seal()
  }
}
