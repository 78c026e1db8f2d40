package import SimCore

/// What goes wrong or changes around an app, whatever people do with it: crashes, warnings that
/// memory or space is short, new releases, other people at the same device.
///
/// The same for every strategy. No public data says how often; all of it is assumption, and zero
/// or none unless a scenario asks.
package struct Incidents: Settings {
  /// Crashes for each thousand screens opened.
  package var crashesPerThousandOpens = 0.0
  /// Warnings of the system that memory is short, a day.
  package var memoryWarningsPerDay = 0.0
  /// The share of them that are the last before a kill.
  package var criticalShare = 0.25
  /// How often a day the system runs out of space and empties caches' folders.
  package var spaceShortagesPerDay = 0.0
  /// When new releases of the app arrive, each with another schema of what it stores.
  package var upgrades: [TimeSpan] = []
  /// How many people share the device, one after the other.
  package var users = 1
  /// How long one of them has it.
  package var turn = TimeSpan.days(1)
  /// How many edits a day the person makes on another device of theirs, on the same records.
  package var elsewhereEditsPerDay = 0.0

  package init() {}
  package static let fields: [Field<Incidents>] = [
    Field(
      "crashesPerThousandOpens", \.crashesPerThousandOpens, in: 0...1_000,
      "Crashes for each thousand screens opened, within ten seconds of the opening."),
    Field(
      "memoryWarningsPerDay", \.memoryWarningsPerDay, in: 0...10_000,
      "Warnings of the system that memory is short, at any time of the day."),
    Field(
      "criticalShare", \.criticalShare, in: 0...1,
      "The share of those warnings that are the last before a kill."),
    Field(
      "spaceShortagesPerDay", \.spaceShortagesPerDay, in: 0...1_000,
      "How often the system runs out of space and empties the caches' folders of apps that do not "
        + "run."),
    Field(
      "upgrades", \.upgrades, each: .seconds(1)...(.days(3_650)), count: 0...1_000,
      "When new releases of the app arrive, each with another schema of what it stores."
    ),
    Field("users", \.users, in: 1...100, "How many people share the device in turn."),
    Field("turn", \.turn, in: .minutes(1)...(.days(365)), "How long one of them has it."),
    Field(
      "elsewhereEditsPerDay", \.elsewhereEditsPerDay, in: 0...10_000,
      "How many edits the person makes on another device, of the records edited on this one."),
  ]

  /// The story with these incidents among its events.
  package func wrap(_ stream: EventStream, seed: UInt64) -> EventStream {
    self.json.compact == Incidents().json.compact
      ? stream : .over(IncidentSource(self, stream, seed: seed)) { $0.issues }
  }
}
