package import SimCore

/// What people did and were shown in a run, in order.
package struct SyncHistory: Sendable {
  package enum Status: Sendable {
    /// The process ended before it said so.
    case unknown
    case accepted, refused
  }

  struct Edit: Sendable {
    var device: Int
    var user: Int
    var object: SyncObject
    var planned: PlannedEdit
    var status = Status.unknown

    func words(_ number: Int) -> String {
      let what = JSON.object(planned.edit.members).compact
      return "edit \(number + 1) (device \(device), \(object.text), \(what))"
    }
  }

  struct Reading: Sendable {
    var device: Int
    var user: Int
    var object: SyncObject
    var value: JSON
    var isFinal = false

    var place: Subscription { Subscription(device: device, user: user, object: object) }
  }

  struct Subscription: Hashable, Sendable {
    var device: Int
    var user: Int
    var object: SyncObject
  }

  enum Entry: Sendable {
    case began(Int)
    case ended(Int)
    case read(Reading)
  }

  private(set) var entries: [Entry] = []
  private(set) var edits: [Edit] = []
  private(set) var conflicts: Set<String> = []
  /// In the order in which they were made, with what was known then and was told since.
  private(set) var subscriptions: [(place: Subscription, value: JSON)] = []
  /// What the devices show in the end: objects by users by devices.
  private(set) var shown: [[JSON]] = []
  private(set) var objects: [SyncObject] = []
  private(set) var users = 1
  /// The most that a device stores in the end.
  package var storedBytes = 0

  /// An edit begins.
  /// - Returns: its number.
  package mutating func begin(
    _ device: Int, _ user: Int, _ object: SyncObject, _ planned: PlannedEdit
  ) -> Int {
    edits.append(Edit(device: device, user: user, object: object, planned: planned))
    entries.append(.began(edits.count - 1))
    return edits.count - 1
  }

  package mutating func end(_ number: Int, _ status: Status) {
    edits[number].status = status
    entries.append(.ended(number))
  }

  package mutating func read(_ device: Int, _ user: Int, _ object: SyncObject, _ value: JSON) {
    entries.append(
      .read(Reading(device: device, user: user, object: object, value: value)))
  }

  package mutating func add(conflict: String) { conflicts.insert(conflict) }

  package mutating func subscribe(
    _ device: Int, _ user: Int, _ object: SyncObject, _ value: JSON
  ) {
    let place = Subscription(device: device, user: user, object: object)
    subscriptions.removeAll { $0.place == place }
    subscriptions.append((place, value))
  }

  package mutating func tell(_ device: Int, _ user: Int, _ object: SyncObject, _ value: JSON) {
    let place = Subscription(device: device, user: user, object: object)
    if let index = subscriptions.firstIndex(where: { $0.place == place }) {
      subscriptions[index].value = value
    }
  }

  /// A process has begun: what was subscribed to before is forgotten.
  package mutating func restarted(_ device: Int) {
    subscriptions.removeAll { $0.place.device == device }
  }

  /// What the devices show in the end, as final readings too.
  package mutating func finish(objects: [SyncObject], users: Int, shown: [[JSON]]) {
    self.objects = objects
    self.users = users
    self.shown = shown
    for (device, values) in shown.enumerated() {
      for (place, value) in values.enumerated() {
        entries.append(
          .read(
            Reading(
              device: device, user: place / objects.count, object: objects[place % objects.count],
              value: value, isFinal: true)))
      }
    }
  }
}
