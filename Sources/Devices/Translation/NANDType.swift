public import SimCore

/// A kind of flash cell: how often it can be erased, and how long its operations take.
public struct NANDType: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  public let name: String
  /// Other spellings that are accepted.
  public let aliases: [String]
  /// Bits that a cell holds.
  public let bitsPerCell: Int64
  /// Programs and erases that a block lasts.
  public let endurance: Int64
  /// Reading a page.
  public let read: TimeSpan
  /// Programming a page: the middle of the source's range.
  public let program: TimeSpan
  /// Erasing a block: the middle of the source's range.
  public let erase: TimeSpan
  /// Where the figures are from.
  public let source: String
  /// How sure the endurance is.
  public let enduranceCertainty: Certainty
  /// How sure the times are.
  public let timingCertainty: Certainty
}

extension NANDType: SettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> NANDType? {
    let names = NANDTypes.all.flatMap { [$0.name] + $0.aliases }
    return CatalogName.read(json, path: path, "flash cell", among: names, &problems)
      .flatMap { NANDTypes.named($0) }
  }
  public var json: JSON { JSON(.string(name)) }
  public static var schema: JSON {
    CatalogName.schema(NANDTypes.all.flatMap { [$0.name] + $0.aliases })
  }
}
