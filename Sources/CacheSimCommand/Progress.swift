internal import FoundationEssentials

/// A line on a terminal that tells how far the work has come; silent elsewhere.
final class Progress: Sendable {
  private let isShown: Bool

  init(isShown: Bool) { self.isShown = isShown }

  /// How many simulations can run at once.
  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  func show(_ done: Int, of all: Int) {
    guard isShown else { return }
    let width = 24
    let filled = all > 0 ? done * width / all : width
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Terminal.tell("\r\(bar) \(done) of \(all) simulations")
  }

  /// Takes the line away.
  func end() {
    if isShown { Terminal.tell("\r\u{1B}[K") }
  }
}
