public import Devices
public import SimCore
internal import Workloads

extension World {
  /// What a copy takes when it is stored: models are encoded, other bodies are kept as they came.
  public func storedSize(of copy: ResourceCopy, as codec: Codec) -> Bytes {
    copy.kind == .model ? codec.size(ofJSON: copy.size) : copy.size
  }

  /// What a copy takes in memory when it is decoded.
  public func decodedSize(of copy: ResourceCopy) -> Bytes {
    switch copy.kind {
    case .image, .avatar:
      Bytes(rounding: Double(copy.size.count) * plan.device.decodedImageFactor)
    case .model, .document, .support, .other: copy.size
    }
  }

  /// Decodes a stored model; the answer is the time until it can be shown. Other bodies are decoded
  /// off the main thread, alike for all strategies, and count nothing.
  public mutating func decode(_ copy: ResourceCopy, as codec: Codec) -> TimeSpan {
    guard copy.kind == .model else { return .zero }
    let time = codec.scaled(by: plan.device.processorScale).decode(storedSize(of: copy, as: codec))
    narrate(.decoded(takes: time))
    _ = work(for: time)
    return time
  }

  /// Encodes a model that the user leaves: what the main thread has to do next waits for it, the
  /// next screen's first paint among it.
  public mutating func encode(_ copy: ResourceCopy, as codec: Codec) {
    guard copy.kind == .model else { return }
    let time = codec.scaled(by: plan.device.processorScale).encode(storedSize(of: copy, as: codec))
    narrate(.encoded(takes: time))
    mainThreadFree = max(mainThreadFree, now) + work(for: time)
  }

  /// Works on bytes of text at a rate that was measured as the codecs' were.
  /// - Returns: how long it takes, on the main thread or beside it.
  public mutating func process(
    _ bytes: Bytes, rate: Bytes, onMainThread: Bool
  ) -> TimeSpan {
    let time = TimeSpan(
      rounding: Double(bytes.count) / Double(rate.count) * plan.device.processorScale)
    if onMainThread { mainThreadFree = max(mainThreadFree, now) + busy(for: time) }
    return time
  }

  /// Notes what the main thread does of encoding or decoding.
  /// - Returns: for how long it is busy with it.
  private mutating func work(for time: TimeSpan) -> TimeSpan {
    busy(for: TimeSpan(rounding: time.seconds * plan.device.mainThreadShare))
  }

  /// Notes that the main thread is busy.
  private mutating func busy(for time: TimeSpan) -> TimeSpan {
    guard time > .zero else { return .zero }
    let budget = FrameBudget(framesPerSecond: Int64(plan.device.framesPerSecond))
    page.append(.worked(time, droppedFrames: budget.droppedFrames(in: time), at: now))
    return time
  }
}
