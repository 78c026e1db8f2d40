internal import SimCore

/// A browser's capture: its GETs in order of time, by their URL.
///
/// The one format that is held in memory as a whole, because it is one object of JSON; captures are
/// small, and a larger one than the limits of `HARFile` is refused.
enum HARFormat: RequestFormat {
  static let name = "har"
  static let summary = "A browser's capture (HTTP Archive 1.2), held in memory as a whole."
  static let endings = ["har"]
  static let columns = "time (ms), id (URL), size"
  static let detection = "an object of JSON whose first member is named log"
  static let skipsMalformed = true

  static func detects(_ sample: TraceSample) -> Bool {
    let beginning = sample.bytes.lazy.filter { $0 > UInt8(ascii: " ") }.prefix(6)
    return beginning.elementsEqual("{\"log\"".utf8)
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: RecordedSizeSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    guard reader.path != "-" else {
      throw WorkloadError(
        .unreadable, at: "-", "a capture is read from a file, not from standard input")
    }
    let capture = try HARCapture(path: reader.path, settings: TraceSettings())
    return RequestDecoderBox(HARDecoder(capture, options, path: reader.path))
  }
}

/// Tells the entries of a capture.
struct HARDecoder: RequestDecoder {
  private let capture: HARCapture
  private let path: String
  private var told = 0
  /// The last size that was told, by the number of the URL.
  private var sizes: DenseMap<Int64>

  init(_ capture: HARCapture, _ settings: RecordedSizeSettings, path: String) {
    self.capture = capture
    self.path = path
    sizes = DenseMap(filling: settings.assumedSize.count)
  }

  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
    if told == 0 {
      requests.issues = capture.issues
      if !requests.skipsMalformed, let first = capture.issues.examples.first {
        throw WorkloadError(
          .malformed, at: TracePlace.entry(first.position).text(in: path), first.reason)
      }
    }
    while told < capture.entries.count, !requests.isFull {
      let entry = capture.entries[told]
      told += 1
      let name = Array(entry.url.utf8)
      let url = requests.number(of: name.span, name.indices)
      if let size = entry.size, size > 0, entry.status == 200 { sizes[url] = size }
      var fields = RawFields()
      fields.has = [.sizes, .times]
      fields.size = sizes[url]
      fields.time = entry.startedAt
      requests.append(UInt64(url), fields)
    }
    return told < capture.entries.count
  }
}
