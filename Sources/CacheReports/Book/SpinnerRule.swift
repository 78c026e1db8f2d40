package import SimCore

/// When a spinner shows while a screen waits for its first content, and for how long.
///
/// It appears only after a delay, and once there it stays a while, so that it does not flicker.
/// Here it is counted beside the content and does not hold it back: an app that keeps it on screen
/// for the whole minimum would show content that comes within delay + minimum at their sum.
/// Source of the rule and the defaults: the npm package spin-delay (delay 500 ms, minDuration
/// 200 ms).
package enum SpinnerRule {
  /// How long a screen stays calm before it shows a spinner.
  package static let delay = TimeSpan.milliseconds(500)
  /// How long a spinner stays at least.
  package static let minimum = TimeSpan.milliseconds(200)

  /// How long the spinner of a screen showed.
  /// - Parameters:
  ///   - firstContent: the time to first content; nil: blank until the end.
  ///   - length: from open to close; a blank screen waits until then.
  /// - Returns: zero when the wait was no longer than the delay.
  package static func time(firstContent: TimeSpan?, length: TimeSpan) -> TimeSpan {
    let wait = firstContent ?? length
    guard wait > delay else { return .zero }
    return firstContent == nil ? wait - delay : max(wait - delay, minimum)
  }
}
