/// Functions whose last bit is the same on every machine: made of + − × ÷ and √ only.
///
/// The C library's `exp`, `log` and `pow` differ between machines by a unit in the last place, and
/// one such unit, rounded to a nanosecond, would change a result file.
package enum DeterministicMath {
  /// ln 2 in two parts: the first has 20 zero bits at its end, so that a multiple of it is exact.
  private static let ln2High = 0x1.62e42fee00000p-1
  private static let ln2Low = 0x1.a39ef35793c76p-33

  /// The natural logarithm; the argument is positive and finite.
  ///
  /// With x = m·2ᵉ and s = (m−1)/(m+1): ln x = e·ln 2 + 2(s + s³/3 + s⁵/5 + …), |s| < 0.172.
  /// Relative error below 1e-15 away from 1, absolute below 1e-16 near it.
  package static func log(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite, "the logarithm of a number that has none")
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      exponent += 1
    }
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    for index in 0..<oddReciprocals.count { sum = (sum + oddReciprocals[index]) * square }
    return exponent * ln2High + (exponent * ln2Low + (2 * s + 2 * s * sum))
  }

  /// e to the power of x: infinite above 709.7, zero below −745.1.
  ///
  /// With x = n·ln 2 + r: eˣ = 2ⁿ·(1 + r + r²/2! + …), |r| < 0.35. Relative error below 1e-15.
  package static func exp(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x > 709.782712893384 { return .infinity }
    if x < -745.2 { return 0 }
    let n = (x * 1.4426950408889634).rounded(.toNearestOrEven)
    let r = (x - n * ln2High) - n * ln2Low
    var sum = 0.0
    for index in 0..<factorialReciprocals.count { sum = sum * r + factorialReciprocals[index] }
    // In two steps, so that neither power of two overflows.
    let half = Int(n) / 2
    return sum * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: Int(n) - half, significand: 1)
  }

  /// x to the power of y for an x that is not negative; zero to a negative power is infinite.
  ///
  /// Relative error below 1e-15·(1 + |y·ln x|).
  package static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 { return 1 }
    if x == 0 { return y > 0 ? 0 : .infinity }
    return exp(y * log(x))
  }

  /// The cosine of an angle given in turns: cos 2πt.
  ///
  /// Brought to the first eighth of a turn by symmetry, then by its series. Absolute error below
  /// 1e-15.
  package static func cosine(turns: Double) -> Double {
    let t = abs(turns - turns.rounded(.toNearestOrEven))
    if t > 0.25 { return -cosine(turns: 0.5 - t) }
    if t > 0.125 { return sineSeries((0.25 - t) * 2 * .pi) }
    return cosineSeries(t * 2 * .pi)
  }

  private static func cosineSeries(_ x: Double) -> Double {
    let square = -x * x
    var sum = 0.0
    for index in stride(from: 1, to: factorialReciprocals.count, by: 2) {
      sum = sum * square + factorialReciprocals[index]
    }
    return sum
  }

  private static func sineSeries(_ x: Double) -> Double {
    let square = -x * x
    var sum = 0.0
    for index in stride(from: 0, to: factorialReciprocals.count, by: 2) {
      sum = sum * square + factorialReciprocals[index]
    }
    return x * sum
  }

  /// 1/27, 1/25, … 1/3: the series of the logarithm, its smallest term first.
  private static let oddReciprocals: [Double] = [
    1 / 27, 1 / 25, 1 / 23, 1 / 21, 1 / 19, 1 / 17, 1 / 15, 1 / 13, 1 / 11, 1 / 9, 1 / 7, 1 / 5,
    1 / 3,
  ]

  /// 1/17!, 1/16!, … 1/1!, 1/0!: the series of the exponential, its smallest term first. Sine and
  /// cosine take every other one.
  private static let factorialReciprocals: [Double] = [
    1 / 355_687_428_096_000, 1 / 20_922_789_888_000, 1 / 1_307_674_368_000, 1 / 87_178_291_200,
    1 / 6_227_020_800, 1 / 479_001_600, 1 / 39_916_800, 1 / 3_628_800, 1 / 362_880, 1 / 40_320,
    1 / 5_040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1,
  ]
}
