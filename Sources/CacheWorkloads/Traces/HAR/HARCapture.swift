internal import SimCore

/// A capture read from its file: the pages, and the entries that bring something to show.
struct HARCapture {
  /// A page, as a capture lists it.
  struct Page {
    var id: String
    /// Nanoseconds since 1970; nil when the capture does not tell it.
    var startedAt: Int64?
  }

  /// The pages in the capture's order; of pages with the same name only the first.
  private(set) var pages: [Page] = []
  /// The entries in order of time; entries of one instant in the capture's order.
  private(set) var entries: [HAREntry] = []
  /// Which entries met one and the same cache.
  private(set) var sessions: HARSessions
  /// What could not be used.
  private(set) var issues = TraceIssues()

  /// Reads a file.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` with line and column.
  init(
    path: String, settings: TraceSettings, limits: HARFile.Limits = .standard
  ) throws(WorkloadError) {
    let file = try HARFile(path: path, limits: limits)
    let log = file.log
    func place(_ offset: Int) -> String { file.place(of: offset) }
    guard let list = log["entries"]?.elements else {
      let found = log["entries"] ?? log
      throw WorkloadError(
        .malformed, at: "\(path):\(place(found.offset))",
        "a HAR file's log has a list named entries, found \(found.found)")
    }
    sessions = HARSessions(log, reading: settings.sessions)
    readPages(log["pages"]?.elements ?? [])
    for (position, json) in list.enumerated() {
      issues.countItem()
      switch HAREntry.read(json, at: position, bodySize: settings.bodySize) {
      case .request(let entry): entries.append(entry)
      case .skipped(let reason): issues.skip(reason)
      case .malformed(let offset, let reason, let excerpt):
        let isKept = issues.examples.count < TraceIssues.exampleLimit
        let reason = isKept ? "\(place(offset)): \(reason)" : reason
        issues.malformed(reason, at: position, excerpt: Array(excerpt.utf8).span)
      }
    }
    entries.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
  }

  private mutating func readPages(_ list: [JSON]) {
    var known: Set<String> = []
    for json in list {
      guard let id = json["id"]?.string, known.insert(id).inserted else { continue }
      let startedAt = json["startedDateTime"]?.string.flatMap(ISOTime.nanoseconds)
      pages.append(Page(id: id, startedAt: startedAt))
    }
  }

  /// Counts entries that name no page of the capture.
  mutating func countStray() { issues.countStray() }
}
