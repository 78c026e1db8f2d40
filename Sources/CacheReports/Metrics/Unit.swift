/// What the number of a metric counts.
package enum Unit: String, Sendable, CaseIterable {
  /// A part of a whole, 0 to 1.
  case ratio
  /// Millionth parts of a whole.
  case millionths = "ppm"
  /// Thousandths of a second.
  case milliseconds = "ms"
  /// Seconds.
  case seconds = "s"
  /// Bytes.
  case bytes
  /// Things counted; an average of counts has a fraction.
  case count
  /// Days of virtual time.
  case days
  /// Joules.
  case joules = "J"
  /// Joules for each device and day of virtual time.
  case joulesPerDay = "J/day"
  /// Milliseconds for each device and day of virtual time.
  case millisecondsPerDay = "ms/day"
  /// Bytes for each device and day of virtual time.
  case bytesPerDay = "bytes/day"
  /// Things counted for each device and day of virtual time.
  case countPerDay = "count/day"
  /// A mark, 0 to 1.
  case score
  /// How many times as much.
  case factor
  /// Years of 365 days.
  case years

  /// The same unit for each device and day; nil for units that are no costs.
  var perDay: Unit? {
    switch self {
    case .milliseconds: .millisecondsPerDay
    case .bytes: .bytesPerDay
    case .joules: .joulesPerDay
    case .count: .countPerDay
    default: nil
    }
  }

  /// Digits after the point in files: a millionth of a whole, a thousandth of all else.
  package var places: Int { self == .ratio || self == .score ? 6 : 3 }
}
