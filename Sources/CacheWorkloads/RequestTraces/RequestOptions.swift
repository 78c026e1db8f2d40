internal import SimCore

package struct RequestOptions: Hashable, Sendable {
  /// The columns to be filled where the trace has them; keys always are.
  package var columns = RequestColumns.onePass
  /// Whether malformed items are counted and left out; nil: as is usual for the format, which is
  /// yes for access logs and captures and no for all others. Where they are not left out, the
  /// first one is an error.
  package var skipsMalformed: Bool?
  /// Whether the names of objects are kept, 8 bytes for each, or the text.
  package var keepsNames = false
  /// Whether items that cannot be read are shown with what may be a secret.
  package var showsSecrets = false
  /// How many objects there may be; more only cost time.
  package var expectedObjects = 0

  /// How many requests are read at most; further ones are as if they were not there.
  package var limit = Int64.max

  /// Which objects' requests are read, the others being as if they were not there; nil: all.
  ///
  /// Next accesses do not hold in a shard and are left out, as names are.
  package var shard: TraceShard?

  /// Whether the reader gives keys; else the second step of reading is done elsewhere.
  package var givesKeys = true

  package var blockLength = RequestBlock.capacity

  package init() {}

  package init(columns: RequestColumns) { self.columns = columns }
}

package struct RequestColumns: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let sizes = RequestColumns(rawValue: 1 << 0)
  package static let times = RequestColumns(rawValue: 1 << 1)
  /// When each object is requested again; needs a second pass over the trace.
  package static let nextAccesses = RequestColumns(rawValue: 1 << 2)
  /// How long a copy may be served.
  package static let timesToLive = RequestColumns(rawValue: 1 << 3)
  package static let costs = RequestColumns(rawValue: 1 << 4)
  /// What is done to the object.
  package static let operations = RequestColumns(rawValue: 1 << 5)
  package static let tenants = RequestColumns(rawValue: 1 << 6)

  package static let onePass: RequestColumns = [
    .sizes, .times, .timesToLive, .costs, .operations, .tenants,
  ]
  package static let all: RequestColumns = [.onePass, .nextAccesses]
}
