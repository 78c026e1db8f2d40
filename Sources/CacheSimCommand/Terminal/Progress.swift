internal import Experiments
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A line on a terminal with the progress of the work and the time that is left; nothing elsewhere.
final class Progress: Sendable {
  private struct Phase {
    var words = ""
    var start = ContinuousClock.now
    var shownAt: ContinuousClock.Instant?
  }

  private let isShown: Bool
  private let phase = Mutex(Phase())

  /// The minimum time between two changes of the line; assumption.
  private static let pause = Duration.milliseconds(100)
  private static let barWidth = 24

  init(isShown: Bool) { self.isShown = isShown }

  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Shows how much is done, and an estimate of the time that is left. `all` is nil where it is not
  /// known; other `words` begin another count; `kept` was done before the work began.
  func show(_ done: Int64, of all: Int64?, _ words: String, kept: Int64 = 0) {
    guard isShown else { return }
    let taken: Duration? = phase.withLock { phase in
      let now = ContinuousClock.now
      if phase.words != words { phase = Phase(words: words, start: now) }
      if let shownAt = phase.shownAt, shownAt.duration(to: now) < Self.pause { return nil }
      phase.shownAt = now
      return phase.start.duration(to: now)
    }
    guard let taken else { return }
    Terminal.show(Self.line(done, of: all, words, kept: kept, taken: taken / .seconds(1)))
  }

  /// `taken` counts seconds since the work began.
  static func line(
    _ done: Int64, of all: Int64?, _ words: String, kept: Int64 = 0, taken: Double
  ) -> String {
    guard let all, all > 0 else { return "\(done) \(words)" }
    let share = min(Double(done) / Double(all), 1)
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    var line = "\(bar) \(done) of \(all) \(words)"
    if done > kept && done < all {
      let seconds = taken / Double(done - kept) * Double(all - done)
      line += ", \(Self.words(seconds: seconds)) left"
    }
    return line
  }

  /// A time in one or two units, such as `40 s` or `1 h 20 min`.
  static func words(seconds: Double) -> String {
    let whole = Int(min(seconds, 1e12).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min" }
    return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
  }

  func end() {
    if isShown { Terminal.clearLine() }
  }
}

extension Progress {
  func show(_ progress: ReplayRunner.Progress) {
    let words =
      switch progress.phase {
      case .measuring: "requests measured"
      case .lookingAhead: "requests looked ahead"
      case .replaying: "requests replayed"
      }
    show(progress.requests, of: progress.all, words)
  }
}
