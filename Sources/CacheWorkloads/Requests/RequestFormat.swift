internal import SimCore

/// One format: what it is called, how it is told, and how it is read.
protocol RequestFormat: SendableMetatype {
  associatedtype Options: Settings = NoSettings
  static var name: String { get }
  static var aliases: [String] { get }
  /// One sentence.
  static var summary: String { get }
  /// Endings of file names, without the dot.
  static var endings: [String] { get }
  /// The columns that it can have, in words.
  static var columns: String { get }
  /// How it is told by its content, in words.
  static var detection: String { get }
  /// Whether malformed items are left out by default.
  static var skipsMalformed: Bool { get }
  /// Whether a file that begins so can be nothing else.
  static func detects(_ sample: TraceSample) -> Bool
  static func decoder(
    of reader: consuming ByteReader, _ options: Options
  ) throws(WorkloadError) -> AnyRequestDecoder
}

extension RequestFormat {
  static var aliases: [String] { [] }
  static var endings: [String] { [] }
  static var skipsMalformed: Bool { false }
}
