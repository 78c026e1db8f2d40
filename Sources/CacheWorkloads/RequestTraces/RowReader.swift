internal import SimCore

extension InputError {
  static let operations = InputError(
    "more than 256 operations are named: is this column one of operations?")
}

struct RowReader {
  private var identifiers: IdentifierReader
  private let timeUnit: TraceTimeUnit
  private let timeUnitNanoseconds: Int64
  private let timeToLiveUnit: TraceTimeUnit
  /// The number that next accesses give to the first request.
  private let firstNumber: Int64
  private var fields = RawFields()
  private var keySize: Int64 = 0
  private var repeats: Int64 = 1

  init(_ settings: RowSettings) {
    firstNumber = Int64(settings.firstNumber)
    identifiers = IdentifierReader(settings.idKind)
    timeUnit = settings.timeUnit
    timeUnitNanoseconds = timeUnit.nanoseconds
    timeToLiveUnit = settings.timeToLiveUnit
  }

  @inline(__always)
  mutating func begin() {
    fields = RawFields()
    keySize = 0
    repeats = 1
  }

  /// Takes one field other than the identifier; an empty one counts as missing.
  mutating func take(
    _ field: RequestField, _ text: Span<UInt8>, _ range: Range<Int>, _ requests: inout RawRequests
  ) throws(InputError) {
    var place = range.lowerBound
    switch field {
    case .time:
      guard takeTime(text, &place, to: range.upperBound), place == range.upperBound else {
        throw InputError("the time is no number of \(timeUnit) below 2^63 ns")
      }
    case .size:
      guard takeSize(text, &place, to: range.upperBound), place == range.upperBound else {
        throw InputError("the size is no whole number below 10^18")
      }
    default: try takeOther(field, text, range, &requests)
    }
  }

  /// Takes the time that stands from a place on, which moves behind it; false: there is none.
  @inline(__always)
  mutating func takeTime(_ text: Span<UInt8>, _ place: inout Int, to end: Int) -> Bool {
    let unit = timeUnitNanoseconds
    guard let time = TraceNumber.leadingNanoseconds(text, &place, to: end, unit: unit) else {
      return false
    }
    fields.time = time
    fields.has.insert(.times)
    return true
  }

  /// Takes the size that stands from a place on, which moves behind it; false: there is none.
  @inline(__always)
  mutating func takeSize(_ text: Span<UInt8>, _ place: inout Int, to end: Int) -> Bool {
    guard let size = TraceNumber.leadingDecimal(text, &place, to: end) else { return false }
    fields.size = size
    fields.has.insert(.sizes)
    return true
  }

  private mutating func takeOther(
    _ field: RequestField, _ text: Span<UInt8>, _ range: Range<Int>, _ requests: inout RawRequests
  ) throws(InputError) {
    switch field {
    case .id, .time, .size: return
    case .keySize:
      guard let size = TraceNumber.decimal(text, range) else {
        throw InputError("the key's size is no whole number below 10^18")
      }
      keySize = size
      fields.has.insert(.sizes)
    case .next:
      guard let next = TraceNumber.nextAccess(text, range) else {
        throw InputError("the next access is neither a request's number nor -1")
      }
      fields.next = next == .max || next < firstNumber ? .max : next - firstNumber
      fields.has.insert(.nextAccesses)
    case .timeToLive:
      guard let span = TraceNumber.nanoseconds(text, range, unit: timeToLiveUnit.nanoseconds) else {
        throw InputError("the time to live is no number of \(timeToLiveUnit)")
      }
      fields.timeToLive = span
      fields.has.insert(.timesToLive)
    case .cost:
      guard let cost = TraceNumber.real(text, range), cost.isFinite, cost >= 0 else {
        throw InputError("the cost is no number of 0 or more")
      }
      fields.cost = cost
      fields.has.insert(.costs)
    case .count:
      guard let count = TraceNumber.decimal(text, range), count >= 1 else {
        throw InputError("the count is no whole number of 1 or more")
      }
      repeats = count
    case .operation:
      guard let number = requests.operationNames.number(of: text, range) else {
        throw InputError.operations
      }
      fields.operation = number
      fields.has.insert(.operations)
    case .tenant:
      fields.tenant = requests.tenantNames.intern(text, range)
      fields.has.insert(.tenants)
    }
  }

  var expectsNumber: Bool { identifiers.expectsNumber }

  mutating func finish(
    _ text: Span<UInt8>, _ id: Range<Int>, _ requests: inout RawRequests
  ) throws(InputError) {
    guard !id.isEmpty else { throw InputError("the object is missing") }
    if skipsEmpty(&requests) { return }
    // Requests of no bytes are counted at once, however many they are.
    guard repeats <= RequestRun.maximumRepeats else {
      throw InputError(
        "the count is \(repeats), and a row may stand for at most \(RequestRun.maximumRepeats)")
    }
    try requests.check(fields.has)
    let identifier = try identifiers.read(text, id, &requests)
    requests.require(fields.has)
    emit(identifier, &requests)
  }

  /// Whether the fields that were taken are those that all requests have, and stand for no more
  /// requests than a row may.
  @inline(__always)
  func agrees(with requests: borrowing RawRequests) -> Bool {
    requests.agree(with: fields.has) && repeats <= RequestRun.maximumRepeats
  }

  /// Adds the request of the fields that were taken for an identifier that is a number.
  /// - Precondition: they agree with the requests.
  @inline(__always)
  mutating func finish(_ identifier: UInt64, _ requests: inout RawRequests) {
    if skipsEmpty(&requests) { return }
    emit(identifiers.accept(identifier), &requests)
  }

  /// Adds up the sizes; leaves out a request of no bytes.
  @inline(__always)
  private mutating func skipsEmpty(_ requests: inout RawRequests) -> Bool {
    guard fields.has.contains(.sizes) else { return false }
    fields.size += keySize
    guard fields.size == 0 else { return false }
    requests.skipEmpty(next: fields.next, count: repeats)
    return true
  }

  @inline(__always)
  private mutating func emit(_ identifier: UInt64, _ requests: inout RawRequests) {
    if repeats == 1 {
      requests.append(identifier, fields)
    } else {
      requests.append(RequestRun(first: identifier, step: 0, count: repeats, fields: fields))
    }
  }
}

/// How rows and objects are read: in which column or member each field stands, and in which form.
struct RowSettings: Sendable {
  var places: [RequestField: String] = [:]
  var idKind = IdentifierKind.auto
  var timeUnit = TraceTimeUnit.s
  var timeToLiveUnit = TraceTimeUnit.s
  var firstNumber = 1

  /// Where a field stands: a name, a number of a column, `none` or `auto`.
  subscript(field: RequestField) -> String {
    get { places[field] ?? "auto" }
    set { places[field] = newValue }
  }
}

protocol NamedFieldSettings: Settings {
  var rows: RowSettings { get set }
}

extension NamedFieldSettings {
  static func rowFields(_ describe: (RequestField) -> String) -> [Field<Self>] {
    func place(_ field: RequestField) -> Field<Self> {
      Field(field.name, \.rows[field], describe(field))
    }
    return [
      place(.id),
      Field("idKind", \.rows.idKind, IdentifierKind.meaning),
      place(.time),
      Field(
        "timeUnit", \.rows.timeUnit, "The unit of times: s, ms, us or ns; decimals may follow."),
      place(.size), place(.next),
      Field(
        "nextFrom", \.rows.firstNumber, in: 0...1,
        "The number that next accesses give to the first request: 1, as libCacheSim counts, or 0."),
      place(.operation), place(.timeToLive),
      Field("ttlUnit", \.rows.timeToLiveUnit, "The unit of times to live."),
      place(.cost), place(.tenant),
    ]
  }
}

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

  static let named = Array(allCases.prefix { $0 != .keySize })

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
