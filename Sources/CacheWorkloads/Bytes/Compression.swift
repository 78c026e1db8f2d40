/// The ways in which a trace may be compressed; each is expanded by the program of its name.
///
/// Programs and not libraries: they need nothing to build, run on another processor while the trace
/// is parsed, and their end says whether the data were whole.
enum Compression: String, CaseIterable {
  case gzip
  case zstd

  /// How many bytes tell them apart.
  static let markLength = 4

  /// The compression of a file that begins so; nil when it is not compressed.
  ///
  /// RFC 1952, section 2.3.1: 1F 8B, method 8, and reserved bits of the flags that are zero;
  /// RFC 8878, section 3.1.1: 28 B5 2F FD.
  init?(_ start: [UInt8]) {
    guard start.count >= Self.markLength else { return nil }
    switch (start[0], start[1], start[2], start[3]) {
    case (0x1F, 0x8B, 0x08, 0x00...0x1F): self = .gzip
    case (0x28, 0xB5, 0x2F, 0xFD): self = .zstd
    default: return nil
    }
  }

  /// The program and its arguments: from standard input to standard output.
  var command: [String] { [rawValue, "-dc"] }
}
