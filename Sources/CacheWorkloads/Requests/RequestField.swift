/// What a column or a member tells about a request.
enum RequestField: Int, CaseIterable {
  case id
  case time
  case size
  case next
  case operation
  case timeToLive
  case cost
  case tenant
  /// The length of a key, which a store keeps beside the value.
  case keySize
  /// How often the request was made.
  case count

  /// Names under which headers and members tell it, in lower case, the likeliest first.
  var names: [String] {
    switch self {
    case .id: ["id", "object", "obj_id", "object_id", "key", "lbn", "block_id", "url"]
    case .time: ["time", "timestamp", "ts", "op_time", "clock_time"]
    case .size: ["size", "bytes", "obj_size", "object_size", "io_size"]
    case .next: ["next", "next_access", "next_access_vtime"]
    case .operation: ["op", "operation", "op_name"]
    case .timeToLive: ["ttl", "time_to_live"]
    case .cost: ["cost"]
    case .tenant: ["tenant", "namespace", "user_namespace", "usecase"]
    case .keySize, .count: []
    }
  }

  /// The field of a name; nil when it is none.
  static func named(_ name: String) -> RequestField? {
    allCases.first { $0.names.contains(name.lowercased()) }
  }
}
