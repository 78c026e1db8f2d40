internal import CacheWorkloads
public import SimCore

/// The fields of records as the origin has them, on whichever device they were changed last.
struct OriginFields {
  private struct State {
    var value: UInt32 = 0
    /// Counts the changes.
    var revision: UInt32 = 0
    /// When the last change was made, by the clock of the user's device.
    var madeAt = Instant.start
  }

  private var states: [FieldKey: State] = [:]
  /// The numbers of edits that were applied: an edit that comes again is known by its number.
  private var applied: Set<UInt32> = []
  /// The fields that were ever changed, in the order of their first change.
  private var changed: [FieldKey] = []

  /// How often a field was changed.
  func revision(of key: FieldKey) -> UInt32 { states[key]?.revision ?? 0 }
  /// A field's value; 0 until it is changed.
  func value(of key: FieldKey) -> UInt32 { states[key]?.value ?? 0 }

  /// The fields that differ from what a client has seen, in the order of their first change.
  func changes(since seen: (FieldKey) -> UInt32) -> [FieldChange] {
    changed.compactMap { key in
      guard let state = states[key], state.revision != seen(key) else { return nil }
      return FieldChange(key: key, value: state.value, revision: state.revision)
    }
  }

  /// A change that was made elsewhere.
  mutating func change(_ edit: Edit, at instant: Instant) {
    set(FieldKey(edit), to: edit.value, madeAt: instant)
  }

  /// A client's edit arrives.
  ///
  /// It is in conflict when the field was changed since the client saw it, to another value.
  mutating func receive(_ edit: PendingEdit, _ settings: OriginSettings) -> EditVerdict {
    if settings.usesIdempotencyKeys && applied.contains(edit.id) { return .repeated }
    let isRepeated = !applied.insert(edit.id).inserted
    let key = FieldKey(edit.edit)
    let state = states[key] ?? State()
    let madeAt = edit.madeAt + settings.clockSkew
    guard state.revision != edit.base, state.value != edit.edit.value else {
      set(key, to: edit.edit.value, madeAt: madeAt)
      return isRepeated ? .appliedTwice : .applied
    }
    switch settings.conflicts {
    case .lastReceivedWins, .clientWins:
      set(key, to: edit.edit.value, madeAt: madeAt)
      return .won
    case .lastMadeWins:
      guard madeAt >= state.madeAt else { return .overruled }
      set(key, to: edit.edit.value, madeAt: madeAt)
      return .won
    case .serverWins: return .overruled
    case .merge:
      // A mark of having been read is never taken back; all else is a register, last made wins.
      if key.field == .read {
        set(key, to: max(state.value, edit.edit.value), madeAt: max(madeAt, state.madeAt))
        return .won
      }
      guard madeAt >= state.madeAt else { return .overruled }
      set(key, to: edit.edit.value, madeAt: madeAt)
      return .won
    }
  }

  private mutating func set(_ key: FieldKey, to value: UInt32, madeAt: Instant) {
    let state = states[key] ?? State()
    if state.revision == 0 { changed.append(key) }
    states[key] = State(value: value, revision: state.revision + 1, madeAt: madeAt)
  }
}

/// What the origin does when an edit meets a change that its maker had not seen.
public enum ConflictPolicy: String, WordSettingValue {
  /// The edit that the origin receives last.
  case lastReceivedWins = "last-received-wins"
  /// The edit that was made last by the clocks of the devices.
  case lastMadeWins = "last-made-wins"
  /// What the origin has.
  case serverWins = "server-wins"
  /// What the client sends.
  case clientWins = "client-wins"
  /// Field by field: marks of reading only grow, all else as `last-made-wins`.
  case merge
}
