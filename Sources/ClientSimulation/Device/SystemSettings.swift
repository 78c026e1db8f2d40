internal import CacheMetrics
package import SimCore

/// What the user of a phone has set in its system, as far as it decides on work that no screen
/// waits for.
package struct SystemSettings: Settings {
  package var lowPowerMode = false
  package var lowDataMode = false
  package var backgroundRefresh = true
  package var storage = StorageRule()
  package var doze = DozeSettings()
  package var transfers = TransferRule.inProcess

  package init() {}
  package static let fields: [Field<SystemSettings>] = [
    Field(
      "lowPowerMode", \.lowPowerMode,
      "Whether power is saved all the time: no background fetches and no silent pushes. iOS' Low "
        + "Power Mode pauses background activities (Apple, Energy Efficiency Guide for iOS Apps), "
        + "Android's Battery Saver holds jobs back (\"Power management resource limits\"). That it "
        + "is never turned off, as by charging, is assumed; device.battery has it come and go."),
    Field(
      "lowDataMode", \.lowDataMode,
      "Whether data is saved on metered networks: no background fetches, silent pushes or "
        + "prefetches there. In iOS' Low Data Mode Background App Refresh is off (Apple, \"Use Low "
        + "Data Mode on your iPhone and iPad\"), and Android's Data Saver blocks background data "
        + "(\"Optimize network data usage\"). That apps prefetch nothing in front either, as both "
        + "systems ask of them, but what has no other way to the screen (pre-cache), and that "
        + "Wi-Fi is not saved, is assumed."),
    Field(
      "backgroundRefresh", \.backgroundRefresh,
      "Whether apps may work in the background; false: no background fetches (UIApplication's "
        + "backgroundRefreshStatus, denied), and by assumption no silent pushes."),
    Field(
      "storage", \.storage,
      "What the system deletes of an app's caches, and how much it lets it store: \"ios\", "
        + "\"android\", \"chromium\", \"firefox\" or \"safari\"."),
    Field(
      "doze", \.doze, "When the phone lies still, so that Android's Doze holds work back: never."),
    Field(
      "transfers", \.transfers,
      "Who carries out what is fetched ahead: the process, which gives it up when it is suspended; "
        + "or the system (a background URLSession)."),
  ]
}

/// Who carries out what an app fetches ahead.
///
/// From Apple's documentation of `URLSessionConfiguration` (`background(withIdentifier:)`,
/// `isDiscretionary`, `sessionSendsLaunchEvents`): transfers of a background session go on while
/// the app is suspended, and the app is woken when they end; discretionary ones, and all that are
/// begun in the background, wait for what suits the device, such as Wi-Fi and power: both, by
/// assumption. Left out: that they also outlast a process that the system ends, and that the system
/// begins them by itself while the app is suspended. The bounds (`clairvoyant`) know nothing of it.
package enum TransferRule: String, WordSettingValue {
  case inProcess = "in-process"
  case backgroundSession = "background-session"
  case discretionary

  /// Whether an exchange goes on without the process.
  func carries(_ exchange: Exchange) -> Bool {
    self != .inProcess && exchange.purpose == .prefetch
  }
}

extension DeviceSimulation {
  /// Whether the system lets a transfer begin that no screen waits for.
  package var permitsTransfers: Bool {
    let suits = !isMetered && isCharging
    return switch plan.device.system.transfers {
    case .inProcess: true
    case .backgroundSession: isInFront || suits
    case .discretionary: suits
    }
  }

  /// A transfer ends, and the system wakes the app for it if it is suspended.
  mutating func wake(for exchange: Exchange) {
    if app.state == .suspended, plan.device.system.transfers.carries(exchange) { wake() }
  }
}
