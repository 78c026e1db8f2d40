/// The number of an exchange in flight: small and dense, chosen by the caller, free again after
/// the exchange ended.
public typealias ExchangeID = UInt32
