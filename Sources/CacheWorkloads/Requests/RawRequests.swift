internal import SimCore

/// Requests as a format reads them: identifiers that have no key yet, times that have no start.
struct RawRequests: ~Copyable {
  /// What the trace calls the objects that have no key yet; where they are texts, their numbers in
  /// `texts`.
  var identifiers: [UInt64] = []
  /// The other columns, and the keys that were given already.
  var block = RequestBlock()
  /// The identifiers that are texts, and nil where they are numbers.
  var texts: ByteInterner?
  /// The operations that the trace names.
  var operationNames = WordList(limit: 256)
  /// The tenants that the trace names.
  var tenantNames = ByteInterner()
  /// What could not be used.
  var issues = TraceIssues()
  /// Requests of no bytes, which are left out.
  var emptyCount: Int64 = 0
  /// Where those stood among all requests of the file, and which came next for the same object;
  /// only written while `notesEmpty`.
  var empty: [EmptyRequest] = []
  /// Whether places of requests without bytes are noted.
  var notesEmpty = false
  /// Whether nothing else is wanted, so that a format may pass over many requests that all have
  /// bytes, and only add them to `keptCount`.
  var wantsOnlyEmpty = false

  /// The columns that some request has told.
  var told: RequestColumns = []
  /// Of sizes and times those that the first request told, and so all must tell.
  var required: RequestColumns?

  /// What is left of an item that stands for many requests.
  var run: RequestRun?

  let columns: RequestColumns
  let skipsMalformed: Bool
  /// How many requests the present block takes.
  var blockLimit = RequestBlock.capacity
  /// How many requests were kept in the blocks before.
  var keptCount: Int64 = 0

  /// A request that is left out.
  struct EmptyRequest {
    /// Its place among all requests of the file.
    var index: Int64
    /// The next request for the same object in the same count; `Int64.max` for none.
    var next: Int64
  }

  init(columns: RequestColumns, skipsMalformed: Bool) {
    self.columns = columns
    self.skipsMalformed = skipsMalformed
  }

  /// As many requests of no bytes are counted: an item may stand for 10¹⁸ of them.
  private static let mostEmpty: Int64 = 1 << 62

  /// How many identifiers are given keys at once: so few that they stay in the processor's cache,
  /// so many that each step is worth its beginning.
  private static let pieceLength = 1 << 14

  /// How many requests are there.
  var count: Int { block.keys.count + identifiers.count }
  /// How many more requests there is room for.
  var room: Int { blockLimit - count }
  /// Whether a block's worth is there.
  var isFull: Bool { count >= blockLimit }
  /// Whether it is time to give keys.
  var hasPiece: Bool { identifiers.count >= Self.pieceLength || isFull }

  /// The number of an identifier that is a part of a text.
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
    emptyCount = min(emptyCount + count, Self.mostEmpty)
  }

  /// Takes a request of which the format tells an identifier and perhaps more.
  /// - Complexity: O(1) amortised.
  @inline(__always)
  mutating func append(_ identifier: UInt64, _ fields: RawFields) {
    if fields.has.intersection(columns) == told {
      write(identifier, fields)
    } else {
      appendCompleted(identifier, fields)
    }
  }

  @inline(never)
  private mutating func appendCompleted(_ identifier: UInt64, _ fields: RawFields) {
    write(identifier, complete(fields))
  }

  /// Writes a request into the columns that are told.
  @inline(__always)
  private mutating func write(_ identifier: UInt64, _ fields: RawFields) {
    identifiers.append(identifier)
    if told.contains(.sizes) { block.sizes.append(fields.size) }
    if told.contains(.times) { block.times.append(fields.time) }
    if told.contains(.nextAccesses) { block.nextAccesses.append(fields.next) }
    if told.contains(.timesToLive) { block.timesToLive.append(fields.timeToLive) }
    if told.contains(.costs) { block.costs.append(fields.cost) }
    if told.contains(.operations) { block.operations.append(fields.operation) }
    if told.contains(.tenants) { block.tenants.append(fields.tenant) }
  }

  /// A malformed item: counted, or an error that names its place.
  /// - Parameter place: what follows the file's name in an error: a line, or words for an offset.
  mutating func malformed(
    _ reason: String, in path: String, at place: TracePlace, excerpt: Span<UInt8>
  ) throws(WorkloadError) {
    issues.malformed(reason, at: place.number, excerpt: excerpt)
    if skipsMalformed { return }
    let text = issues.examples.last.map { $0.excerpt.isEmpty ? "" : ": \($0.excerpt)" } ?? ""
    throw WorkloadError(.malformed, at: place.text(in: path), reason + text)
  }
}

extension RawRequests {
  /// Refuses a file of which not one item could be read: it is of another format.
  func refuseNothingButMalformed(in path: String) throws(WorkloadError) {
    guard let first = issues.examples.first, issues.malformedCount == issues.itemCount else {
      return
    }
    throw WorkloadError(
      .malformed, at: "\(path):\(first.position)",
      "not one item of the file is well-formed: \(first.reason): \(first.excerpt)")
  }
}
