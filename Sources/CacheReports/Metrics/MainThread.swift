extension Metric {
  /// What encoding and decoding models does to the main thread.
  static let mainThread =
    Metric.cost(
      "main_thread_codec_ms", .milliseconds,
      "Time that the main thread encoded and decoded models"
    ) { Double($0.mainThread.time) / 1e6 }
    + Metric.cost(
      "dropped_frames", .count,
      "Frames not drawn in time while the main thread encoded or decoded a model: for each piece "
        + "of work the frames that begin meanwhile, less one"
    ) { Double($0.mainThread.droppedFrames) }
}
