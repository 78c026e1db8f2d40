internal import SimCore

extension TraceFormat {
  /// A server's GETs with a body or a 304, by their URL.
  ///
  /// A 200 has the size of its URL. Where a response does not have it (304, 206, `-`), it is the
  /// last known one, or `assumedSize`. What `AccessLogLine` skips is skipped here too.
  static let accessLog = declared(
    "access-log", aliases: ["clf"],
    "An access log in common or combined form, or with tabs and a header.",
    settings: RecordedSizeSettings.self, endings: ["log"],
    columns: "time (s), id (URL), size, tenant (client)",
    detection:
      "most lines are those of an access log, or the first names client, time, URL and status",
    isRecording: true,
    detects: { sample in
      let lines = sample.lines.filter { !$0.isEmpty }
      if let first = lines.first, LogColumns(header: first.span) != nil { return true }
      let readable = lines.count { line in
        if case .malformed = AccessLogLine.parse(line.span) { false } else { true }
      }
      return 2 * readable > lines.count
    },
    decoder: { reader, options in LineDecoder(reader, AccessLogParser(options)) }
  )

  /// A browser's GETs in order of time, by their URL.
  ///
  /// The one format that is held in memory as a whole, because it is one object of JSON; captures
  /// are small, and a larger one than the limits of `HARFile` is refused.
  static let har = declared(
    "har", "A browser's capture (HTTP Archive 1.2), held in memory as a whole.",
    settings: RecordedSizeSettings.self, endings: ["har"], columns: "time (ms), id (URL), size",
    detection: "an object of JSON whose first member is named log", isRecording: true,
    detects: { sample in
      sample.bytes.lazy.filter { $0 > UInt8(ascii: " ") }.prefix(6).elementsEqual("{\"log\"".utf8)
    },
    decoder: { reader, options throws(InputError) in
      guard reader.path != "-" else {
        throw InputError(
          .unreadable, at: "-", "a capture is read from a file, not from standard input")
      }
      return HARDecoder(options, path: reader.path)
    })
}

struct RecordedSizeSettings: Settings {
  var assumedSize = Bytes.kilobytes(10)
  static let fields: [Field<RecordedSizeSettings>] = [
    Field(
      "assumedSize", \.assumedSize, in: Bytes(1)...Bytes(TraceNumber.largestBody),
      assumed: "The size of a URL until a response has it; 10 kB.")
  ]
}

struct AccessLogParser: LineParser {
  private var header = LogHeader()
  /// The last known size, by the number of the URL.
  private var sizes: DenseMap<Int64>

  init(_ settings: RecordedSizeSettings) { sizes = DenseMap(filling: settings.assumedSize.count) }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    switch header.read(line) {
    case nil: break
    case .malformed(let reason): throw InputError(reason)
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

struct HARDecoder: RequestDecoder {
  private let path: String
  private var capture: HARCapture?
  private var done = 0
  /// The last known size, by the number of the URL.
  private var sizes: DenseMap<Int64>

  init(_ settings: RecordedSizeSettings, path: String) {
    self.path = path
    sizes = DenseMap(filling: settings.assumedSize.count)
  }

  mutating func decode(into requests: inout RawRequests) throws(InputError) -> Bool {
    let capture = if let capture { capture } else { try read(into: &requests) }
    while done < capture.entries.count, !requests.isFull {
      let entry = capture.entries[done]
      done += 1
      let name = ContiguousArray(entry.url.utf8)
      let url = requests.number(of: name.span, name.indices)
      if let size = entry.size, size > 0, entry.status == 200 { sizes[url] = size }
      var fields = RawFields()
      fields.has = [.sizes, .times]
      fields.size = sizes[url]
      fields.time = entry.startedAt
      requests.append(UInt64(url), fields)
    }
    return done < capture.entries.count
  }

  private mutating func read(into requests: inout RawRequests) throws(InputError) -> HARCapture {
    let capture = try HARCapture(
      HARFile(path: path), settings: TraceSettings(), opensOnly: true,
      showsSecrets: requests.issues.showsSecrets)
    self.capture = capture
    requests.issues = capture.issues
    if !requests.skipsMalformed, let first = capture.issues.examples.first {
      throw InputError(
        .malformed, at: TracePlace.entry(first.position).text(in: path), first.reason)
    }
    return capture
  }
}
