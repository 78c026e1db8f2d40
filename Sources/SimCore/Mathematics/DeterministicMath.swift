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
    // Adding and taking away 1.5·2⁵² leaves the nearest whole number, without a call.
    let n = (x * 1.4426950408889634 + 0x1.8p52) - 0x1.8p52
    let r = (x - n * ln2High) - n * ln2Low
    var sum = 0.0
    for index in 0..<factorialReciprocals.count { sum = sum * r + factorialReciprocals[index] }
    // In two steps, so that neither power of two overflows.
    let half = Int(n) / 2
    return sum * powerOfTwo(half) * powerOfTwo(Int(n) - half)
  }

  /// Exponents from −1022 to 1023.
  private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(exponent + 1_023) << 52)
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

extension Int64 {
  /// The nearest whole number, halves away from zero; saturates, not-a-number is zero.
  package init(rounding value: Double) {
    if abs(value) < 0x1p52 {
      // Both are exact; the library's rounding would be a call.
      let whole = Int64(value)
      let rest = value - Double(whole)
      self = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    } else if value >= 9.2e18 {
      self = .max
    } else if value <= -9.2e18 {
      self = .min
    } else {
      self = value.isNaN ? 0 : Int64(value)
    }
  }
}

extension DeterministicMath {
  /// The value below which a share of a standard normal distribution lies.
  ///
  /// Algorithm AS 241, PPND16 (Wichura: The Percentage Points of the Normal Distribution, Applied
  /// Statistics 37 (3), 1988, doi:10.2307/2347330); relative error about 1e-16.
  /// - Precondition: the share is between 0 and 1, both excluded.
  package static func normalQuantile(_ share: Double) -> Double {
    precondition(share > 0 && share < 1, "a quantile's share is between 0 and 1")
    let q = share - 0.5
    if abs(q) <= 0.425 { return q * centre.value(at: 0.180625 - q * q) }
    let r = (-log(q < 0 ? share : 1 - share)).squareRoot()
    let magnitude = r <= 5 ? middle.value(at: r - 1.6) : far.value(at: r - 5)
    return q < 0 ? -magnitude : magnitude
  }

  /// A quotient of two polynomials, coefficients from the highest power down.
  private struct Rational {
    let numerator: [Double]
    let denominator: [Double]

    func value(at x: Double) -> Double {
      numerator.reduce(0) { $0 * x + $1 } / denominator.reduce(0) { $0 * x + $1 }
    }
  }

  private static let centre = Rational(
    numerator: [
      2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
      13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
    ],
    denominator: [
      5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
      5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1,
    ])
  private static let middle = Rational(
    numerator: [
      7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
      1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
      4.6303378461565452959, 1.42343711074968357734,
    ],
    denominator: [
      1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
      0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494,
      2.05319162663775882187, 1,
    ])
  private static let far = Rational(
    numerator: [
      2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
      0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358,
      5.4637849111641143699, 6.6579046435011037772,
    ],
    denominator: [
      2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
      7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531,
      0.59983220655588793769, 1,
    ])
}
