internal import Measurement
internal import SimCore

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
