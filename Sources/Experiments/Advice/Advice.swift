internal import Reports

/// Which strategy to take for which wish, and why, under one varied value.
public struct Advice: Sendable {
  /// A strategy that is not advised, whatever somebody wishes.
  public struct Dropped: Sendable {
    /// Its label.
    public var strategy: String
    /// The strategy that is better in something and worse in nothing; nil: it does harm.
    public var dominator: String?
    /// Why, in a sentence without its end.
    public var reason: String
  }

  /// The answer to a wish.
  public struct Answer: Sendable {
    /// The wish's name in files.
    public var wish: String
    /// Its title.
    public var title: String
    /// Who is advised; nil: the scenario cannot tell.
    public var strategy: String?
    /// Who comes next; nil: nobody is left.
    public var runnerUp: String?
    /// The name of the metric that decided; nil: none did.
    public var metric: String?
    /// What decided, what it costs, how much is left to gain: sentences.
    public var sentences: [String]
    /// What to mind: sentences.
    public var warnings: [String]
  }

  /// The varied value; nil: nothing is varied.
  public var varied: String?
  /// The questions of the rule of thumb, answered from the scenario.
  public var rules: RuleOfThumb
  /// Strategies in the order of the run, bounds left out.
  public var strategies: [String]
  /// Those that the scenario does not list, tried with their defaults.
  public var additions: [String]
  /// Those that are not advised.
  public var dropped: [Dropped]
  /// An answer for each wish.
  public var answers: [Answer]
  /// What to mind of all of it: sentences.
  public var warnings: [String]
}
