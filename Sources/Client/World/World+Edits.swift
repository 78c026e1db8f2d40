internal import SimCore
internal import Workloads

// MARK: - What becomes of an edit

extension World {
  /// The user changes a field: the strategy is asked to take it.
  mutating func make(_ edit: Edit) {
    laws.edits += 1
    narrate(.edit(.made), of: edit.record)
    note(.made, nil)
    let key = FieldKey(edit)
    tell(
      .edited(
        PendingEdit(id: UInt32(laws.edits), edit: edit, madeAt: now, base: seenFields[key] ?? 0)))
  }

  /// Says that the strategy cannot take an edit, and tells the user so.
  public mutating func refuse(_ edit: PendingEdit) {
    laws.refused += 1
    note(.refused, edit)
  }

  /// Says that the origin has answered an edit.
  public mutating func settle(_ edit: PendingEdit, _ verdict: EditVerdict) {
    switch verdict {
    case .applied, .won, .repeated, .appliedTwice:
      laws.synced += 1
      note(.synced, edit)
    case .overruled:
      laws.overruled += 1
      note(.overruled, edit)
    }
  }

  /// Says that a later edit of the same field took the place of one that was not yet sent.
  public mutating func supersede(_ edit: PendingEdit) {
    laws.superseded += 1
    note(.superseded, edit)
  }

  /// Says that an edit which had been taken is gone.
  public mutating func lose(_ edit: PendingEdit) {
    laws.lost += 1
    note(.lost, edit)
  }

  /// Says that what the user sees of a field went back to an older value though an edit of it is on
  /// its way.
  public mutating func revert(_ edit: PendingEdit) { note(.reverted, edit) }

  /// How often a field had been changed when the client last saw it.
  func seenRevision(of key: FieldKey) -> UInt32 { seenFields[key] ?? 0 }

  /// Says how many edits wait to be sent.
  public mutating func noteOutbox(_ count: Int) { peakOutbox = max(peakOutbox, count) }

  private mutating func note(_ stage: EditStage, _ edit: PendingEdit?) {
    if let edit { narrate(.edit(stage), of: edit.edit.record) }
    page.append(.edit(stage, age: edit.map { now - $0.madeAt } ?? .zero, at: now))
  }
}

// MARK: - The origin's side

extension World {
  /// A batch of edits reaches the origin.
  mutating func receive(_ edits: [PendingEdit]) -> [EditVerdict] {
    edits.map { edit in
      let verdict = fields.receive(edit, plan.origin)
      switch verdict {
      case .won, .overruled: page.append(.edit(.conflicted, age: now - edit.madeAt, at: now))
      case .appliedTwice: page.append(.edit(.duplicated, age: now - edit.madeAt, at: now))
      case .applied, .repeated: break
      }
      return verdict
    }
  }

  /// The client sees the fields of records as the origin has them.
  mutating func see(_ news: [FieldNews]) {
    for field in news { seenFields[field.key] = field.revision }
  }

  /// The fields that were changed since the client saw them: of one record, or of all.
  func fieldNews(of record: ResourceIndex? = nil) -> [FieldNews] {
    let news = fields.news { seenFields[$0] ?? 0 }
    return record.map { record in news.filter { $0.key.record == record } } ?? news
  }
}
