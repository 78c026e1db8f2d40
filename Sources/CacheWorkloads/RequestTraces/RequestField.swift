internal import SimCore

enum RequestField: CaseIterable {
  case id
  case time
  case size
  case next
  case operation
  case timeToLive
  case cost
  case tenant
  /// The length of a key, which a store keeps with the value.
  case keySize
  case count

  /// Those that a column or a member of one's own naming may hold.
  static let named = Array(allCases.prefix { $0 != .keySize })

  /// The name under which it is written, and a setting says where it is read.
  var name: String { names[0] }

  /// Names that headers and members have for it, in lower case, the likeliest first.
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

  var meaning: String {
    switch self {
    case .id: "object"
    case .size: "size in bytes"
    case .next: "next access"
    case .operation: "operation"
    case .timeToLive: "time to live"
    default: name
    }
  }

  static func named(_ name: String) -> RequestField? {
    allCases.first { $0.names.contains(name.lowercased()) }
  }
}

enum IdentifierKind: String, WordSettingValue {
  case auto, number, text

  static let meaning =
    "What an identifier is: number, text, or auto: what the first one looks like."
}

/// Decides whether identifiers are numbers or texts, and reads them.
struct IdentifierReader {
  private var kind: IdentifierKind

  init(_ kind: IdentifierKind) { self.kind = kind }

  var expectsNumber: Bool { kind != .text }

  @inline(__always)
  mutating func accept(_ number: UInt64) -> UInt64 {
    kind = .number
    return number
  }

  /// Reads an identifier.
  ///
  /// `auto` is decided by the first one: a decimal number below 2⁶⁴, else a text.
  mutating func read(
    _ text: Span<UInt8>, _ range: Range<Int>, _ requests: inout RawRequests
  ) throws(InputError) -> UInt64 {
    if kind != .text, let number = TraceNumber.unsigned(text, range) {
      return accept(number)
    }
    guard kind != .number else {
      throw InputError("expected an object as a number below 2^64, as the first one was")
    }
    kind = .text
    return UInt64(requests.number(of: text, range))
  }
}

enum TraceTimeUnit: String, WordSettingValue {
  case s, ms, us, ns

  var nanoseconds: Int64 {
    switch self {
    case .s: 1_000_000_000
    case .ms: 1_000_000
    case .us: 1_000
    case .ns: 1
    }
  }
}
