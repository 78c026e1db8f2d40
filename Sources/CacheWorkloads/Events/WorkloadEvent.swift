package import SimCore

/// What happens to one device at one instant.
package struct WorkloadEvent: Sendable {
  /// When.
  package var at: Instant
  /// To which device: 0 for the first one of the population.
  package var device: UInt32
  /// What.
  package var action: Action

  /// Makes an event.
  package init(at: Instant, device: UInt32, action: Action) {
    self.at = at
    self.device = device
    self.action = action
  }
}

/// The kinds of events of a workload.
package enum Action: Sendable {
  /// The origin publishes a resource, or a new version of it. `parts` refer to the event's block.
  case publish(ResourceIndex, Content)
  /// A screen appears. A screen is named by its main resource; what else it needs are that
  /// resource's parts.
  case open(ResourceIndex)
  /// The open screen turns out to need one resource more. Traces tell it when it is asked for;
  /// nothing happens when no screen is open.
  case need(ResourceIndex)
  /// The screen disappears.
  case close(ResourceIndex)
  /// The user changes a field of a record.
  case edit(Edit)
  /// The device comes to another network: an index into the weather's list of profiles.
  case network(UInt8)
  /// The device is put on a charger or taken off it.
  case charging(Bool)
  /// The app is started.
  case launch
  /// The app comes to the front again.
  case foreground
  /// The app leaves the front; it has a few seconds to save its work.
  case background
  /// The user or the system ends the app; it is told, and may save its work.
  case terminate
  /// The app dies without a word, or is killed while suspended.
  case crash
  /// The system wants memory back.
  case memoryWarning(MemoryLevel)
  /// A new release of the app reads and writes another schema.
  case upgrade(schema: UInt16)
  /// The system runs out of space: it empties the caches' folders of apps that do not run.
  case spaceShortage
  /// The user changes a field of a record on another device, at the origin.
  case editElsewhere(Edit)
  /// Another person logs in.
  case switchUser(UInt16)
  /// The device's story is over: whatever is open closes, whatever is unsent is counted.
  case end
}

/// How badly the system wants memory back.
package enum MemoryLevel: UInt8, Sendable {
  /// Give back what is easily had again.
  case warning
  /// Give back everything, or be killed.
  case critical
}

/// A change that the user makes: "read" and "favourite" are fields of an article.
package struct Edit: Hashable, Sendable {
  /// The record: its main resource.
  package var record: ResourceIndex
  /// The field.
  package var field: Field
  /// The field's new value.
  package var value: UInt32

  /// What can be changed.
  package enum Field: UInt8, Sendable, CaseIterable {
    /// Marked as read.
    case read
    /// Among the favourites.
    case favourite
    /// A text or a number of the user's.
    case note
  }

  /// Makes an edit.
  package init(record: ResourceIndex, field: Field, value: UInt32) {
    self.record = record
    self.field = field
    self.value = value
  }
}
