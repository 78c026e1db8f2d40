internal import SimCore

/// A server's access log: the GETs that brought something, by their URL.
///
/// A 200 tells the size of its URL. Where an answer does not tell it (304, 206, `-`), it is the one
/// told last, or `assumedSize`. What `AccessLogLine` skips is skipped here too.
enum AccessLogFormat: RequestFormat {
  static let name = "access-log"
  static let aliases = ["clf"]
  static let summary = "An access log in common or combined form, or NASA's with tabs."
  static let endings = ["log"]
  static let columns = "time (s), id (URL), size, tenant (client)"
  static let detection = "most lines are those of an access log, or the first is NASA's header"
  static let skipsMalformed = true

  static func detects(_ sample: TraceSample) -> Bool {
    let lines = sample.lines.filter { !$0.isEmpty }
    if let first = lines.first, first.starts(with: AccessLogLine.header.utf8) { return true }
    let readable = lines.count { line in
      if case .malformed = AccessLogLine.parse(line.span, form: .common) { false } else { true }
    }
    return 2 * readable > lines.count
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: RecordedSizeSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, AccessLogParser(options)))
  }
}

/// How sizes that nothing tells are assumed.
struct RecordedSizeSettings: Settings {
  var assumedSize = Bytes.kilobytes(10)
  static let fields: [Field<RecordedSizeSettings>] = [
    Field(
      "assumedSize", \.assumedSize, in: Bytes(1)...Bytes(TraceNumber.largestBody),
      "The size of a URL until an answer tells it; 10 kB, an assumption.")
  ]
}

/// Reads lines of an access log.
struct AccessLogParser: LineParser {
  private var form: AccessLogLine.Form?
  /// The last size that was told, by the number of the URL.
  private var sizes: DenseMap<Int64>

  init(_ settings: RecordedSizeSettings) {
    sizes = DenseMap(filling: settings.assumedSize.count)
  }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    if form == nil {
      form = AccessLogIntake.isHeader(line) ? .tabSeparated : .common
      if form == .tabSeparated { return }
    }
    switch AccessLogLine.parse(line, form: form ?? .common) {
    case .malformed(let reason): throw FieldFault(reason)
    case .skipped(let reason, _): requests.issues.skip(reason)
    case .request(let request):
      let url = requests.number(of: line, request.url)
      if request.status == 200, let bytes = request.bytes, bytes > 0 { sizes[url] = bytes }
      var fields = RawFields()
      fields.has = [.sizes, .times, .tenants]
      fields.size = sizes[url]
      fields.time = request.seconds * 1_000_000_000
      fields.tenant = requests.tenantNames.intern(line, request.client)
      requests.append(UInt64(url), fields)
    }
  }
}
