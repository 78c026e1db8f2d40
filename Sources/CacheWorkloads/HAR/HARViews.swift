internal import SimCore

struct HARView {
  var openedAt: Int64
  var entries: [HAREntry]
  var session = 0

  /// The place of the entry whose resource names the screen: the first page of a browser, else the
  /// first that brought a body or confirmed one, else the first of all.
  var main: Int {
    entries.firstIndex(where: \.isPage) ?? entries.firstIndex(where: \.opens) ?? 0
  }
}

/// The screen views of a capture, and how they were made.
///
/// Several pages are the views, as the capture tells them. A capture without pages, or with one for
/// all that happened, as proxies and apps record them, is cut by what people do (`belongs`).
struct HARViews {
  private(set) var all: [HARView] = []
  let isOfPages: Bool
  let pageCount: Int
  private(set) var strayCount = 0

  private let settings: TraceSettings

  init(_ capture: HARCapture, settings: TraceSettings) {
    self.settings = settings
    let names = Set(capture.pages.map(\.id))
    let used = Set(capture.entries.compactMap(\.page)).intersection(names)
    pageCount = used.count
    switch settings.views {
    case .detect: isOfPages = pageCount > 1
    case .pages: isOfPages = pageCount > 0
    case .pauses: isOfPages = false
    }
    if isOfPages { takePages(of: capture) } else { cut(capture.entries, capture.sessions) }
    sort()
  }

  private mutating func sort() {
    all.sort { ($0.openedAt, $0.entries[0].position) < ($1.openedAt, $1.entries[0].position) }
  }

  /// Takes the capture's pages.
  ///
  /// A page opens at its own time, or with its first entry if that is earlier. An entry that names
  /// no page of the capture belongs to the page that is open when it starts: the last one opened,
  /// for `dwell`. What is left is cut as a capture without pages is.
  private mutating func takePages(of capture: HARCapture) {
    var places: [String: Int] = [:]
    for (place, page) in capture.pages.enumerated() { places[page.id] = place }
    var ofPage = [[HAREntry]](repeating: [], count: capture.pages.count)
    var strays: [HAREntry] = []
    for entry in capture.entries {
      if let place = entry.page.flatMap({ places[$0] }) {
        ofPage[place].append(entry)
      } else {
        strays.append(entry)
      }
    }
    for (page, entries) in zip(capture.pages, ofPage) {
      guard let first = entries.first else { continue }
      all.append(
        HARView(
          openedAt: min(page.startedAt ?? first.startedAt, first.startedAt), entries: entries,
          session: capture.sessions.ofEntries[first.position]))
    }
    sort()
    strayCount = strays.count
    let pages = all.indices
    var place = 0
    var homeless: [HAREntry] = []
    for stray in strays {
      while place < pages.upperBound, all[place].openedAt <= stray.startedAt { place += 1 }
      if place > 0, stray.startedAt - all[place - 1].openedAt < settings.dwell.nanoseconds {
        all[place - 1].entries.append(stray)
      } else {
        homeless.append(stray)
      }
    }
    for page in pages { all[page].entries.sort() }
    cut(homeless, capture.sessions)
  }

  private struct Open {
    var view: HARView
    var main: HAREntry
    var urls: Set<String>
    /// When the last of its answers was complete.
    var quietFrom: Int64

    init(_ entry: HAREntry, session: Int, limit: Int64) {
      view = HARView(openedAt: entry.startedAt, entries: [], session: session)
      main = entry
      urls = []
      quietFrom = entry.startedAt
      add(entry, limit: limit)
    }

    /// - Parameter limit: an answer that takes longer, as a stream does, is not waited for.
    mutating func add(_ entry: HAREntry, limit: Int64) {
      view.entries.append(entry)
      urls.insert(entry.url)
      quietFrom = max(quietFrom, min(entry.endedAt, entry.startedAt + limit))
      if entry.isPage && !main.isPage || entry.opens && !main.opens { main = entry }
    }
  }

  private mutating func cut(_ entries: [HAREntry], _ sessions: HARSessions) {
    var open: [Int: Open] = [:]
    var order: [Int] = []
    for entry in entries {
      let session = sessions.ofEntries[entry.position]
      if let present = open[session] {
        if belongs(entry, to: present) {
          open[session]?.add(entry, limit: settings.dwell.nanoseconds)
          continue
        }
        all.append(present.view)
      } else {
        order.append(session)
      }
      open[session] = Open(entry, session: session, limit: settings.dwell.nanoseconds)
    }
    all += order.compactMap { open[$0]?.view }
  }

  /// Whether an entry is a request of the open view, and does not begin another one.
  ///
  /// - A navigation of a browser (`Sec-Fetch-Dest: document`) begins one, and so does the main
  ///   resource when it is requested again after it was answered.
  /// - Within `viewPause` after the view's last answer was complete, an entry belongs to it.
  /// - Later, a page begins another view; what the view's URLs refer to belongs to it for `dwell`,
  ///   and a picture, a style sheet or a script without a referrer until `subresourceWindow` after
  ///   the view began. Anything else begins a view.
  private func belongs(_ entry: HAREntry, to open: Open) -> Bool {
    if entry.isNavigation, open.main.isPage { return false }
    if entry.url == open.main.url, entry.startedAt >= open.main.endedAt { return false }
    let pause = entry.startedAt - open.quietFrom
    if pause <= settings.viewPause.nanoseconds { return true }
    if entry.isPage { return false }
    if let referrer = entry.referrer {
      return open.urls.contains(referrer) && pause <= settings.dwell.nanoseconds
    }
    return (entry.kind == .image || entry.kind == .support)
      && entry.startedAt - open.view.openedAt <= settings.partWindow.nanoseconds
  }
}

extension HARViews {
  func sentence(entries: Int) -> String? {
    guard !isOfPages, !all.isEmpty else { return nil }
    let pages =
      pageCount == 0
      ? "no pages" : pageCount == 1 ? "one page for all that happened" : "pages that are not used"
    return "The capture has \(pages): its \(entries) requests were cut into \(all.count) views, at "
      + "pauses of more than \(settings.viewPause.text), at navigations, and where a view's main "
      + "resource is requested again; referrers hold a view together "
      + "(workload.settings.reading: views, viewPause, subresourceWindow, dwell)."
  }
}
