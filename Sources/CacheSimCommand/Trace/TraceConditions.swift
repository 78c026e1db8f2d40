internal import CacheWorkloads
internal import SimCore

/// The conditions of a filter, in the numbers of a trace.
struct TraceConditions {
  private let after: Int64
  private let before: Int64
  private let sizes: ClosedRange<Int64>
  private let operations: Set<String>
  private let tenants: Set<String>
  private let keys: Set<String>
  private var isOperation: [Bool] = []
  private var isTenant: [Bool] = []
  /// By key; only filled when objects are named.
  private var isKey: [Bool] = []
  private let needs: [(flag: String, column: String, isThere: (RequestBlock) -> Bool)]

  init(_ filter: TraceFilterCommand) {
    after = filter.after?.nanoseconds ?? .min
    before = filter.before?.nanoseconds ?? .max
    let least = filter.minSize?.count ?? 0
    sizes = least...max(least, filter.maxSize?.count ?? .max)
    operations = Set(filter.op)
    tenants = Set(filter.tenant)
    keys = Set(filter.key)
    var needs: [(String, String, (RequestBlock) -> Bool)] = []
    if filter.after != nil || filter.before != nil {
      needs.append(("--after and --before", "times", { !$0.times.isEmpty }))
    }
    if filter.minSize != nil || filter.maxSize != nil {
      needs.append(("--min-size and --max-size", "sizes", { !$0.sizes.isEmpty }))
    }
    if !operations.isEmpty { needs.append(("--op", "operations", { !$0.operations.isEmpty })) }
    if !tenants.isEmpty { needs.append(("--tenant", "tenants", { !$0.tenants.isEmpty })) }
    self.needs = needs
  }

  /// Refuses a condition on what the trace does not tell.
  func check(_ block: RequestBlock, at path: String) throws {
    for need in needs where !need.isThere(block) {
      throw WorkloadError(
        .malformed, at: path, "the trace tells no \(need.column), which \(need.flag) need")
    }
  }

  /// Decides about operations, tenants and objects that were met since.
  mutating func meet(_ names: RequestNames) {
    for name in names.operations.dropFirst(isOperation.count) {
      isOperation.append(operations.contains(name))
    }
    for name in names.tenants.dropFirst(isTenant.count) { isTenant.append(tenants.contains(name)) }
    if keys.isEmpty { return }
    for key in isKey.count..<max(isKey.count, names.objectCount) {
      isKey.append(keys.contains(names.object(ObjectKey(key)).text))
    }
  }

  /// Whether a request meets all conditions.
  func isMet(by index: Int, of block: RequestBlock) -> Bool {
    if !block.times.isEmpty, block.times[index] < after || block.times[index] >= before {
      return false
    }
    if !block.sizes.isEmpty, !sizes.contains(block.sizes[index]) { return false }
    if !operations.isEmpty, !isOperation[Int(block.operations[index])] { return false }
    if !tenants.isEmpty, !isTenant[Int(block.tenants[index])] { return false }
    return keys.isEmpty || isKey[Int(block.keys[index])]
  }
}
