package import SimCore

/// A format of traces of requests with its settings, ready to read a file.
package struct TraceFormat: Choosable {
  /// Its name.
  package let name: String
  /// Endings of file names by which it is told when the content does not tell it, without the dot.
  package let endings: [String]
  /// The columns that it can have, in words.
  package let columns: String
  /// How it is told, in words.
  package let detection: String
  /// Whether malformed items are left out unless somebody says otherwise.
  let skipsMalformed: Bool
  let detects: @Sendable (TraceSample) -> Bool
  let open: @Sendable (consuming ByteReader) throws(WorkloadError) -> AnyRequestDecoder

  init<Format: RequestFormat>(_ format: Format.Type, _ options: Format.Options) {
    name = Format.name
    endings = Format.endings
    columns = Format.columns
    detection = Format.detection
    skipsMalformed = Format.skipsMalformed
    detects = Format.detects
    open = { reader throws(WorkloadError) in
      try Format.decoder(of: reader, options)
    }
  }

  /// All formats, in the order in which they are listed and tried.
  package static let catalog = Catalog<TraceFormat>(
    of: "trace format",
    [
      entry(OracleGeneralFormat.self), entry(VSCSIFormat.self), entry(CacheLibKVFormat.self),
      entry(TwitterKVFormat.self), entry(CSVFormat.self), entry(JSONLinesFormat.self),
      entry(HARFormat.self), entry(AccessLogFormat.self), entry(ARCFormat.self),
      entry(WebCacheSimFormat.self), entry(LIRSFormat.self), entry(IdsFormat.self),
      entry(LittleEndian32Format.self), entry(LittleEndian64Format.self),
      entry(BigEndian32Format.self), entry(BigEndian64Format.self),
    ])

  private static func entry<Format: RequestFormat>(
    _ format: Format.Type
  ) -> Catalog<TraceFormat>.Entry {
    Catalog.Entry(
      Format.name, aliases: Format.aliases, Format.summary, settings: Format.Options.self
    ) { TraceFormat(Format.self, $0) }
  }
}
