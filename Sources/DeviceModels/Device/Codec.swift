public import SimCore

/// A way to turn a model into bytes and back, and how long that takes.
///
/// Rates are in produced bytes per second, measured on one core of a server (x86-64 Linux, Swift
/// 6.3.1, optimised, 200 records of 370 B; flat from 20 to 1 000 records). Foundation on a phone is
/// other code: calibrate with `processorScale`.
public struct Codec: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  package var name: String
  /// Bytes encoded per second at scale 1.
  package var encodeRate: Bytes
  /// Bytes decoded per second at scale 1.
  package var decodeRate: Bytes
  /// Size relative to JSON's, in hundredths.
  package var sizeHundredths: Int64
  /// How many times slower than the machine measured on; 1, and 4 for a phone of the middle class
  /// (Lighthouse's slowdown).
  package var processorScale: Double

  /// Makes a codec.
  public init(
    _ name: String, encodeRate: Bytes, decodeRate: Bytes, sizeHundredths: Int64,
    processorScale: Double = 1
  ) {
    precondition(encodeRate > .zero && decodeRate > .zero, "a codec has a rate")
    self.name = name
    self.encodeRate = encodeRate
    self.decodeRate = decodeRate
    self.sizeHundredths = sizeHundredths
    self.processorScale = processorScale
  }

  /// The size of a model that takes `json` bytes as JSON, rounded up.
  package func size(ofJSON json: Bytes) -> Bytes {
    Bytes((json.count * sizeHundredths + 99) / 100)
  }

  /// Making `bytes` bytes of this codec.
  package func encode(_ bytes: Bytes) -> TimeSpan { time(bytes, encodeRate) }

  /// Reading `bytes` bytes of this codec.
  package func decode(_ bytes: Bytes) -> TimeSpan { time(bytes, decodeRate) }

  package func scaled(by scale: Double) -> Codec {
    var copy = self
    copy.processorScale = scale
    return copy
  }

  private func time(_ bytes: Bytes, _ rate: Bytes) -> TimeSpan {
    TimeSpan(rounding: Double(bytes.count) / Double(rate.count) * processorScale)
  }
}

/// The catalogue of codecs.
public enum Codecs {
  /// `JSONEncoder`: 80 and 66 MB/s.
  public static let json = Codec(
    "json", encodeRate: .megabytes(80), decodeRate: .megabytes(66), sizeHundredths: 100)
  /// `PropertyListEncoder`, binary: 38 and 23 MB/s, 0.80 of JSON's size.
  public static let plist = Codec(
    "plist", encodeRate: .megabytes(38), decodeRate: .megabytes(23), sizeHundredths: 80)
  /// `NSKeyedArchiver`, secure: 5.0 and 16.9 MB/s, 1.35 of JSON's size.
  public static let archiver = Codec(
    "archiver", encodeRate: .megabytes(5), decodeRate: .kilobytes(16_900), sizeHundredths: 135)

  /// Every codec, in the order in which a list shows them.
  package static let all = [json, plist, archiver]

  /// The codec of that name; nil: there is none.
  package static func named(_ name: String) -> Codec? { all.first { $0.name == name } }
}

extension Codec: SettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Codec? {
    CatalogName.read(json, path: path, "codec", among: Codecs.all.map(\.name), &problems)
      .flatMap { Codecs.named($0) }
  }
  public var json: JSON { JSON(name) }
  public static var schema: JSON { CatalogName.schema(Codecs.all.map(\.name)) }
}
