public import Client

/// How far edits came.
public struct EditUse: Sendable {
  /// Edits by the stages they reached; each edit is counted at `made` and at its later stages.
  public internal(set) var stages = Tally<EditStage>()

  /// No edits yet.
  public init() {}
}
