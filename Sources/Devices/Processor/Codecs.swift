internal import SimCore

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
  public static let all = [json, plist, archiver]

  /// The codec of that name; nil: there is none.
  public static func named(_ name: String) -> Codec? { all.first { $0.name == name } }
}
