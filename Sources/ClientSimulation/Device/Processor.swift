internal import CacheMetrics
internal import CacheWorkloads
public import DeviceModels
public import SimCore

/// What the main thread is busy with: encoding, decoding and rewriting, and waiting for the disk.
struct Processor {
  /// Until when the main thread is busy with what the app has done so far.
  private(set) var freeAt = Instant.start

  /// The main thread has so much more to do.
  mutating func occupy(for span: TimeSpan, from now: Instant) { freeAt = max(freeAt, now) + span }

  /// A process ended, and what it had to do.
  mutating func reset(at now: Instant) { freeAt = now }
}

extension DeviceSimulation {
  /// What a copy takes when it is stored: models are encoded, other bodies are stored as they came.
  public func storedSize(of copy: ResourceCopy, as codec: Codec) -> Bytes {
    copy.kind == .model ? codec.size(ofJSON: copy.size) : copy.size
  }

  /// What a copy takes in memory when it is decoded.
  public func decodedSize(of copy: ResourceCopy) -> Bytes {
    switch copy.kind {
    case .image, .avatar:
      Bytes(rounding: pixelBytes(of: copy) * plan.origin.pictures.bitmapShare(of: copy))
    case .model, .document, .support, .other, .media: copy.size
    }
  }

  /// What all pixels of a stored picture take.
  private func pixelBytes(of copy: ResourceCopy) -> Double {
    Double(copy.size.count) * plan.device.decodedImageFactor / plan.origin.pictures.format.bytes
  }

  /// How long a picture takes to be decoded, beside the main thread; zero for all else.
  func pictureDecodingTime(of copy: ResourceCopy) -> TimeSpan {
    switch copy.kind {
    case .image, .avatar:
      guard plan.device.imageDecodeRate != .unlimited else { return .zero }
      let bytes = pixelBytes(of: copy).rounded() * plan.device.processorScale
      return TimeSpan(rounding: bytes / Double(plan.device.imageDecodeRate.count))
    case .model, .document, .support, .other, .media: return .zero
    }
  }

  /// Decodes a stored model; the answer is the time until it can be shown. Documents are parsed
  /// alike for all strategies, which counts nothing; pictures are decoded as they are shown.
  /// - Parameter share: the share that the main thread does; nil: the device's.
  public mutating func decode(
    _ copy: ResourceCopy, as codec: Codec, mainThreadShare share: Double? = nil
  ) -> TimeSpan {
    guard copy.kind == .model else { return .zero }
    let time = codec.scaled(by: plan.device.processorScale).decode(storedSize(of: copy, as: codec))
    recordWork(.decoding, time, busy: mainThreadTime(in: time, share: share))
    return time
  }

  /// Encodes a model that the user leaves: what the main thread has to do next waits for it, the
  /// next screen's first paint among it.
  /// - Parameter share: the share that the main thread does; nil: the device's.
  public mutating func encode(
    _ copy: ResourceCopy, as codec: Codec, mainThreadShare share: Double? = nil
  ) {
    guard copy.kind == .model else { return }
    let time = codec.scaled(by: plan.device.processorScale).encode(storedSize(of: copy, as: codec))
    let busy = mainThreadTime(in: time, share: share)
    recordWork(.encoding, time, busy: busy)
    processor.occupy(for: busy, from: now)
  }

  /// Rewrites a text at a rate that was measured as the codecs' were.
  /// - Returns: how long it takes, on the main thread or beside it.
  public mutating func rewrite(_ bytes: Bytes, rate: Bytes, onMainThread: Bool) -> TimeSpan {
    let time = TimeSpan(
      rounding: Double(bytes.count) / Double(rate.count) * plan.device.processorScale)
    if onMainThread {
      recordWork(.rewriting, time, busy: time)
      processor.occupy(for: time, from: now)
    }
    return time
  }

  private func mainThreadTime(in time: TimeSpan, share: Double?) -> TimeSpan {
    max(.zero, TimeSpan(rounding: time.seconds * (share ?? plan.device.mainThreadShare)))
  }

  private mutating func recordWork(
    _ kind: MainThreadWork.Kind, _ time: TimeSpan, busy: TimeSpan
  ) {
    guard busy > .zero || trace.collectsDetail else { return }
    let budget = FrameBudget(framesPerSecond: Int64(plan.device.framesPerSecond))
    record(
      .worked(
        MainThreadWork(
          kind, duration: time, busy: busy, droppedFrames: budget.droppedFrames(in: busy))))
  }
}
