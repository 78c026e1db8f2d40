/// What a device's link to the world is made of; decides which radio it has and who pays.
public enum NetworkAccess: String, Sendable, CaseIterable {
  /// No interface is up.
  case none
  /// A cable.
  case wired
  /// A wireless local network.
  case wifi
  /// GSM, GPRS, EDGE.
  case cellular2G
  /// UMTS, HSPA.
  case cellular3G
  /// LTE.
  case cellular4G

  /// Whether bytes are counted against a data plan.
  public var isMetered: Bool {
    switch self {
    case .none, .wired, .wifi: false
    case .cellular2G, .cellular3G, .cellular4G: true
    }
  }
}
