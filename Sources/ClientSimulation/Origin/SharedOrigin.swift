internal import CacheMetrics
internal import CacheWorkloads
internal import SimCore

/// What the devices of one simulation have in common, on one clock.
final class SharedOrigin {
  /// Nil: the origin is never busy.
  var queue: OriginQueue?
  /// Nil: there are no caches before it.
  let edge: EdgeNetwork?
  private let devicesOfPerson: Int
  /// By person: what their devices changed at the origin, in order.
  private var changes: [[SharedChange]] = []

  /// Nil: they have nothing in common.
  init?(_ plan: SimulationPlan) {
    guard plan.isOnOneClock else { return nil }
    queue = plan.origin.capacity.map { OriginQueue($0) }
    edge = plan.origin.edge.map { EdgeNetwork($0, plan) }
    devicesOfPerson = plan.devicesOfPerson
  }

  private func person(of device: UInt32) -> Int { Int(device) / devicesOfPerson }

  /// Adds a change by a device, in order of time; it lies after all that a device can have taken
  /// over, as that happens at requests, which come in order.
  func add(_ change: SharedChange, by device: UInt32) {
    let person = person(of: device)
    while changes.count <= person { changes.append([]) }
    let place = changes[person].lastIndex { $0.at <= change.at }.map { $0 + 1 } ?? 0
    changes[person].insert(change, at: place)
  }

  /// What a device's person changed up to an instant, but for so many of the first changes.
  func changes(
    for device: UInt32, after count: Int, upTo now: Instant
  ) -> ArraySlice<SharedChange> {
    let person = person(of: device)
    guard person < changes.count else { return [] }
    return changes[person].dropFirst(count).prefix { $0.at <= now }
  }
}

/// A change of a field of a person's records at the origin.
struct SharedChange {
  /// When it was made there.
  var at: Instant
  /// By which device; nil: by none that is simulated.
  var device: UInt32?
  var key: FieldKey
  var value: UInt32 = 0
  /// What changed it elsewhere, whatever its value was; nil: the value is said.
  var edit: Edit?
  /// By the clock of the device.
  var clock: Instant
  var madeAt: Instant
}

extension SimulationPlan {
  /// Whether devices have something in common.
  package var isOnOneClock: Bool { origin.isShared || devicesOfPerson > 1 }
}

extension DeviceSimulation {
  /// Takes over, at the origin, what other devices of the same person have changed there.
  mutating func takeChangesOfOthers() {
    guard let common else { return }
    for change in common.changes(for: device, after: takenChanges, upTo: now) {
      takenChanges += 1
      if change.device != device { origin.fields.take(change) }
    }
  }

  /// Notes, for the other devices of the same person, what an edit changed at the origin.
  func share(_ edit: PendingEdit, unless before: UInt32) {
    guard let common, plan.devicesOfPerson > 1 else { return }
    let key = FieldKey(edit.edit)
    guard origin.fields.revision(of: key) != before else { return }
    common.add(
      SharedChange(
        at: now, device: device, key: key, value: origin.fields.value(of: key),
        clock: origin.fields.clock(of: key), madeAt: edit.madeAt),
      by: device)
  }

  /// A field is changed at the origin by none of the simulated devices: at once, or for all devices
  /// of the person at their next requests.
  mutating func changeElsewhere(_ edit: Edit) {
    guard let common, plan.devicesOfPerson > 1 else { return origin.fields.change(edit, at: now) }
    common.add(
      SharedChange(
        at: now, key: FieldKey(edit), edit: edit, clock: now, madeAt: now), by: device)
  }

  /// Notes what the client has been told of fields, and what of it another device of its user had
  /// changed.
  mutating func see(_ changes: [FieldChange]) {
    for (record, madeAt) in origin.fields.see(changes) {
      self.record(.edit(.seenElsewhere, age: now - madeAt), of: record)
    }
  }
}
