internal import SimCore

extension Bytes {
  /// A share of a capacity, rounded down; all of one without a limit.
  func share(_ share: Double) -> Int64 {
    let part = Double(count) * share
    return self == .unlimited || part >= 9.2e18 ? .max : Int64(part)
  }
}
