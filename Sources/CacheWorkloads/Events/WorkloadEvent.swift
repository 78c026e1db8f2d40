public import SimCore

/// What happens to one device at one instant.
public struct WorkloadEvent: Hashable, Sendable {
  /// When.
  public var at: Instant
  /// To which device: 0 for the first one of the population.
  public var device: UInt32
  /// What.
  public var action: Action

  /// Makes an event.
  public init(at: Instant, device: UInt32, action: Action) {
    self.at = at
    self.device = device
    self.action = action
  }
}

/// The kinds of events of a workload.
public enum Action: Hashable, Sendable {
  /// The origin publishes a resource, or a new version of it. `parts` refer to the event's block.
  case publish(ResourceIndex, Content)
  /// No later event names the resource, and no later content lists it among its parts, so that what
  /// is known of it need not be kept. Clients with an old copy may still request it.
  case retire(ResourceIndex)
  /// A screen appears. A screen is named by its main resource; what else it needs are that
  /// resource's parts.
  case open(ResourceIndex)
  /// The open screen turns out to need one more resource, which is a part of it from then on.
  /// Traces have it when it is requested; nothing happens when no screen is open.
  case need(ResourceIndex)
  case close(ResourceIndex)
  /// The user pulls the open screen, named by its main resource, to refresh it.
  case refresh(ResourceIndex)
  /// The origin tells the app, silently, that a resource has changed.
  case push(ResourceIndex)
  case edit(Edit)
  /// The device changes to another network: an index into the network schedule's list of profiles.
  case network(UInt8)
  /// The device is put on a charger or taken off it.
  case charging(Bool)
  case launch
  case foreground
  /// The app leaves the front; it has a few seconds to save its work.
  case background
  /// The user or the system ends the app; it is notified, and may save its work.
  case terminate
  /// The app ends without notification, or is killed while suspended.
  case crash
  case memoryWarning(MemoryLevel)
  /// A new release of the app reads and writes another schema.
  case upgrade(schema: UInt16)
  /// The system runs out of space: it empties the caches' folders of apps that do not run.
  case spaceShortage
  /// The user changes a field of a record on another device, at the origin.
  case editElsewhere(Edit)
  case switchUser(UInt16)
  /// The device's workload ends: an open screen closes, the app is ended as by its user, notified
  /// unless it is suspended, and unsent edits are counted.
  case end
}

/// How urgently the system asks for memory.
public enum MemoryLevel: String, WordSettingValue {
  /// Release what can be rebuilt easily.
  case warning
  /// Release everything, or be killed.
  case critical
}

/// A change that the user makes: "read" and "favourite" are fields of an article.
public struct Edit: Hashable, Sendable {
  /// The record: its main resource.
  public var record: ResourceIndex
  /// The field.
  public var field: Field
  /// The field's new value.
  public var value: UInt32

  /// What can be changed.
  public enum Field: String, WordSettingValue {
    case read
    case favourite
    /// A text or a number of the user's.
    case note
    /// Nothing of the record: a message about it, such as a check-in, which needs a connection.
    case message

    /// Whether it is told to the origin or not at all, and changes nothing that a client stores.
    package var isMessage: Bool { self == .message }
  }

  /// Makes an edit.
  public init(record: ResourceIndex, field: Field, value: UInt32) {
    self.record = record
    self.field = field
    self.value = value
  }
}
