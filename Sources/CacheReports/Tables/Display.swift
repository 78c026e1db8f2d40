package import Measurement
internal import SimCore

/// Numbers of metrics formatted for people: about three digits, with a unit.
package enum Display {
  /// A metric's value, such as `34.2 %`, `1.24 s` or `5.6 MB`; `–` when it is not defined.
  package static func text(_ value: Double?, _ unit: Unit) -> String {
    guard let value else { return "–" }
    return switch unit {
    case .ratio: value.isFinite ? percent(value) : NumberText.short(value)
    case .milliseconds, .millisecondsPerDay: time(milliseconds: value)
    case .seconds: time(milliseconds: value * 1_000)
    case .bytes, .bytesPerDay: bytes(value)
    case .days: NumberText.short(value) + " d"
    case .years: NumberText.short(value) + " years"
    case .joules, .joulesPerDay: NumberText.short(value) + " J"
    case .millionths: NumberText.short(value) + " ppm"
    case .factor: "× " + NumberText.short(value)
    case .count, .countPerDay: NumberText.short(value)
    case .score: NumberText.fixed(value, places: 2)
    }
  }

  /// A difference of two values; of shares in percentage points.
  package static func difference(_ value: Double, _ unit: Unit) -> String {
    unit == .ratio ? "\(NumberText.short(value * 100)) points" : text(value, unit)
  }

  /// A share above zero is never written as `0 %`, nor one below 1 as `100 %`.
  private static func percent(_ value: Double) -> String {
    let percent = value * 100
    if percent > 0 && percent < 0.05 { return "<0.1 %" }
    if percent < 100 && percent >= 99.95 { return ">99.9 %" }
    return NumberText.decimal(percent, places: 1) + " %"
  }

  private static func time(milliseconds: Double) -> String {
    switch abs(milliseconds) {
    case ..<999.5: NumberText.short(milliseconds) + " ms"
    case ..<99_950: NumberText.short(milliseconds / 1e3) + " s"
    case ..<5_970_000: NumberText.short(milliseconds / 60e3) + " min"
    case ..<172_800_000: NumberText.short(milliseconds / 3_600e3) + " h"
    case ..<Double.infinity: NumberText.short(milliseconds / 86_400e3) + " d"
    default: "∞"
    }
  }

  private static func bytes(_ count: Double) -> String {
    switch abs(count) {
    case ..<999.5: NumberText.short(count) + " B"
    case ..<999_500: NumberText.short(count / 1e3) + " kB"
    case ..<999_500_000: NumberText.short(count / 1e6) + " MB"
    default: NumberText.short(count / 1e9) + " GB"
    }
  }
}
