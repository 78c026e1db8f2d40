package import SimCore

/// What was played of a screen's media.
public struct Playback: Sendable {
  /// For how long it was played.
  package var time = TimeSpan.zero
  /// How often it stopped because nothing more had come.
  package var stalls = 0
  package var stallTime = TimeSpan.zero
  /// The bytes of the segments that were played, in part or whole.
  package var bytes = Bytes.zero
  /// What they would have been in the highest rate.
  package var fullBytes = Bytes.zero

  package init() {}
}

/// What was played of all media.
package struct PlaybackAggregate: Codable, Sendable, Summed {
  /// Screens on which media were played.
  package private(set) var views = 0
  /// Those on which playing stopped for want of data.
  package private(set) var stalledViews = 0
  package private(set) var stalls = 0
  /// Microseconds of playing, and of waiting for more.
  package private(set) var playTime: Int64 = 0
  package private(set) var stallTime: Int64 = 0
  package private(set) var bytes = Bytes.zero
  package private(set) var fullBytes = Bytes.zero

  package init() {}

  mutating func add(_ playback: Playback) {
    views += 1
    if playback.stalls > 0 { stalledViews += 1 }
    stalls += playback.stalls
    playTime += playback.time.nanoseconds / 1_000
    stallTime += playback.stallTime.nanoseconds / 1_000
    bytes += playback.bytes
    fullBytes += playback.fullBytes
  }

  static func += (left: inout Self, right: Self) {
    addUp(
      &left, right, \.views, \.stalledViews, \.stalls, \.playTime, \.stallTime, \.bytes,
      \.fullBytes)
  }
}
