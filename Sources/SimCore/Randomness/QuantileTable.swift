/// A distribution that is known by some of its quantiles, as measurements are published.
///
/// Between two quantiles the value rises in a straight line. Below the first one the first line
/// goes on, down to zero at the least; above the last one the tail is exponential, through the last
/// two quantiles. Where the least and the greatest value are known, straight lines lead to them.
package struct QuantileTable: Hashable, Sendable {
  /// The shares, ascending within 0 to 1.
  package let shares: [Double]
  /// The value below which each share lies, ascending.
  package let values: [Double]
  /// What the tail's exponential rises by for each factor e of the share above.
  private let tail: Double
  /// The least and the greatest value; nil: they are not known.
  private let range: ClosedRange<Double>?

  /// Makes a distribution.
  /// - Parameter range: the least and the greatest value; nil: they are not known.
  /// - Precondition: at least two quantiles, both lists ascend, no value is negative, and all lie
  ///   within the range.
  package init(shares: [Double], values: [Double], range: ClosedRange<Double>? = nil) {
    precondition(Self.isRight(shares, values, range), "quantiles ascend within their range")
    self.shares = shares
    self.values = values
    self.range = range
    let last = shares.count - 1
    tail =
      (values[last] - values[last - 1])
      / DeterministicMath.log((1 - shares[last - 1]) / (1 - shares[last]))
  }

  private static func isRight(
    _ shares: [Double], _ values: [Double], _ range: ClosedRange<Double>?
  ) -> Bool {
    let range = range ?? 0...(.infinity)
    return shares.count >= 2 && shares.count == values.count && range.lowerBound >= 0
      && zip(shares, shares.dropFirst()).allSatisfy { 0 < $0 && $0 < $1 && $1 < 1 }
      && zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
      && values.allSatisfy(range.contains)
  }

  /// The value below which a share, from 0 (included) to 1 (excluded), lies.
  /// - Complexity: O(quantiles).
  package func value(at share: Double) -> Double {
    let last = shares.count - 1
    if share >= shares[last] {
      let above = max(1 - share, 0x1p-53)
      if let range {
        let part = (share - shares[last]) / (1 - shares[last])
        return values[last] + (range.upperBound - values[last]) * part
      }
      return values[last] + tail * DeterministicMath.log((1 - shares[last]) / above)
    }
    if let range, share < shares[0] {
      return range.lowerBound + (values[0] - range.lowerBound) * share / shares[0]
    }
    var index = 0
    while share >= shares[index + 1] { index += 1 }
    let slope = (values[index + 1] - values[index]) / (shares[index + 1] - shares[index])
    return max(0, values[index] + slope * (share - shares[index]))
  }

  package var least: Double { value(at: 0) }

  /// The greatest value; infinite where it is not known.
  package var greatest: Double { range?.upperBound ?? .infinity }

  /// The mean, from the same lines and the same tail. - Complexity: O(quantiles).
  package var mean: Double {
    let last = shares.count - 1
    var sum = belowFirst
    for index in 0..<last {
      sum += (shares[index + 1] - shares[index]) * (values[index] + values[index + 1]) / 2
    }
    let above = range.map { ($0.upperBound - values[last]) / 2 } ?? tail
    return sum + (1 - shares[last]) * (values[last] + above)
  }

  /// The first line's part of the mean; where it meets zero, it stays there.
  private var belowFirst: Double {
    if let range { return shares[0] * (range.lowerBound + values[0]) / 2 }
    let slope = (values[1] - values[0]) / (shares[1] - shares[0])
    let zero = slope > 0 ? max(0, shares[0] - values[0] / slope) : 0
    return (shares[0] - zero) * (value(at: zero) + values[0]) / 2
  }
}

/// Uniform numbers that have something in common.
package enum CommonDraw {
  /// A number that is uniform between 0 and 1 again, and is the nearer to `common` the greater its
  /// weight is: the distribution function of the weighted sum of both numbers, at that sum.
  ///
  /// The sum w·U + (1 − w)·V of two uniform numbers has a trapezoid for a density. With weight w
  /// two results that share U are correlated by w²/(w² + (1 − w)²), nearly.
  /// - Parameters:
  ///   - common: uniform between 0 and 1.
  ///   - own: uniform and independent of it.
  ///   - weight: of the first, 0 to 1.
  package static func uniform(_ common: Double, _ own: Double, weight: Double) -> Double {
    let (low, high) = (min(weight, 1 - weight), max(weight, 1 - weight))
    let sum = weight * common + (1 - weight) * own
    guard low > 0 else { return sum }
    if sum < low { return sum * sum / (2 * low * high) }
    if sum <= high { return (2 * sum - low) / (2 * high) }
    return 1 - (1 - sum) * (1 - sum) / (2 * low * high)
  }
}

/// Written as percentiles, with the least and the greatest value where they are known:
/// `{"p10": 48, "p50": 70, "p90": 103}`.
extension QuantileTable: SettingValue {
  private static let (least, greatest) = ("least", "greatest")

  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> QuantileTable? {
    let members = json.members ?? []
    let percents = members.filter { $0.name.hasPrefix("p") }
    let shares = percents.compactMap { Double($0.name.dropFirst()) }.map { $0 / 100 }
    let values = percents.compactMap(\.value.real)
    let ends = [least, greatest].compactMap { json[$0]?.real }
    let range = ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
    if members.count == values.count + ends.count, ends.isEmpty || range != nil,
      isRight(shares, values, range)
    {
      return QuantileTable(shares: shares, values: values, range: range)
    }
    problems.note(
      at: json.offset, path: path,
      "expected percentiles that ascend, such as {\"p10\": 48, \"p50\": 70}, perhaps between "
        + "\"least\" and \"greatest\"")
    return nil
  }

  package var json: JSON {
    let quantiles = zip(shares, values).map { ("p\(JSON($0 * 100).compact)", $1.json) }
    let ends = range.map {
      [(Self.least, $0.lowerBound.json), (Self.greatest, $0.upperBound.json)]
    }
    return .object(quantiles + (ends ?? []))
  }
  package static var schema: JSON {
    .object(["type": "object", "additionalProperties": Double.schema])
  }
}
