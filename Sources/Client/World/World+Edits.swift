public import Workloads

// MARK: - What becomes of an edit

extension World {
  /// Says that the strategy cannot take an edit, and tells the user so.
  public mutating func refuse(_ edit: Edit) {
    laws.refused += 1
    page.append(.edit(.refused, at: now))
  }

  /// Says that the origin confirmed an edit.
  public mutating func confirm(_ edit: Edit) {
    laws.synced += 1
    page.append(.edit(.synced, at: now))
  }

  /// Says that a later edit of the same field took the place of one that was not yet sent.
  public mutating func supersede(_ edit: Edit) {
    laws.superseded += 1
    page.append(.edit(.superseded, at: now))
  }

  /// Says that an edit which had been taken is gone.
  public mutating func lose(_ edit: Edit) {
    laws.lost += 1
    page.append(.edit(.lost, at: now))
  }
}
