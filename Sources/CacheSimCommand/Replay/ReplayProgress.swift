internal import Experiments

/// A line on a terminal that tells how far a replay has come and how long it will take; silent
/// elsewhere.
final class ReplayProgress: Sendable {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  init(isShown: Bool) {
    self.isShown = isShown
    start = clock.now
  }

  func show(_ progress: ReplayRunner.Progress) {
    guard isShown else { return }
    let phase =
      switch progress.phase {
      case .measuring: "measuring the trace"
      case .lookingAhead: "looking ahead"
      case .replaying: "replaying"
      }
    var text = "\(phase): \(progress.requests) requests"
    if let all = progress.all, all > 0 {
      text += " of \(all)"
      let part = Double(progress.requests) / Double(all)
      if progress.phase == .replaying, part > 0 {
        let seconds = (clock.now - start) / .seconds(1)
        text += ", \(Int((seconds * (1 - part) / part).rounded(.up))) s left"
      }
    }
    Terminal.tell("\r\(text)\u{1B}[K")
  }

  /// Takes the line away.
  func end() {
    if isShown { Terminal.tell("\r\u{1B}[K") }
  }
}
