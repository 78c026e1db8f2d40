package import Measurement

/// The smallest difference of two values of a unit that means something to a person, and why.
///
/// What is smaller is read as the same number: it is below the digits of every table, or below what
/// a person notices. It says nothing about chance; the spread over seeds does.
package struct SmallestChange: Hashable, Sendable {
  /// In the unit; the least that counts, also from zero on.
  package let absolute: Double
  /// In parts of the earlier value; 0: the absolute difference alone counts.
  package let relative: Double
  /// Why it is that.
  package let reason: String

  package init(absolute: Double, relative: Double, reason: String) {
    self.absolute = absolute
    self.relative = relative
    self.reason = reason
  }

  /// Any difference.
  static let none = SmallestChange(absolute: 0, relative: 0, reason: "any difference counts")

  /// The smallest difference that means something from a value on.
  package func size(from value: Double) -> Double { max(absolute, relative * abs(value)) }
}

extension Unit {
  /// Half a percent: tables show three digits, and what is less changes none of them for sure.
  private static let threeDigits = 0.005

  /// The smallest difference of two values that means something.
  package var smallestChange: SmallestChange {
    switch self {
    case .ratio:
      SmallestChange(
        absolute: 0.001, relative: 0,
        reason: "0.1 percentage point is the last digit of a share that tables show")
    case .score:
      SmallestChange(
        absolute: 0.01, relative: 0, reason: "a score is told with two digits")
    case .milliseconds:
      SmallestChange(
        absolute: 1, relative: Self.threeDigits,
        reason: "1 ms is a sixteenth of a frame and cannot be seen; longer waits have three digits")
    case .millisecondsPerDay:
      SmallestChange(
        absolute: 100, relative: Self.threeDigits,
        reason: "a tenth of a second a day is about the shortest wait that a person notices, once")
    case .seconds:
      SmallestChange(
        absolute: 1, relative: Self.threeDigits,
        reason: "ages and delays of content are told in seconds or longer units, of three digits")
    case .days:
      SmallestChange(
        absolute: 0.001, relative: Self.threeDigits, reason: "days are told with three digits")
    case .years:
      SmallestChange(
        absolute: 0.1, relative: Self.threeDigits,
        reason: "a month of a phone's life is less than its estimate is good for")
    case .bytes, .bytesPerDay:
      SmallestChange(
        absolute: 1_000, relative: Self.threeDigits,
        reason: "1 kB fits into one packet and into one page of flash; more has three digits")
    case .count, .countPerDay:
      SmallestChange(
        absolute: 0.001, relative: Self.threeDigits,
        reason: "one event where there was none counts; more are told with three digits")
    case .joules, .joulesPerDay:
      SmallestChange(
        absolute: 0.1, relative: Self.threeDigits,
        reason: "a phone's battery holds some 40,000 J; more than 20 J has three digits")
    case .millionths:
      SmallestChange(
        absolute: 1, relative: Self.threeDigits,
        reason: "one millionth of a life of flash a year is a whole life in a million years")
    case .factor:
      SmallestChange(
        absolute: 0.01, relative: Self.threeDigits, reason: "a factor is told with three digits")
    }
  }
}

extension Unit {
  /// The smallest difference of two values for which one choice is taken before another, unless the
  /// decision says otherwise; conventions, larger than what can be read off a table.
  package var smallestDifference: SmallestChange {
    switch self {
    case .ratio:
      SmallestChange(absolute: 0.01, relative: 0, reason: "one in a hundred is seldom noticed")
    case .score:
      SmallestChange(absolute: 0.02, relative: 0, reason: "scores are told in hundredths")
    case .milliseconds:
      SmallestChange(
        absolute: 20, relative: 0.1,
        reason: "20 ms is about a frame; of two longer waits people notice a tenth or more")
    case .millisecondsPerDay:
      SmallestChange(
        absolute: 1_000, relative: 0.1, reason: "a second a day is what a person may notice")
    case .seconds:
      SmallestChange(absolute: 1, relative: 0.1, reason: "ages are felt by their size")
    case .days: SmallestChange(absolute: 1, relative: 0.1, reason: "ages are felt by their size")
    case .years:
      SmallestChange(absolute: 0.5, relative: 0.1, reason: "estimates of a life are no better")
    case .bytes, .bytesPerDay:
      SmallestChange(
        absolute: 10_000, relative: 0.05,
        reason: "a twentieth is less than apps and days differ by")
    case .count, .countPerDay:
      SmallestChange(
        absolute: 0.1, relative: 0.05, reason: "a twentieth is less than apps and days differ by")
    case .joules, .joulesPerDay:
      SmallestChange(
        absolute: 1, relative: 0.05, reason: "a phone's battery holds some 40,000 J")
    case .millionths:
      SmallestChange(
        absolute: 1, relative: 0.05, reason: "one millionth of a life a year is nothing")
    case .factor:
      SmallestChange(absolute: 0.02, relative: 0.05, reason: "factors are told in hundredths")
    }
  }
}
