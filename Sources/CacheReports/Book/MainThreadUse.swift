internal import SimCore

/// What the main thread did with codecs.
package struct MainThreadUse: Sendable {
  /// Nanoseconds of encoding and decoding.
  package private(set) var time: Int128 = 0
  /// Frames that were not drawn in time meanwhile.
  package private(set) var droppedFrames: Int64 = 0

  /// Nothing yet.
  package init() {}

  mutating func add(_ time: TimeSpan, droppedFrames frames: Int64) {
    self.time += Int128(time.nanoseconds)
    droppedFrames += frames
  }

  mutating func merge(_ other: MainThreadUse) {
    time += other.time
    droppedFrames += other.droppedFrames
  }
}
