package import SimCore

/// The time that the main thread has for a frame, and the frames that longer work drops.
package struct FrameBudget: Hashable, Sendable {
  /// How often the screen is drawn.
  package var framesPerSecond: Int64

  /// 60 frames a second: 16.67 ms.
  package static let sixty = FrameBudget(framesPerSecond: 60)
  /// 120 frames a second: 8.33 ms.
  package static let hundredTwenty = FrameBudget(framesPerSecond: 120)

  /// Makes the budget of a screen that draws so many frames a second.
  package init(framesPerSecond: Int64) {
    precondition(framesPerSecond > 0, "a screen that draws nothing drops nothing")
    self.framesPerSecond = framesPerSecond
  }

  /// How many frames are not drawn in time while the main thread works for so long: one less than
  /// the frames that begin meanwhile, since the one that was due is merely late.
  package func droppedFrames(in work: TimeSpan) -> Int64 {
    // In whole numbers: a sixtieth of a second is no whole number of nanoseconds.
    let frames = Int128(work.nanoseconds) * Int128(framesPerSecond)
    return max(0, Int64((frames + 999_999_999) / 1_000_000_000) - 1)
  }
}
