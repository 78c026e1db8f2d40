/// What a network tells its device.
public enum NetworkEvent: Hashable, Sendable {
  /// The whole request is at the origin, which must now `respond`.
  case reached(ExchangeID)
  /// The whole answer is here.
  case completed(ExchangeID, NetworkTraffic)
  /// There will be no answer; the traffic was for nothing.
  case failed(ExchangeID, NetworkFailure, NetworkTraffic)
}
