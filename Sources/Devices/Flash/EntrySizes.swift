internal import SimCore

/// The sizes of the entries that are there, by their dense numbers.
struct EntrySizes: Sendable {
  private static let absent: Int64 = -1
  private var sizes: [Int64] = []

  /// The sum of all sizes.
  private(set) var total = Bytes.zero

  subscript(entry: ObjectKey) -> Bytes? {
    get {
      guard Int(entry) < sizes.count, sizes[Int(entry)] != Self.absent else { return nil }
      return Bytes(sizes[Int(entry)])
    }
    set {
      let old = self[entry]
      while sizes.count <= Int(entry) { sizes.append(Self.absent) }
      sizes[Int(entry)] = newValue?.count ?? Self.absent
      total += (newValue ?? .zero) - (old ?? .zero)
    }
  }
}
