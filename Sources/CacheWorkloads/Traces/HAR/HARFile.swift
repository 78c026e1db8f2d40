package import SimCore

/// A capture's file as a tree, read within limits: few bytes may expand to many, and few bytes of
/// text may be many values.
///
/// What takes most of a capture and tells nothing to a cache, bodies above all, is read and not
/// kept. Memory: the expanded file while it is read, then about 100 bytes for each value that is
/// kept, and its texts.
package struct HARFile: Sendable {
  /// How much is read.
  package struct Limits: Sendable {
    /// The most bytes, when expanded.
    package var bytes: Int
    /// The most values of JSON that are kept: an entry has about 150.
    package var values: Int

    /// 256 MiB and 4,000,000 values, which take up to about 800 MB.
    package static let standard = Limits(bytes: 256 << 20, values: 4_000_000)

    /// Makes limits.
    package init(bytes: Int, values: Int) {
      self.bytes = bytes
      self.values = values
    }
  }

  /// The object named `log`.
  package let log: JSON
  private let bytes: [UInt8]

  /// Members that no reader of captures asks for: bodies, cookies and queries that stand in the
  /// headers and the URL as well, the phases of an exchange, and what browsers add for themselves.
  private static let omitted: Set<String> = [
    "_initiator", "_securityDetails", "_webSocketMessages", "cookies", "postData", "queryString",
    "text", "timings",
  ]

  /// Reads a file; gzip and zstd are expanded.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` with line and column.
  package init(path: String, limits: Limits = .standard) throws(WorkloadError) {
    let bytes = try ByteReader.contents(of: path, limit: limits.bytes)
    let root: JSON
    do throws(JSONSyntaxError) {
      root = try JSON.parse(bytes, limit: limits.values, omitting: Self.omitted)
    } catch {
      let place = Problems.place(of: error.offset, in: bytes)
      throw WorkloadError(
        .malformed, at: "\(path):\(place.line):\(place.column)", error.message)
    }
    guard let log = root["log"], log.members != nil else {
      let found = root["log"] ?? root
      let place = Problems.place(of: found.offset, in: bytes)
      throw WorkloadError(
        .malformed, at: "\(path):\(place.line):\(place.column)",
        "a HAR file is an object with an object named log, found \(found.found)")
    }
    self.bytes = bytes
    self.log = log
  }

  /// Line and column of an offset, as errors name them.
  func place(of offset: Int) -> String {
    let place = Problems.place(of: offset, in: bytes)
    return "\(place.line):\(place.column)"
  }
}
