/// Which columns of a block somebody reads, so that nobody fills the others.
package struct RequestColumns: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Makes a set of its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The objects' sizes.
  package static let sizes = RequestColumns(rawValue: 1 << 0)
  /// When each request was made.
  package static let times = RequestColumns(rawValue: 1 << 1)
  /// When each object is asked for again; costs a second reading of the trace.
  package static let nextAccesses = RequestColumns(rawValue: 1 << 2)
  /// How long a copy may be served.
  package static let timesToLive = RequestColumns(rawValue: 1 << 3)
  /// What a miss costs.
  package static let costs = RequestColumns(rawValue: 1 << 4)
  /// What is done to the object.
  package static let operations = RequestColumns(rawValue: 1 << 5)
  /// On whose behalf.
  package static let tenants = RequestColumns(rawValue: 1 << 6)

  /// All that the trace tells, without a second reading.
  package static let told: RequestColumns = [
    .sizes, .times, .timesToLive, .costs, .operations, .tenants,
  ]
  /// All columns.
  package static let all: RequestColumns = [.told, .nextAccesses]
}
