internal import CacheWorkloads
internal import SimCore

/// The fields of records as the origin has them, on whichever device they were changed last, and
/// how much of that the device has seen.
///
/// What the device has not seen is a list of its own, so that an answer costs what it says and not
/// what was ever changed.
struct OriginFields {
  private struct State {
    let key: FieldKey
    var value: UInt32 = 0
    var revision: UInt32 = 0
    /// When the last change was made, by the clock of the user's device.
    var madeAt = Instant.start
    /// The revision that the device saw last; 0: none.
    var seen: UInt32 = 0
    var seenValue: UInt32 = 0
    /// When the last change was made, if on another device of the same user, and not seen yet.
    var elsewhereAt: Instant?
  }

  /// The fields that were ever changed, in the order of their first change.
  private var states: [State] = []
  private var places: [FieldKey: Int] = [:]
  /// The places of those that are not as the device saw them last, in order.
  private var unseen: [Int] = []
  /// The numbers of edits that were applied: an edit that comes again is known by its number.
  private var applied: Set<UInt32> = []

  func revision(of key: FieldKey) -> UInt32 { places[key].map { states[$0].revision } ?? 0 }
  /// A field's value; 0 until it is changed.
  func value(of key: FieldKey) -> UInt32 { places[key].map { states[$0].value } ?? 0 }
  /// How often a field had been changed when the device last saw it.
  func seenRevision(of key: FieldKey) -> UInt32 { places[key].map { states[$0].seen } ?? 0 }

  /// The value that it had then.
  func seenValue(of key: FieldKey) -> UInt32 { places[key].map { states[$0].seenValue } ?? 0 }

  /// The fields, or those of one record, that differ from what the device has seen, in the order of
  /// their first change. - Complexity: O(fields that differ).
  func unseenChanges(of record: ResourceIndex? = nil) -> [FieldChange] {
    unseen.compactMap { place in
      let state = states[place]
      guard record == nil || state.key.record == record else { return nil }
      return FieldChange(key: state.key, value: state.value, revision: state.revision)
    }
  }

  /// Notes what the device has seen.
  /// - Returns: which records of that another device of its user had changed, and when.
  mutating func see(
    _ changes: [FieldChange]
  ) -> [(record: ResourceIndex, madeAt: Instant)] {
    var elsewhere: [(record: ResourceIndex, madeAt: Instant)] = []
    for change in changes {
      guard let place = places[change.key] else { continue }
      states[place].seen = change.revision
      states[place].seenValue = change.value
      note(place)
      guard let madeAt = states[place].elsewhereAt, states[place].revision == change.revision else {
        continue
      }
      states[place].elsewhereAt = nil
      elsewhere.append((change.key.record, madeAt))
    }
    return elsewhere
  }

  private mutating func note(_ place: Int) {
    let isUnseen = states[place].revision != states[place].seen
    var index = 0
    var end = unseen.count
    while index < end {
      let middle = (index + end) / 2
      if unseen[middle] < place { index = middle + 1 } else { end = middle }
    }
    let isListed = index < unseen.count && unseen[index] == place
    if isUnseen && !isListed {
      unseen.insert(place, at: index)
    } else if !isUnseen && isListed {
      unseen.remove(at: index)
    }
  }

  /// When a field was last changed, by the clock of the device that did.
  func clock(of key: FieldKey) -> Instant { places[key].map { states[$0].madeAt } ?? .start }

  /// A change that another device of the same user made.
  mutating func take(_ change: SharedChange) {
    let value = change.edit?.applied(to: value(of: change.key)) ?? change.value
    set(change.key, to: value, madeAt: change.clock)
    if change.device != nil, let place = places[change.key] {
      states[place].elsewhereAt = change.madeAt
    }
  }

  /// A change that was made elsewhere.
  mutating func change(_ edit: Edit, at instant: Instant) {
    let key = FieldKey(edit)
    set(key, to: edit.applied(to: value(of: key)), madeAt: instant)
  }

  /// A client's edit arrives.
  ///
  /// It is in conflict when the field was changed since the client saw it, to another value. Who
  /// overrules others sends the value that its user sees: that of a set or a counter is without
  /// what others did to it.
  /// - Parameter skew: how much the device's clock is ahead.
  mutating func receive(
    _ edit: PendingEdit, _ settings: OriginSettings, skew: TimeSpan
  ) -> EditVerdict {
    let isRepeated = !applied.insert(edit.id).inserted
    if isRepeated && settings.usesIdempotencyKeys { return .repeated }
    let taken: EditVerdict = isRepeated ? .appliedTwice : .applied
    // A message changes no field that anything else could have changed.
    if edit.edit.field.isMessage { return taken }
    let key = FieldKey(edit.edit)
    let state = places[key].map { states[$0] } ?? State(key: key)
    let madeAt = edit.madeAt + skew
    let merges = settings.conflicts == .merge && edit.edit.isIncremental
    if state.revision == edit.base || merges {
      set(key, to: edit.edit.applied(to: state.value), madeAt: madeAt)
      return taken
    }
    let value = edit.edit.applied(to: edit.baseValue)
    // Two increments by as much are not one.
    if value == state.value, key.field != .count {
      set(key, to: value, madeAt: madeAt)
      return taken
    }
    switch settings.conflicts {
    case .lastReceivedWins, .clientWins:
      set(key, to: value, madeAt: madeAt)
      return .won
    case .lastMadeWins:
      guard madeAt >= state.madeAt else { return .overruled }
      set(key, to: value, madeAt: madeAt)
      return .won
    case .serverWins: return .overruled
    case .merge:
      // A mark of having been read is never taken back; all else is a register, last made wins.
      if key.field == .read {
        set(key, to: max(state.value, value), madeAt: max(madeAt, state.madeAt))
        return .won
      }
      guard madeAt >= state.madeAt else { return .overruled }
      set(key, to: value, madeAt: madeAt)
      return .won
    }
  }

  private mutating func set(_ key: FieldKey, to value: UInt32, madeAt: Instant) {
    let place = places[key] ?? states.count
    if place == states.count {
      states.append(State(key: key))
      places[key] = place
    }
    states[place].value = value
    states[place].revision += 1
    states[place].madeAt = madeAt
    states[place].elsewhereAt = nil
    note(place)
  }
}

/// What the origin does when an edit meets a change that its maker had not seen.
package enum ConflictPolicy: String, WordSettingValue {
  case lastReceivedWins = "last-received-wins"
  /// The edit that was made last by the clocks of the devices.
  case lastMadeWins = "last-made-wins"
  case serverWins = "server-wins"
  case clientWins = "client-wins"
  /// Field by field: marks of reading only grow, elements are put into sets and taken out,
  /// increments of counters add up, all else, such as texts, as `last-made-wins`.
  case merge
}
