package import CacheMetrics
internal import SimCore

/// The smallest difference of two values of a unit that means something to a person, and why.
///
/// What is smaller is read as the same number: it is below the digits of every table, or below what
/// a person notices. It says nothing about chance; the spread over seeds does.
package struct SmallestChange: Hashable, Sendable {
  /// In the unit; the least that counts, also from zero on.
  package let absolute: Double
  /// In parts of the earlier value; 0: the absolute difference alone counts.
  package let relative: Double
  package let reason: String

  static let none = SmallestChange(absolute: 0, relative: 0, reason: "any difference counts")

  /// The smallest difference that means something from a value on.
  package func size(from value: Double) -> Double { max(absolute, relative * abs(value)) }

  /// Whether it lies between two values; infinite and missing ones differ from all others.
  package func isReached(from value: Double?, by other: Double?) -> Bool {
    guard let value, let other, value.isFinite, other.isFinite else { return value != other }
    return value != other && abs(value - other) >= size(from: min(value, other))
  }

  /// Such as "20 ms or 10 %": a difference that is less than either is none.
  package func text(_ unit: MetricUnit) -> String {
    let least =
      unit == .ratio ? NumberText.counted(absolute * 100, "point") : Display.text(absolute, unit)
    if relative == 0 { return least }
    return (absolute == 0 ? "" : "\(least) or ") + Display.text(relative, .ratio)
  }
}

extension MetricUnit {
  /// The smallest difference of two values that means something.
  package var smallestChange: SmallestChange {
    // Half a percent: tables show three digits, and what is less changes none of them for sure.
    let threeDigits = 0.005
    return switch self {
    case .ratio:
      rule(0.001, 0, "0.1 percentage point is the last digit of a share that tables show")
    case .score: rule(0.01, 0, "a score is told with two digits")
    case .milliseconds:
      rule(
        1, threeDigits,
        "1 ms is a sixteenth of a frame and cannot be seen; longer waits have three digits")
    case .millisecondsPerDay:
      rule(
        100, threeDigits,
        "a tenth of a second a day is about the shortest wait that a person notices, once")
    case .seconds:
      rule(
        1, threeDigits,
        "ages and delays of content are told in seconds or longer units, of three digits")
    case .days: rule(0.001, threeDigits, "days are told with three digits")
    case .years:
      rule(0.1, threeDigits, "a month of a phone's life is less than its estimate is good for")
    case .bytes, .bytesPerDay:
      rule(
        1_000, threeDigits,
        "1 kB fits into one packet and into one page of flash; more has three digits")
    case .count, .countPerDay, .countPerSecond:
      rule(
        0.001, threeDigits, "one event where there was none counts; more are told with three digits"
      )
    case .joules, .joulesPerDay:
      rule(
        0.1, threeDigits, "a phone's battery holds some 40,000 J; more than 20 J has three digits")
    case .millionths:
      rule(
        1, threeDigits, "one millionth of a life of flash a year is a whole life in a million years"
      )
    case .factor: rule(0.01, threeDigits, "a factor is told with three digits")
    case .dollars: rule(0.01, threeDigits, "a cent is the least that is paid")
    }
  }

  /// The smallest difference of two values for which one choice is taken before another, unless the
  /// decision says otherwise; conventions, larger than what can be read off a table.
  package var smallestDifference: SmallestChange {
    switch self {
    case .ratio: rule(0.01, 0, "one in a hundred is seldom noticed")
    case .score: rule(0.02, 0, "scores are told in hundredths")
    case .milliseconds:
      rule(20, 0.1, "20 ms is about a frame; of two longer waits people notice a tenth or more")
    case .millisecondsPerDay: rule(1_000, 0.1, "a second a day is what a person may notice")
    case .seconds: rule(1, 0.1, "ages are felt by their size")
    case .days: rule(1, 0.1, "ages are felt by their size")
    case .years: rule(0.5, 0.1, "estimates of a life are no better")
    case .bytes, .bytesPerDay:
      rule(10_000, 0.05, "a twentieth is less than apps and days differ by")
    case .count, .countPerDay, .countPerSecond:
      rule(0.1, 0.05, "a twentieth is less than apps and days differ by")
    case .joules, .joulesPerDay: rule(1, 0.05, "a phone's battery holds some 40,000 J")
    case .millionths: rule(1, 0.05, "one millionth of a life a year is nothing")
    case .factor: rule(0.02, 0.05, "factors are told in hundredths")
    case .dollars: rule(0.01, 0.05, "a twentieth is less than prices and amounts differ by")
    }
  }

  private func rule(_ absolute: Double, _ relative: Double, _ reason: String) -> SmallestChange {
    SmallestChange(absolute: absolute, relative: relative, reason: reason)
  }

  /// Whether two values differ by as much as matters; infinite and missing ones differ from all
  /// others.
  package func matters(_ value: Double?, from other: Double?) -> Bool {
    smallestDifference.isReached(from: other, by: value)
  }

  /// As files write it; empty when it is not defined.
  package func text(of value: Double?) -> String {
    value.map { NumberText.decimal($0, places: places) } ?? ""
  }
}
