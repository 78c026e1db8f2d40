/// What a strategy that knows the future is a bound of: no strategy that keeps to the constraint
/// comes to less.
public struct Bound: Hashable, Sendable {
  /// What is bounded from below.
  public enum Quantity: String, Sendable, CaseIterable {
    /// How long each open waits for first and for fresh content, and how many stay blank.
    case waits
    /// Bytes written to flash.
    case flashWrites = "flash-writes"
    /// Bodies received from the origin.
    case receivedBodies = "received-bodies"

    /// Whether it is bounded for every strategy; otherwise for those that show people the same.
    public var holdsForAll: Bool { self == .waits }
  }

  /// What is bounded.
  public var quantity: Quantity
  /// Which strategies it bounds, and in what world, as a sentence.
  public var statement: String
  /// Whether it lives under laxer laws than any strategy does, so that none need reach it.
  public var isRelaxation: Bool

  /// Makes a bound.
  public init(of quantity: Quantity, _ statement: String, isRelaxation: Bool) {
    self.quantity = quantity
    self.statement = statement
    self.isRelaxation = isRelaxation
  }
}
