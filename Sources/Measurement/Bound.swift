/// What a strategy that knows the future is a bound of: no strategy that keeps to the constraint
/// comes to less.
package struct Bound: Hashable, Sendable {
  /// What is bounded from below.
  package enum Quantity: String, Sendable, CaseIterable {
    /// How long each open waits for first and for fresh content, and how many stay blank.
    case waits
    /// Bytes written to flash.
    case flashWrites = "flash-writes"
    /// Bodies received from the origin.
    case receivedBodies = "received-bodies"

    /// Whether it is bounded for every strategy; otherwise for those that show the same.
    package var holdsForAll: Bool { self == .waits }
  }

  /// What is bounded.
  package var quantity: Quantity
  /// Which strategies it bounds, and under what conditions, as a sentence.
  package var statement: String
  /// Whether its conditions are laxer than any strategy's, so that none need reach it.
  package var isRelaxation: Bool

  /// Makes a bound.
  package init(of quantity: Quantity, _ statement: String, isRelaxation: Bool) {
    self.quantity = quantity
    self.statement = statement
    self.isRelaxation = isRelaxation
  }
}
