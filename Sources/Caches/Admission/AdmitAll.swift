public import SimCore

/// Everything may come in.
public struct AdmitAll: AdmissionFilter {
  public static let name = "all"
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  public func admits(_ incoming: Entry) -> Bool { true }
}
