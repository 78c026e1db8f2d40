/// Finds a short list that still shows a failure: delta debugging (Zeller, Hildebrandt,
/// "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software Engineering,
/// 2002).
package enum DeltaDebugging {
  /// A short part of a list that fails, in the list's order.
  ///
  /// Of the paper's `ddmin` the tests of complements, from halves to single items: at its end no
  /// single item can be left out. Deterministic.
  /// - Parameter isFailing: whether a part fails, as the list does; a search that has taken long
  ///   enough says no.
  package static func minimize<Item>(
    _ items: [Item], _ isFailing: ([Item]) async throws -> Bool
  ) async rethrows -> [Item] {
    var items = items
    var size = (items.count + 1) / 2
    while items.count > 1 {
      var isShorter = false
      var end = items.count
      // From the end: what comes later depends on what came before.
      while end > 0 {
        let start = max(0, end - size)
        let rest = Array(items[..<start] + items[end...])
        if !rest.isEmpty, try await isFailing(rest) {
          items = rest
          isShorter = true
        }
        end = start
      }
      if size == 1, !isShorter { break }
      size = max(1, min(size, items.count) / 2)
    }
    return items
  }
}
