internal import Devices

/// What 200 records of 370 B took on one core of a server, optimised (x86-64 Linux, Swift 6.3.1).
struct MeasuredCodec: Sendable {
  var codec: Codec
  /// What the codec made of them.
  var bytes: Int64
  /// Milliseconds of encoding.
  var encode: Double
  /// Milliseconds of decoding.
  var decode: Double

  /// The size as JSON.
  static let json: Int64 = 75_400
  static let all = [
    MeasuredCodec(codec: Codecs.json, bytes: json, encode: 0.94, decode: 1.14),
    MeasuredCodec(codec: Codecs.plist, bytes: 60_500, encode: 1.58, decode: 2.62),
    MeasuredCodec(codec: Codecs.archiver, bytes: 101_900, encode: 20.5, decode: 6.0),
  ]
}
