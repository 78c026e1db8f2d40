package import SimCore

/// How a trace of requests is read as the story of people at their devices.
package struct TraceSettings: Hashable, Sendable {
  /// How long a screen is looked at, unless the device asks for something else before.
  ///
  /// Default 30 s, an assumption: logs do not say when a person left. At most `longestDwell`.
  package var dwell = TimeSpan.seconds(30)
  /// The limit of `dwell`: a year.
  package static let longestDwell = TimeSpan.days(365)
  /// How long after a screen appeared a picture, a style sheet or a script that its device asks
  /// for belongs to it.
  ///
  /// Default 10 s, an assumption: a page of that time on a slow line. 0: each is a screen.
  package var partWindow = TimeSpan.seconds(10)
  /// A pause between two requests of a device that is longer was spent away from the app.
  ///
  /// Default 30 min, the customary limit between two visits in web analytics (Catledge, Pitkow:
  /// Characterizing Browsing Strategies in the World-Wide Web, 1995, found 25.5 min).
  package var sessionGap = TimeSpan.minutes(30)
  /// What the origin says about storing, where a trace does not tell: access logs never do.
  ///
  /// Default: a validator of each kind and no lifetime, as servers send for plain files.
  package var assumedHeaders: CacheHeaders
  /// The size of a resource when nothing is known about any size yet.
  ///
  /// Default 10 kB, an assumption; see `AccessLogSource` for when it is used.
  package var assumedSize = Bytes.kilobytes(10)
  /// How many lines of a log are held back to put them in order of time.
  ///
  /// Default 65,536 lines: about 3 MB, and minutes of a busy server.
  package var reorderWindow = 65_536
  /// The limit of `reorderWindow`: about 1 GB.
  package static let largestReorderWindow = 1 << 24
  /// How many answers in a row must tell the same smaller size of a logged resource before it is a
  /// new version; 1 believes each of them.
  ///
  /// Default 2: most single smaller sizes are transfers that were cut off. In the NASA log of July
  /// 1995 they are multiples of 8 KiB, a server's buffer, and the full size comes back at once.
  package var smallerSizeAnswers = 2
  /// Which of its two sizes a captured body has in the simulation.
  ///
  /// Default: uncompressed, what an app's own cache stores.
  package var bodySize = BodySize.uncompressed

  /// Which pages of a capture met one and the same cache.
  ///
  /// Default: by what the capture shows; see `HARSessions`.
  package var sessions = HARSessions.Reading.detect

  /// The sizes of a body that was sent compressed.
  package enum BodySize: String, WordSettingValue {
    /// After decoding: `content.size` of a capture.
    case uncompressed
    /// As it was sent: `bodySize` of a capture.
    case transferred
  }

  /// Settings with their defaults.
  package init() {
    assumedHeaders = CacheHeaders()
    assumedHeaders.hasEntityTag = true
    assumedHeaders.hasLastModified = true
  }
}
