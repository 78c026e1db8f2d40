internal import SimCore

/// Requests of one trace that tell different fields.
///
/// A size or a time that is missing cannot be guessed, so that all requests tell it or none. All
/// else has a value that stands for nothing: never, for ever, a cost of 1, a word of no letters.
extension RawRequests {
  private static var indispensable: RequestColumns { [.sizes, .times] }

  /// Whether a request tells what the others told, so that there is nothing to check or fill.
  @inline(__always)
  func agree(with has: RequestColumns) -> Bool {
    has.intersection(Self.indispensable) == required && has.intersection(columns) == told
  }

  /// Takes note of what the first request tells.
  mutating func require(_ has: RequestColumns) {
    if required == nil { required = has.intersection(Self.indispensable) }
  }

  /// Looks whether a request tells sizes and times as the first one did, and whether there is a
  /// number left for the word of no letters where an operation is left open.
  mutating func check(_ has: RequestColumns) throws(FieldFault) {
    let isOpen = told.contains(.operations) != has.intersection(columns).contains(.operations)
    let nothing: [UInt8] = []
    if isOpen, count > 0 || told.contains(.operations),
      operationNames.number(of: nothing.span, 0..<0) == nil
    {
      throw FieldFault.operations
    }
    guard let required else { return }
    let told = has.intersection(Self.indispensable)
    for (column, name) in [(RequestColumns.sizes, "size"), (.times, "time")] {
      if required.contains(column), !told.contains(column) {
        throw FieldFault("the \(name) is missing, which the first request tells")
      }
      if told.contains(column), !required.contains(column) {
        throw FieldFault("a \(name) is told, which the first request does not tell")
      }
    }
  }

  /// Adds to a request what it leaves open and others tell, and to the requests before it in the
  /// block what is told for the first time. - Complexity: O(requests of the block) then.
  mutating func complete(_ fields: RawFields) -> RawFields {
    var fields = fields
    told.formUnion(fields.has.intersection(columns))
    let nothing: [UInt8] = []
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
    if told.contains(.sizes) { block.sizes.fill(to: count, with: open.size) }
    if told.contains(.times) { block.times.fill(to: count, with: open.time) }
    if told.contains(.nextAccesses) { block.nextAccesses.fill(to: count, with: open.next) }
    if told.contains(.timesToLive) { block.timesToLive.fill(to: count, with: open.timeToLive) }
    if told.contains(.costs) { block.costs.fill(to: count, with: open.cost) }
    if told.contains(.operations) { block.operations.fill(to: count, with: open.operation) }
    if told.contains(.tenants) { block.tenants.fill(to: count, with: open.tenant) }
    return fields
  }

  /// Whether a column is told that this request or one before it in the block leaves open.
  private func lacks(_ column: RequestColumns, _ filled: Int, _ fields: RawFields) -> Bool {
    told.contains(column) && (filled < count || !fields.has.contains(column))
  }
}

extension Array {
  /// Adds elements until there are so many.
  fileprivate mutating func fill(to count: Int, with element: Element) {
    guard self.count < count else { return }
    append(contentsOf: repeatElement(element, count: count - self.count))
  }
}
