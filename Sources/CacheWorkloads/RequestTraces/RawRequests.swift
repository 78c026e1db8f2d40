package import SimCore

/// Requests as a format reads them: identifiers that have no key yet, times that have no start.
struct RawRequests: ~Copyable {
  /// What the trace calls the objects that have no key yet; where they are texts, their numbers in
  /// `texts`.
  var identifiers: [UInt64] = []
  /// The other columns, and the keys that were given already.
  var block = RequestBlock()
  var texts: ByteInterner?
  var operationNames = WordList(limit: 256)
  var tenantNames = ByteInterner()
  var issues = TraceIssues()
  var emptyCount: Int64 = 0
  /// Where those stood among all requests of the file, and which came next for the same object;
  /// only written while `notesEmpty`.
  var empty: [EmptyRequest] = []
  var notesEmpty = false
  /// Whether nothing else is wanted, so that a format may pass over many requests that all have
  /// bytes, and only add them to `keptCount`.
  var wantsOnlyEmpty = false

  var present: RequestColumns = []
  /// Of sizes and times those that the first request had, and so all must have.
  var required: RequestColumns?

  var run: RequestRun?

  let columns: RequestColumns
  let skipsMalformed: Bool
  var blockLimit = RequestBlock.capacity
  /// How many requests were kept in the blocks before.
  var keptCount: Int64 = 0

  struct EmptyRequest {
    var index: Int64
    /// The next request for the same object in the same count; `Int64.max` for none.
    var next: Int64
  }

  /// As many requests of no bytes are counted: an item may stand for 10¹⁸ of them.
  private static let maximumEmpty: Int64 = 1 << 62

  /// How many identifiers are given keys at once: so few that they stay in the processor's cache,
  /// so many that the cost of beginning a step does not matter.
  static let usualPiece = 1 << 14
  var pieceLength = RawRequests.usualPiece

  var count: Int { block.keys.count + identifiers.count }
  var remaining: Int { blockLimit - count }
  var isFull: Bool { count >= blockLimit }
  var hasPiece: Bool { identifiers.count >= pieceLength || isFull }

  mutating func number(of text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    if let number = texts?.intern(text, range) { return number }
    var first = ByteInterner()
    let number = first.intern(text, range)
    texts = first
    return number
  }

  /// Leaves out a request of no bytes, or so many equal ones that have no next accesses.
  mutating func skipEmpty(next: Int64 = .max, count: Int64 = 1) {
    if notesEmpty {
      let index = keptCount + Int64(self.count) + emptyCount
      empty.append(EmptyRequest(index: index, next: next))
    }
    emptyCount = min(emptyCount + count, Self.maximumEmpty)
  }

  @inline(__always)
  mutating func append(_ identifier: UInt64, _ fields: RawFields) {
    if fields.has.intersection(columns) == present {
      write(identifier, fields)
    } else {
      appendCompleted(identifier, fields)
    }
  }

  @inline(never)
  private mutating func appendCompleted(_ identifier: UInt64, _ fields: RawFields) {
    write(identifier, complete(fields))
  }

  @inline(__always)
  private mutating func write(_ identifier: UInt64, _ fields: RawFields) {
    identifiers.append(identifier)
    if present.contains(.sizes) { block.sizes.append(fields.size) }
    if present.contains(.times) { block.times.append(fields.time) }
    if present.contains(.nextAccesses) { block.nextAccesses.append(fields.next) }
    if present.contains(.timesToLive) { block.timesToLive.append(fields.timeToLive) }
    if present.contains(.costs) { block.costs.append(fields.cost) }
    if present.contains(.operations) { block.operations.append(fields.operation) }
    if present.contains(.tenants) { block.tenants.append(fields.tenant) }
  }

  /// A malformed item: counted, or an error that names its place.
  /// - Parameter place: what follows the file's name in an error: a line, or words for an offset.
  mutating func malformed(
    _ reason: String, in path: String, at place: TracePlace, excerpt: Span<UInt8>
  ) throws(InputError) {
    issues.malformed(reason, at: place.number, excerpt: excerpt)
    if skipsMalformed { return }
    let text = issues.examples.last.map { $0.excerpt.isEmpty ? "" : ": \($0.excerpt)" } ?? ""
    throw InputError(.malformed, at: place.text(in: path), reason + text)
  }
}

extension RawRequests {
  /// Refuses a file of which not one item could be read: it is of another format.
  func refuseNothingButMalformed(in path: String) throws(InputError) {
    guard let first = issues.examples.first, issues.malformedCount == issues.itemCount else {
      return
    }
    throw InputError(
      .malformed, at: "\(path):\(first.position)",
      "not one item of the file is well-formed: \(first.reason): \(first.excerpt)")
  }
}

struct RawFields {
  var has: RequestColumns = []
  var size: Int64 = 1
  /// Nanoseconds in the trace's own count.
  var time: Int64 = 0
  var next: Int64 = .max
  var timeToLive: Int64 = 0
  var cost = 1.0
  var operation: UInt8 = 0
  var tenant: UInt32 = 0
}

/// Requests of one trace that have different fields.
///
/// A size or a time that is missing cannot be guessed, so that all requests have it or none. All
/// else has a value that stands for nothing: never, for ever, a cost of 1, a word of no letters.
extension RawRequests {
  private static var indispensable: RequestColumns { [.sizes, .times] }

  /// Whether a request has the fields of the others, so that there is nothing to check or fill.
  @inline(__always)
  func agree(with has: RequestColumns) -> Bool {
    has.intersection(Self.indispensable) == required && has.intersection(columns) == present
  }

  mutating func require(_ has: RequestColumns) {
    if required == nil { required = has.intersection(Self.indispensable) }
  }

  /// Checks that a request has sizes and times as the first one did, and that there is a
  /// number left for the word of no letters where an operation is left open.
  mutating func check(_ has: RequestColumns) throws(InputError) {
    let isOpen = present.contains(.operations) != has.intersection(columns).contains(.operations)
    let nothing: ContiguousArray<UInt8> = []
    if isOpen, count > 0 || present.contains(.operations),
      operationNames.number(of: nothing.span, 0..<0) == nil
    {
      throw InputError.operations
    }
    guard let required else { return }
    let found = has.intersection(Self.indispensable)
    for (column, name) in [(RequestColumns.sizes, "size"), (.times, "time")] {
      if required.contains(column), !found.contains(column) {
        throw InputError("the \(name) is missing, which the first request has")
      }
      if found.contains(column), !required.contains(column) {
        throw InputError("there is a \(name), which the first request does not have")
      }
    }
  }

  /// Adds to a request the fields that it lacks and others have, and to the requests before it in
  /// the block those that are new. - Complexity: O(requests of the block) then.
  mutating func complete(_ fields: RawFields) -> RawFields {
    var fields = fields
    present.formUnion(fields.has.intersection(columns))
    let nothing: ContiguousArray<UInt8> = []
    var open = RawFields()
    if lacks(.operations, block.operations.count, fields) {
      open.operation = operationNames.number(of: nothing.span, 0..<0) ?? 0
    }
    if lacks(.tenants, block.tenants.count, fields) {
      open.tenant = tenantNames.intern(nothing.span, 0..<0)
    }
    if !fields.has.contains(.operations) { fields.operation = open.operation }
    if !fields.has.contains(.tenants) { fields.tenant = open.tenant }
    let count = count
    if present.contains(.sizes) { block.sizes.fill(to: count, with: open.size) }
    if present.contains(.times) { block.times.fill(to: count, with: open.time) }
    if present.contains(.nextAccesses) { block.nextAccesses.fill(to: count, with: open.next) }
    if present.contains(.timesToLive) { block.timesToLive.fill(to: count, with: open.timeToLive) }
    if present.contains(.costs) { block.costs.fill(to: count, with: open.cost) }
    if present.contains(.operations) { block.operations.fill(to: count, with: open.operation) }
    if present.contains(.tenants) { block.tenants.fill(to: count, with: open.tenant) }
    return fields
  }

  private func lacks(_ column: RequestColumns, _ filled: Int, _ fields: RawFields) -> Bool {
    present.contains(column) && (filled < count || !fields.has.contains(column))
  }
}

extension Array {
  fileprivate mutating func fill(to count: Int, with element: Element) {
    guard self.count < count else { return }
    append(contentsOf: repeatElement(element, count: count - self.count))
  }
}

/// What the numbers of blocks stand for: objects, operations, tenants, the start of time.
///
/// A snapshot that shares its memory with the reader: let it go before the next block is read, or
/// the reader must copy what it goes on writing.
package struct RequestNames {
  var identifiers: [UInt64] = []
  var texts: ByteInterner?
  package internal(set) var operations: [String] = []
  package internal(set) var tenants: [String] = []
  /// What is added to the block's times, in nanoseconds.
  package internal(set) var startTime: Int64 = 0
  /// Whether they are of requests over HTTP: then every name is an address.
  package internal(set) var isRecording = false
  var hiding: NameHiding?

  package var objectCount: Int { texts?.count ?? identifiers.count }

  /// The name of an object.
  /// - Precondition: the key was met, and names are kept.
  package func object(_ key: ObjectKey) -> ObjectName {
    if let texts { return .text(Array(texts[key])) }
    precondition(Int(key) < identifiers.count, "names are not kept")
    return .number(identifiers[Int(key)])
  }
}

extension RequestNames {
  func written(_ key: ObjectKey) -> ObjectName {
    let name = object(key)
    guard let hiding, case .text(let text) = name, hiding.hides(text, isAddress: isRecording)
    else { return name }
    return .text(hiding.object(text, number: Int(key) + 1))
  }

  func writtenTenant(_ number: UInt32) -> String {
    let name = tenants[Int(number)]
    guard let hiding else { return name }
    return isRecording
      ? hiding.client(name, number: Int(number)) : hiding.tenant(name, number: Int(number))
  }

  package func writtenTenants(_ hiding: NameHiding) -> [String] {
    var names = self
    names.hiding = hiding
    return tenants.indices.map { names.writtenTenant(UInt32($0)) }
  }
}

package enum ObjectName: Hashable, Sendable {
  case number(UInt64)
  case text([UInt8])

  /// The name as text; bytes that are no UTF-8 are replaced.
  package var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension ObjectName {
  /// The name as a number: itself, or FNV-1a of its bytes (Fowler, Noll, Vo, 1991).
  var number: UInt64 {
    switch self {
    case .number(let number): number
    case .text(let bytes):
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}
