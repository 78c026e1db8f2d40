package import SimCore

/// A trace of HTTP requests in whichever format its file has: the entry point to recorded input.
///
/// A file whose name ends in `.har`, or whose first character is `{`, is read as a HAR file;
/// every other file as an access log. Both become the same kinds of events. To detect the format
/// the file is opened a second time, so a pipe cannot be read this way.
package struct TraceSource: EventSource, ~Copyable {
  package enum Format: Sendable {
    case accessLog
    case har
  }

  package let format: Format
  package let headers: [CacheHeaders]
  package let hosts: [String]
  /// The lines of requests that matter to a cache; none of a log.
  package let requests: RecordedRequests
  /// When the trace starts, in seconds since 1970; nil where nothing depends on it.
  package let secondsAtStart: Int64?
  package private(set) var issues: TraceIssues

  // Exactly one of the two is there.
  private var log: AccessLogSource?
  private var capture: HARSource?

  /// Opens a file.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` when a HAR file is none; that a log is
  ///   none is found when it is read.
  package init(path: String, settings: TraceSettings = TraceSettings()) throws(InputError) {
    let format = try Self.format(of: path)
    switch format {
    case .accessLog: self.init(try AccessLogSource(path: path, settings: settings))
    case .har: self.init(try HARSource(path: path, settings: settings))
    }
  }

  private init(_ source: consuming AccessLogSource) {
    format = .accessLog
    headers = source.headers
    hosts = source.hosts
    requests = RecordedRequests()
    secondsAtStart = nil
    issues = source.issues
    log = consume source
  }

  private init(_ source: HARSource) {
    format = .har
    // A capture without a response has none, and a simulation needs one.
    headers = source.headers.isEmpty ? [CacheHeaders()] : source.headers
    hosts = source.hosts
    requests = source.requests
    secondsAtStart = source.startNanoseconds.map { $0 / 1_000_000_000 }
    issues = source.issues
    capture = source
  }

  /// The addresses of a device's resources, of a source that has not been read yet; a log's paths
  /// are not kept.
  var origins: @Sendable (_ device: UInt32) -> ResourceOrigins {
    guard let capture else { return { _ in ResourceOrigins() } }
    return { capture.origins(on: $0) }
  }

  /// The URL of a resource that the events so far have published to a device; nil: an access log.
  func name(of resource: ResourceIndex, on device: UInt32) -> String? {
    capture?.name(of: resource, on: device)
  }

  package mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    switch format {
    case .har: return try capture?.fill(&block) ?? false
    case .accessLog:
      let hasMore = try log?.fill(&block) ?? false
      if let found = log?.issues { issues = found }
      return hasMore
    }
  }

  /// Detects the format by the name, else by the first character that is no white space.
  package static func format(of path: String) throws(InputError) -> Format {
    if path.lowercased().hasSuffix(".har") { return .har }
    var reader = try ByteReader(path: path)
    var text = try reader.peek(4_096)[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") ? .har : .accessLog
  }
}
