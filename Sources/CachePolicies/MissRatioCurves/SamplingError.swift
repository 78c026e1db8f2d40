internal import SimCore

/// How uncertain a curve from a sample is, found from the sample itself by random groups.
///
/// The sample is split into disjoint groups by other bits of the hash that chose it. Each group is
/// a sample of its own, at a rate as much smaller, and gives a curve of its own. How far these lie
/// from the curve of the whole sample tells its standard error: the variance of an estimate from a
/// sample of objects is inverse to the number of them (Wolter: Introduction to Variance Estimation,
/// 2nd edition, 2007, doi:10.1007/978-0-387-35099-8, chapter 2; the SHARDS paper, section 5.3,
/// finds errors to fall as that root). Differences are taken from the whole sample's curve and not
/// from the groups' mean, so that what small samples are biased by counts too: the estimate errs
/// to the large side. The share 1 − rate is the correction for a finite number of objects: a
/// sample of all has no error.
enum SamplingError {
  /// How many groups there are: a power of two. More would make each too small a sample, fewer
  /// would make the estimate itself uncertain; with 8 it scatters by about a quarter.
  static let groupCount = 8

  /// The group of an object, by the lower bits of what its hash is taken from.
  @inline(__always)
  static func group(_ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: bits & UInt64(groupCount - 1))
  }

  /// The curve with the standard error of each miss ratio.
  /// - Parameters:
  ///   - points: the whole sample's curve.
  ///   - groups: each group's, at the same sizes.
  ///   - rate: the share of the objects in the whole sample.
  static func estimated(
    _ points: [MissRatioPoint], from groups: [[MissRatioPoint]], rate: Double
  ) -> [MissRatioPoint] {
    let count = Double(groups.count)
    return points.indices.map { index in
      let squares = groups.reduce(0) { sum, group in
        let difference = group[index].missRatio - points[index].missRatio
        return sum + difference * difference
      }
      var point = points[index]
      point.missRatioError = (squares / (count * (count - 1)) * max(1 - rate, 0)).squareRoot()
      return point
    }
  }
}
