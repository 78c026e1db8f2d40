/// Which columns of a block somebody reads, so that nobody fills the others.
public struct RequestColumns: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The objects' sizes.
  public static let sizes = RequestColumns(rawValue: 1 << 0)
  /// When each request was made.
  public static let times = RequestColumns(rawValue: 1 << 1)
  /// When each object is asked for again; costs a second reading of the trace.
  public static let nextAccesses = RequestColumns(rawValue: 1 << 2)
  /// How long a copy may be served.
  public static let timesToLive = RequestColumns(rawValue: 1 << 3)
  /// What a miss costs.
  public static let costs = RequestColumns(rawValue: 1 << 4)
  /// What is done to the object.
  public static let operations = RequestColumns(rawValue: 1 << 5)
  /// On whose behalf.
  public static let tenants = RequestColumns(rawValue: 1 << 6)

  /// All that the trace tells, without a second reading.
  public static let told: RequestColumns = [
    .sizes, .times, .timesToLive, .costs, .operations, .tenants,
  ]
  /// All columns.
  public static let all: RequestColumns = [.told, .nextAccesses]
}
