public import SimCore

/// A scenario says a codec by its name; how slow the processor is stands with the device.
extension Codec: SettingValue {
  /// Reads a name; notes an unknown one with the nearest known.
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Codec? {
    json.name(of: "codec", among: Codecs.all.map(\.name), path: path, &problems)
      .flatMap(Codecs.named)
  }

  /// The name.
  public var json: JSON { JSON(.string(name)) }

  /// One of the names.
  public static var schema: JSON { .words(Codecs.all.map(\.name)) }
}
