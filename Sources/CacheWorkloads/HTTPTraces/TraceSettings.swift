package import SimCore

/// How a trace of HTTP requests is read as a workload of users and their devices.
package struct TraceSettings: Hashable, Sendable {
  /// 30 s is an assumption: logs do not record when a user left. At most `longestDwell`.
  package var dwell = TimeSpan.seconds(30)
  package static let longestDwell = TimeSpan.days(365)
  /// 10 s is an assumption: a page of that time on a slow line. 0: each is a screen.
  package var partWindow = TimeSpan.seconds(10)
  /// The customary limit between two visits in web analytics (Catledge, Pitkow: Characterizing
  /// Browsing Strategies in the World-Wide Web, 1995, found 25.5 min).
  package var sessionGap = TimeSpan.minutes(30)
  /// A validator of each kind and no lifetime, as servers send for plain files.
  package var assumedHeaders: CacheHeaders
  /// An assumption; see `AccessLogSource` for when it is used.
  package var assumedSize = Bytes.kilobytes(10)
  /// 65,536 lines: about 3 MB, and minutes of a busy server.
  package var reorderWindow = 65_536
  /// How many clients a log may have: each is a device.
  ///
  /// Default 100,000: each takes 50 kB in each strategy (measured), so that four take 20 GB.
  package var mostClients = 100_000
  /// The limit of `reorderWindow`: about 1 GB.
  package static let largestReorderWindow = 1 << 24
  /// Most single smaller sizes are transfers that were cut off. In the NASA log of July 1995 they
  /// are multiples of 8 KiB, a server's buffer, and the full size comes back at once.
  package var smallerSizeAnswers = 2
  /// 1 day is an assumption: a log shows sizes only, and what always has the same one would never
  /// be outdated. An image, a style sheet or a script of the same size is the same.
  package var assumedChange = TimeSpan.days(1)
  /// Uncompressed, what an app's own cache stores.
  package var bodySize = BodySize.uncompressed

  package var kinds: [PathKind] = []

  package var views = ViewOrigin.detect
  /// An assumption: longer than a program takes from an answer to what it leads to, shorter than a
  /// person takes from one screen to the next.
  package var viewPause = TimeSpan.seconds(1)

  package enum ViewOrigin: String, WordSettingValue {
    case detect
    case pages
    case pauses
  }

  package var sessions = HARSessions.Reading.detect

  package enum OriginAnswers: String, WordSettingValue {
    /// Those that the capture has, request by request.
    case recorded
    /// Made from the versions that the capture shows, as a story tells them.
    case versions
  }

  package var answers = OriginAnswers.recorded

  package enum BodySize: String, WordSettingValue {
    /// After decoding: `content.size` of a capture.
    case uncompressed
    /// As it was sent: `bodySize` of a capture.
    case transferred
  }

  package init() {
    assumedHeaders = CacheHeaders()
    assumedHeaders.hasEntityTag = true
    assumedHeaders.hasLastModified = true
  }
}

extension TraceSettings: Settings {
  package static let fields: [Field<Self>] = [
    Field(
      "dwell", \.dwell, in: .zero...longestDwell,
      "How long a screen is open, unless something else is requested before."),
    Field(
      "subresourceWindow", \.partWindow, in: .zero...(.hours(1)),
      assumed: "How long after a screen appeared a picture, a style sheet or a script belongs to "
        + "it; 10 s."),
    Field(
      "sessionGap", \.sessionGap, in: .zero...(.days(3_650)),
      "A longer pause between two requests is a time in the background."),
    Field(
      "assumedMaxAge", \.assumedHeaders.maxAge, in: .zero...(.days(3_650)),
      "The max-age of logged resources, which logs do not record; null: none."),
    Field(
      "assumedEntityTag", \.assumedHeaders.hasEntityTag,
      "Whether logged resources have an ETag."),
    Field(
      "assumedLastModified", \.assumedHeaders.hasLastModified,
      "Whether logged resources have a Last-Modified."),
    Field(
      "assumedSize", \.assumedSize, in: .zero...(.gigabytes(1_000)),
      "The size of a resource when no size is known at all."),
    Field(
      "mostClients", \.mostClients, in: 1...10_000_000,
      "How many clients a log may have; more are refused. Each is a device, and takes 50 kB "
        + "of memory in each strategy that is simulated at the time."),
    Field(
      "reorderWindow", \.reorderWindow, in: 0...largestReorderWindow,
      "How many lines of a log are held back to put them in order of time."),
    Field(
      "smallerSizeAnswers", \.smallerSizeAnswers, in: 1...Int(Int32.max),
      "How many responses in a row must have a smaller size before it is a new version."),
    Field(
      "assumedChangeInterval", \.assumedChange, in: .zero...(.days(3_650)),
      assumed: "After how long a whole answer of a logged model or document is a new version "
        + "although its size is the same, unless a 304 has confirmed the old one since; 1 d; 0: "
        + "never."),
    Field(
      "bodySize", \.bodySize,
      "Which size of a captured body counts: as the app sees it, or as it was sent."),
    Field(
      "kinds", \.kinds,
      "What the resources of some paths are, whatever their endings or content types: the first "
        + "that matches counts; by default none."),
    Field(
      "views", \.views,
      "What the screen views of a capture are made from: detect takes its pages where it has "
        + "several and pauses otherwise, as apps and proxies record no pages or one."),
    Field(
      "viewPause", \.viewPause, in: .zero...(.hours(1)),
      assumed: "How long nothing is under way in a capture before the next request begins another "
        + "view, unless its referrer is of the open one; 1 s."),
    Field(
      "sessions", \.sessions,
      "Which pages of a capture used the same browser cache, and are one device: detect it by "
        + "titles of runs and by what was loaded again although it was fresh, take all as one, "
        + "or each page as its own."),
    Field(
      "answers", \.answers,
      "What url-cache is answered where the workload is a capture: recorded, what the origin "
        + "answered each request then; or versions, made from the contents that it had, which is "
        + "all that a story tells and other strategies meet."),
  ]
}

extension TraceSettings {
  /// The kind that the settings give a resource; nil: none, so that its content type or its path's
  /// ending tells it.
  /// - Parameter url: a path, or a URL with one.
  func kind(of url: some Collection<UInt8>) -> ResourceKind? {
    guard !kinds.isEmpty else { return nil }
    let path = Self.path(of: Array(url))
    return kinds.first { $0.matches(path) }?.kind
  }

  private static func path(of url: [UInt8]) -> ArraySlice<UInt8> {
    var start = url.startIndex
    if let scheme = url.firstRange(of: Array("://".utf8)) {
      start = url[scheme.upperBound...].firstIndex(of: UInt8(ascii: "/")) ?? url.endIndex
    }
    return url[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
  }
}

package struct PathKind: Settings, Hashable {
  package var path = ""
  package var kind = ResourceKind.model

  package init() {}
  package static let fields: [Field<PathKind>] = [
    Field(
      "path", \.path, "The paths; * stands for any characters: /api/*.", isRequired: true,
      check: { $0.hasPrefix("/") || $0.hasPrefix("*") ? nil : "expected a path, such as /api/*" }),
    Field("kind", \.kind, "What they are.", isRequired: true),
  ]

  /// Whether the pattern covers a whole path. - Complexity: O(path · stars).
  package func matches(_ text: ArraySlice<UInt8>) -> Bool {
    let star = UInt8(ascii: "*")
    let pieces = Array(path.utf8).split(separator: star, omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return text.elementsEqual(pieces[0]) }
    guard text.starts(with: pieces[0]) else { return false }
    var rest = text.dropFirst(pieces[0].count)
    for piece in pieces[1..<(pieces.count - 1)] where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    let last = pieces[pieces.count - 1]
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
