internal import SimCore

/// The fields of one request, gathered from a row or an object, and then told as a request.
struct RowReader {
  private var identifiers: IdentifierReader
  private let timeUnit: TraceTimeUnit
  private let timeToLiveUnit: TraceTimeUnit
  /// The number that next accesses give to the first request.
  private let firstNumber: Int64
  private var fields = RawFields()
  private var keySize: Int64 = 0
  private var repeats: Int64 = 1

  init(
    identifiers: IdentifierKind, timeUnit: TraceTimeUnit = .s, timeToLiveUnit: TraceTimeUnit = .s,
    firstNumber: Int = 1
  ) {
    self.firstNumber = Int64(firstNumber)
    self.identifiers = IdentifierReader(identifiers)
    self.timeUnit = timeUnit
    self.timeToLiveUnit = timeToLiveUnit
  }

  /// Forgets the last request.
  @inline(__always)
  mutating func begin() {
    fields = RawFields()
    keySize = 0
    repeats = 1
  }

  /// Takes one field other than the identifier; one that is empty is not told.
  @inline(__always)
  mutating func take(
    _ field: RequestField, _ text: Span<UInt8>, _ range: Range<Int>,
    _ requests: inout RawRequests
  ) throws(FieldFault) {
    switch field {
    case .time: try takeTime(text, range)
    case .size: try takeSize(text, range)
    default: try takeOther(field, text, range, &requests)
    }
  }

  @inline(__always)
  private mutating func takeTime(_ text: Span<UInt8>, _ range: Range<Int>) throws(FieldFault) {
    guard let time = TraceNumber.nanoseconds(text, range, unit: timeUnit.nanoseconds) else {
      throw FieldFault("the time is no number of \(timeUnit) below 2^63 ns")
    }
    fields.time = time
    fields.has.insert(.times)
  }

  @inline(__always)
  private mutating func takeSize(_ text: Span<UInt8>, _ range: Range<Int>) throws(FieldFault) {
    guard let size = TraceNumber.decimal(text, range) else {
      throw FieldFault("the size is no whole number below 10^18")
    }
    fields.size = size
    fields.has.insert(.sizes)
  }

  private mutating func takeOther(
    _ field: RequestField, _ text: Span<UInt8>, _ range: Range<Int>,
    _ requests: inout RawRequests
  ) throws(FieldFault) {
    switch field {
    case .id, .time, .size: return
    case .keySize:
      guard let size = TraceNumber.decimal(text, range) else {
        throw FieldFault("the key's size is no whole number below 10^18")
      }
      keySize = size
      fields.has.insert(.sizes)
    case .next:
      guard let next = TraceNumber.nextAccess(text, range) else {
        throw FieldFault("the next access is neither a request's number nor -1")
      }
      fields.next = next == .max || next < firstNumber ? .max : next - firstNumber
      fields.has.insert(.nextAccesses)
    case .timeToLive:
      guard let span = TraceNumber.nanoseconds(text, range, unit: timeToLiveUnit.nanoseconds) else {
        throw FieldFault("the time to live is no number of \(timeToLiveUnit)")
      }
      fields.timeToLive = span
      fields.has.insert(.timesToLive)
    case .cost:
      guard let cost = TraceNumber.real(text, range), cost.isFinite, cost >= 0 else {
        throw FieldFault("the cost is no number of 0 or more")
      }
      fields.cost = cost
      fields.has.insert(.costs)
    case .count:
      guard let count = TraceNumber.decimal(text, range), count >= 1 else {
        throw FieldFault("the count is no whole number of 1 or more")
      }
      repeats = count
    case .operation: try takeOperation(text.extracting(range), &requests)
    case .tenant:
      fields.tenant = requests.tenantNames.intern(text.extracting(range))
      fields.has.insert(.tenants)
    }
  }

  private mutating func takeOperation(
    _ word: Span<UInt8>, _ requests: inout RawRequests
  ) throws(FieldFault) {
    guard let number = requests.operationNames.number(of: word) else {
      throw FieldFault("more than 256 operations are named: is this column one of operations?")
    }
    fields.operation = number
    fields.has.insert(.operations)
  }

  /// Tells the request of the fields that were taken.
  @inline(__always)
  mutating func finish(
    _ text: Span<UInt8>, _ id: Range<Int>, _ requests: inout RawRequests
  ) throws(FieldFault) {
    guard !id.isEmpty else { throw FieldFault("the object is missing") }
    fields.size = fields.has.contains(.sizes) ? fields.size + keySize : 1
    if fields.has.contains(.sizes), fields.size == 0 {
      return requests.skipEmpty(next: fields.next, count: repeats)
    }
    let identifier = try identifiers.read(text, id, &requests)
    if repeats == 1 {
      requests.append(identifier, fields)
    } else {
      requests.append(RequestRun(first: identifier, step: 0, count: repeats, fields: fields))
    }
  }
}
