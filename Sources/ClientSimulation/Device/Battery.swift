package import SimCore

/// The battery of a phone, as far as it decides on background fetches.
package struct BatterySettings: Settings {
  package var lowPowerBelow: Double?
  package var life = TimeSpan.hours(20)
  package var charging = TimeSpan.hours(2)

  package init() {}
  package static let fields: [Field<BatterySettings>] = [
    Field(
      "lowPowerBelow", \.lowPowerBelow, in: 0...1,
      "The level below which the system grants no background fetches, until the battery has been "
        + "charged to 80%; null: it always does. iOS' Low Power Mode pauses background activities "
        + "(Apple, Energy Efficiency Guide for iOS Apps); that it is offered at 0.2 is assumed."),
    Field(
      "life", \.life, in: .minutes(1)...(.days(365)),
      "How long a full battery lasts, used evenly; a device begins with a full one. An assumption."
    ),
    Field(
      "charging", \.charging, in: .minutes(1)...(.days(365)),
      "How long charging an empty battery takes. An assumption."),
  ]
}

/// The level of a battery that is used up evenly and charged evenly, and whether power is saved.
struct Battery {
  /// The level at which saving ends: 80 %, as has been observed of iOS' Low Power Mode
  /// (useyourloaf.com, "Detecting low power mode", read in its translation on juejin.cn).
  static let sufficient = 0.8

  /// The part of a full battery that is left, at `instant`.
  private var level = 1.0
  private var instant = Instant.start
  private var isCharging = false
  private var isSaving = false

  mutating func isSaving(at now: Instant, _ settings: BatterySettings) -> Bool {
    guard settings.lowPowerBelow != nil else { return false }
    advance(to: now, settings)
    return isSaving
  }

  mutating func charge(_ isCharging: Bool, at now: Instant, _ settings: BatterySettings) {
    advance(to: now, settings)
    self.isCharging = isCharging
  }

  private mutating func advance(to now: Instant, _ settings: BatterySettings) {
    let span = (now - instant).seconds
    instant = now
    if isCharging {
      level = min(1, level + span / settings.charging.seconds)
      if level >= Self.sufficient { isSaving = false }
    } else {
      level = max(0, level - span / settings.life.seconds)
      if let least = settings.lowPowerBelow, level < least { isSaving = true }
    }
  }
}
