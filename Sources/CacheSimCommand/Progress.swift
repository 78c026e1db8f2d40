internal import FoundationEssentials

/// A line on a terminal that tells how far the work has come; silent elsewhere.
final class Progress: Sendable {
  private let isShown: Bool
  private let start = ContinuousClock.now

  init(isShown: Bool) { self.isShown = isShown }

  /// How many simulations can run at once.
  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Shows how many of all are done, and how long the rest will take if it goes on like that.
  /// - Parameter kept: how many were done before the work began.
  func show(_ done: Int, of all: Int, kept: Int = 0) {
    guard isShown else { return }
    let width = 24
    let filled = all > 0 ? done * width / all : width
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let left = done > kept && done < all ? ", \(timeLeft(done - kept, all - done))" : ""
    Terminal.tell("\r\(bar) \(done) of \(all) simulations\(left)\u{1B}[K")
  }

  private func timeLeft(_ done: Int, _ left: Int) -> String {
    let taken = start.duration(to: .now)
    let seconds = Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18
    return Self.words(seconds: seconds / Double(done) * Double(left)) + " left"
  }

  /// A time as a person wants to know it, such as `40 s` or `1 h 20 min`.
  static func words(seconds: Double) -> String {
    let whole = Int(min(seconds, 1e12).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min" }
    return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
  }

  /// Takes the line away.
  func end() {
    if isShown { Terminal.tell("\r\u{1B}[K") }
  }
}
