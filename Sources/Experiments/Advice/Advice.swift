internal import CacheReports

/// Which strategy to take for which wish, and why, under one varied value.
package struct Advice: Sendable {
  /// A strategy that is not advised, whatever somebody wishes.
  package struct Dropped: Sendable {
    /// Its label.
    package var strategy: String
    /// The strategy that is better in something and worse in nothing; nil: it does harm.
    package var dominator: String?
    /// Why, in a sentence without its end.
    package var reason: String
  }

  /// The answer to a wish.
  package struct Answer: Sendable {
    /// The wish's name in files.
    package var wish: String
    /// Its title.
    package var title: String
    /// Who is advised; nil: the scenario cannot tell.
    package var strategy: String?
    /// Who comes next; nil: nobody is left.
    package var runnerUp: String?
    /// The name of the metric that decided; nil: none did.
    package var metric: String?
    /// What decided, what it costs, how much is left to gain: sentences.
    package var sentences: [String]
    /// What to mind: sentences.
    package var warnings: [String]
  }

  /// The varied value; nil: nothing is varied.
  package var varied: String?
  /// The questions of the rule of thumb, answered from the scenario.
  package var rules: RuleOfThumb
  /// Strategies in the order of the run, bounds left out.
  package var strategies: [String]
  /// Those that the scenario does not list, tried with their defaults.
  package var additions: [String]
  /// Those that are not advised.
  package var dropped: [Dropped]
  /// An answer for each wish.
  package var answers: [Answer]
  /// What to mind of all of it: sentences.
  package var warnings: [String]
}
