internal import CacheMetrics
public import CacheWorkloads
public import SimCore

/// A field of a record.
public struct FieldKey: Hashable, Sendable {
  /// The record: its main resource.
  public var record: ResourceIndex
  /// The field.
  public var field: Edit.Field

  /// The field that an edit changes.
  public init(_ edit: Edit) {
    record = edit.record
    field = edit.field
  }
}

/// A field that was changed since a client saw it.
public struct FieldChange: Sendable {
  /// Which field.
  public var key: FieldKey
  /// Its value at the origin.
  public var value: UInt32
  /// How often it was changed.
  public var revision: UInt32
}

/// An edit that the app has taken, until the origin has answered.
public struct PendingEdit: Hashable, Sendable {
  /// Its number: the key by which the origin knows it again.
  public var id: UInt32
  /// What the user changed.
  public var edit: Edit
  /// When.
  public var madeAt: Instant
  /// How often the field had been changed when the app last saw it.
  public var base: UInt32
  /// The value that it had then.
  package var baseValue: UInt32 = 0
}

/// What the origin said to an edit.
public enum EditVerdict: UInt8, Sendable, CaseIterable {
  /// It was taken.
  case applied
  /// The field had been changed elsewhere; the edit was taken all the same.
  case won
  /// The field had been changed elsewhere, and keeps that.
  case overruled
  /// It had been taken before, and was known again.
  case repeated
  /// It had been taken before, and was taken a second time.
  case appliedTwice
}

/// What becomes of the edits of a device's users.
struct EditLedger {
  /// The most edits that ever waited to be sent.
  private(set) var peakOutbox = 0
  private var waiting = 0

  mutating func noteWaiting(_ count: Int) {
    waiting = count
    peakOutbox = max(peakOutbox, count)
  }

  mutating func beginPeak() { peakOutbox = waiting }
}

// MARK: - What becomes of an edit

extension DeviceSimulation {
  /// The user changes a field: the strategy is asked to take it. Of a record whose screen stayed
  /// blank the user changes nothing, and without a connection there is no message: nothing stored
  /// could be changed meanwhile, whatever the strategy.
  mutating func make(_ edit: Edit) {
    guard plan.reactions.editsUnseen || user.blank != edit.record else {
      record(.user(.sawNothingToEdit), of: edit.record)
      return
    }
    guard canFetch || !edit.field.isMessage else {
      record(.user(.hadNoConnection), of: edit.record)
      return
    }
    laws.edits += 1
    record(.edit(.made, age: .zero), of: edit.record)
    if !edit.field.isMessage {
      for _ in 1..<plan.devicesOfPerson {
        record(.edit(.awaitedElsewhere, age: .zero), of: edit.record)
      }
    }
    var pending = PendingEdit(id: UInt32(laws.edits), edit: edit, madeAt: now, base: 0)
    noteBase(of: &pending)
    tell(.edited(pending))
  }

  /// Says that the strategy cannot take an edit, and tells the user so.
  public mutating func refuse(_ edit: PendingEdit) {
    laws.refused += 1
    record(.refused, edit)
  }

  /// Says that the origin has answered an edit.
  public mutating func settle(_ edit: PendingEdit, _ verdict: EditVerdict) {
    switch verdict {
    case .applied, .won, .repeated, .appliedTwice:
      laws.synced += 1
      record(.synced, edit)
    case .overruled:
      laws.overruled += 1
      record(.overruled, edit)
    }
  }

  /// Says that a later edit of the same field took the place of one that was not yet sent.
  public mutating func supersede(_ edit: PendingEdit) {
    laws.superseded += 1
    record(.superseded, edit)
  }

  /// Says that an edit which had been taken is gone.
  public mutating func lose(_ edit: PendingEdit) {
    laws.lost += 1
    record(.lost, edit)
  }

  /// Says that what the user sees of a field went back to an older value though an edit of it is on
  /// its way.
  public mutating func revert(_ edit: PendingEdit) { record(.reverted, edit) }

  /// Notes what the client has seen last of the field of an edit.
  package func noteBase(of edit: inout PendingEdit) {
    let key = FieldKey(edit.edit)
    edit.base = origin.fields.seenRevision(of: key)
    edit.baseValue = origin.fields.seenValue(of: key)
  }

  /// Says how many edits wait to be sent.
  public mutating func noteOutbox(_ count: Int) { edits.noteWaiting(count) }

  private mutating func record(_ stage: EditStage, _ edit: PendingEdit) {
    switch stage {
    case .refused, .synced, .superseded, .lost, .overruled:
      if measuring.hasBegun, edit.madeAt < measuring.start { measuring.earlierEdits -= 1 }
    case .made, .pending, .conflicted, .duplicated, .reverted, .awaitedElsewhere, .seenElsewhere:
      break
    }
    record(.edit(stage, age: now - edit.madeAt), of: edit.edit.record)
  }
}

// MARK: - The origin's side

extension DeviceSimulation {
  mutating func receive(_ edits: [PendingEdit]) -> [EditVerdict] {
    edits.map { edit in
      let before = origin.fields.revision(of: FieldKey(edit.edit))
      let isMain = Int(device) % plan.devicesOfPerson == 0
      let verdict = origin.fields.receive(
        edit, plan.origin, skew: isMain ? plan.origin.clockSkew : .zero)
      share(edit, unless: before)
      switch verdict {
      case .won, .overruled: record(.conflicted, edit)
      case .appliedTwice: record(.duplicated, edit)
      case .applied, .repeated: break
      }
      return verdict
    }
  }

  /// The fields that were changed since the client saw them: of one record, or of all.
  func fieldChanges(of record: ResourceIndex? = nil) -> [FieldChange] {
    origin.fields.unseenChanges(of: record)
  }

  /// What the answer to a batch says of the fields that it touched.
  func fieldChanges(of edits: [PendingEdit]) -> [FieldChange] {
    edits.filter { !$0.edit.field.isMessage }.map { FieldKey($0.edit) }.map {
      FieldChange(
        key: $0, value: origin.fields.value(of: $0), revision: origin.fields.revision(of: $0))
    }
  }
}
