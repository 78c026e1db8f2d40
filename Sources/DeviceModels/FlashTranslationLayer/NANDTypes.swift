package import SimCore

/// A kind of flash cell: how often it can be erased, and how long its operations take.
package struct NANDType: Hashable, Sendable {
  package let name: String
  package let aliases: [String]
  package let bitsPerCell: Int64
  package let endurance: Int64
  package let read: TimeSpan
  /// Programming a page: the middle of the source's range.
  package let program: TimeSpan
  /// Erasing a block: the middle of the source's range.
  package let erase: TimeSpan
  package let source: String
  package let enduranceCertainty: Certainty
  package let timingCertainty: Certainty
}

extension NANDType: SettingValue {
  package static func read(_ json: JSON, path: String, _ problems: inout Problems) -> NANDType? {
    let names = NANDTypes.all.flatMap { [$0.name] + $0.aliases }
    return CatalogName.read(json, path: path, "flash cell", among: names, &problems)
      .flatMap { NANDTypes.named($0) }
  }
  package var json: JSON { JSON(name) }
  package static var schema: JSON {
    CatalogName.schema(NANDTypes.all.flatMap { [$0.name] + $0.aliases })
  }
}

/// The catalogue of flash cells.
package enum NANDTypes {
  /// One bit a cell: 100 000 cycles, where Transcend says at most 50 000.
  package static let slc = NANDType(
    name: "slc", aliases: ["single-level-cell"], bitsPerCell: 1, endurance: 100_000,
    read: .microseconds(25), program: .microseconds(250), erase: .microseconds(1_750),
    source: whitePaper, enduranceCertainty: .medium, timingCertainty: .medium)

  /// Two bits a cell: 3 000 cycles (3 000 to 5 000), and as many by Transcend.
  package static let mlc = NANDType(
    name: "mlc", aliases: ["multi-level-cell"], bitsPerCell: 2, endurance: 3_000,
    read: .microseconds(50), program: .microseconds(750), erase: .milliseconds(3),
    source: whitePaper + "; Transcend agrees on the cycles", enduranceCertainty: .high,
    timingCertainty: .medium)

  /// Three bits a cell: 1 000 cycles (1 000 to 3 000); a phone's, and the default.
  package static let tlc = NANDType(
    name: "tlc", aliases: ["triple-level-cell", "3d-tlc"], bitsPerCell: 3, endurance: 1_000,
    read: .microseconds(75), program: .microseconds(1_125), erase: .microseconds(4_500),
    source: whitePaper + "; Transcend: below 1 500 cycles", enduranceCertainty: .medium,
    timingCertainty: .medium)

  /// Four bits a cell: 1 000 cycles; reading and programming take twice TLC's time, erasing as
  /// long (assumptions: no source was read, and no result is made of them).
  package static let qlc = NANDType(
    name: "qlc", aliases: ["quad-level-cell"], bitsPerCell: 4, endurance: 1_000,
    read: .microseconds(150), program: .microseconds(2_250), erase: .microseconds(4_500),
    source: "a manufacturer's blog (cycles)", enduranceCertainty: .low,
    timingCertainty: .assumption)

  package static let all = [slc, mlc, tlc, qlc]

  /// The kind with that name or alias; nil: there is none. - Complexity: O(kinds).
  package static func named(_ name: String) -> NANDType? {
    all.first { $0.name == name || $0.aliases.contains(name) }
  }

  private static let whitePaper = "HP white paper \"SLC, MLC and TLC NAND\", table 1"
}
