/// The reader of one format: bytes in, raw requests out.
protocol RequestDecoder: ~Copyable, SendableMetatype {
  /// Adds requests: a piece, or all that there is room for, or the file's last ones.
  /// - Returns: false when the file has ended.
  /// - Throws: `unreadable`, or `malformed` at a malformed item unless those are left out.
  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool
}

/// A decoder of whichever format, in a box.
class AnyRequestDecoder {
  func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool { false }
}

/// The box of one decoder.
final class RequestDecoderBox<Decoder: RequestDecoder & ~Copyable>: AnyRequestDecoder {
  private var decoder: Decoder
  init(_ decoder: consuming Decoder) { self.decoder = decoder }

  override func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
    try decoder.decode(into: &requests)
  }
}
