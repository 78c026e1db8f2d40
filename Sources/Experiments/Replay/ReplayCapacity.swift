package import SimCore

package enum ReplayCapacity: Hashable, Sendable {
  /// So many bytes, or so many objects when each counts 1.
  case amount(Bytes)
  /// A share of the footprint, in billionths, rounded down.
  case share(billionths: Int64)

  private static let whole: Int64 = 1_000_000_000

  /// The shares that `auto` stands for: a thousandth, a hundredth and a tenth of the footprint,
  /// which are usual in the field (Yang et al., FIFO Queues are All You Need, SOSP 2023).
  package static let automatic: [ReplayCapacity] = [
    .share(billionths: whole / 1_000), .share(billionths: whole / 100),
    .share(billionths: whole / 10),
  ]

  /// The shares at which a curve is read: evenly spread over four decades of the footprint, up to
  /// all of it, as curves are drawn over the logarithm of the size. `count` is at least 2.
  package static func curve(_ count: Int) -> [ReplayCapacity] {
    let decades = 4.0
    return (0..<count).map { index in
      let exponent = decades * (Double(index) / Double(count - 1) - 1)
      let share = DeterministicMath.exp(exponent * DeterministicMath.log(10))
      return .share(billionths: Int64((share * Double(whole)).rounded()))
    }
  }

  /// Whether the footprint must be known.
  package var isShare: Bool {
    if case .share = self { true } else { false }
  }

  /// Reads `64MiB`, `1000`, `0.1%`, or `auto`, which stands for several; nil for anything else.
  /// Amounts of objects have no unit.
  package static func read(_ text: String, countsObjects: Bool) -> [ReplayCapacity]? {
    if text == "auto" { return automatic }
    if text.hasSuffix("%") {
      guard let share = percent(text.dropLast()) else { return nil }
      return [.share(billionths: share)]
    }
    if let count = Int64(text) { return count > 0 ? [.amount(Bytes(count))] : nil }
    guard !countsObjects, let bytes = Bytes(json: JSON(text)), bytes > .zero else {
      return nil
    }
    return [.amount(bytes)]
  }

  /// A decimal number of hundredths in billionths: more than nothing and at most a hundred, with
  /// at most seven digits after the point.
  private static func percent(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) }
    }
    guard digits, parts[0].count <= 3, let number = Int64(parts[0]) else { return nil }
    var billionths = number * (whole / 100)
    if parts.count == 2 {
      guard parts[1].count <= 7, let fraction = Int64(parts[1]) else { return nil }
      billionths += (parts[1].count..<7).reduce(fraction) { value, _ in value * 10 }
    }
    return (1...whole).contains(billionths) ? billionths : nil
  }

  package func resolved(footprint: Int64) -> Bytes {
    switch self {
    case .amount(let amount): return amount
    case .share(let billionths):
      let (high, low) = footprint.multipliedFullWidth(by: billionths)
      return Bytes(Self.whole.dividingFullWidth((high, low)).quotient)
    }
  }

  package var text: String {
    switch self {
    case .amount(let amount): return "\(amount.count)"
    case .share(let billionths):
      var fraction = "\(billionths % (Self.whole / 100) + Self.whole / 100)".dropFirst()
      while fraction.last == "0" { fraction = fraction.dropLast() }
      let percent = "\(billionths / (Self.whole / 100))"
      return percent + (fraction.isEmpty ? "" : ".\(fraction)") + "%"
    }
  }
}
