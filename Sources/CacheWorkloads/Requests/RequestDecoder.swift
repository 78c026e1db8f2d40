/// The reader of one format: bytes in, raw requests out.
protocol RequestDecoder: ~Copyable, SendableMetatype {
  /// Whether some request may tell when its object is asked for again, as far as is known.
  var canTellNextAccesses: Bool { get }
  /// Adds requests: a piece, or all that there is room for, or the file's last ones.
  /// - Returns: false when the file has ended.
  /// - Throws: `unreadable`, or `malformed` at a malformed item unless those are left out.
  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool
}

extension RequestDecoder where Self: ~Copyable {
  var canTellNextAccesses: Bool { false }
}

/// A decoder of whichever format, in a box.
class AnyRequestDecoder {
  var canTellNextAccesses: Bool { false }
  func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool { false }
}

/// The box of one decoder.
final class RequestDecoderBox<Decoder: RequestDecoder & ~Copyable>: AnyRequestDecoder {
  private var decoder: Decoder
  init(_ decoder: consuming Decoder) { self.decoder = decoder }

  override var canTellNextAccesses: Bool { decoder.canTellNextAccesses }

  override func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
    try decoder.decode(into: &requests)
  }
}
