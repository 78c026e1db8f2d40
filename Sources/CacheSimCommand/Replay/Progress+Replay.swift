internal import Experiments

extension Progress {
  /// Shows how far a replay has come.
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
