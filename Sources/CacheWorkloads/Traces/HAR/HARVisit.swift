/// A page that was opened: the entries that it asked for, in order of time.
struct HARVisit {
  /// When the person asked for it: nanoseconds since 1970.
  var openedAt: Int64
  /// Its entries; never empty.
  var entries: [HAREntry]
  /// The session of the browser's cache that it belongs to.
  var session = 0

  /// The entry whose resource names the screen: the first document, else the first of all.
  var main: HAREntry { entries.first { $0.kind == .document } ?? entries[0] }
}

extension HARCapture {
  /// The capture's pages in order of time.
  ///
  /// A page opens when it says so, or with its first entry if that is earlier. An entry that names
  /// no page of the capture belongs to the page that is open when it starts: the last one opened,
  /// for `dwell` nanoseconds. Otherwise it is opened by itself, as all entries are in a capture
  /// without pages.
  mutating func visits(dwell: Int64) -> [HARVisit] {
    var places: [String: Int] = [:]
    for (place, page) in pages.enumerated() { places[page.id] = place }
    var ofPage = [[HAREntry]](repeating: [], count: pages.count)
    var strays: [HAREntry] = []
    for entry in entries {
      if let place = entry.page.flatMap({ places[$0] }) {
        ofPage[place].append(entry)
      } else {
        strays.append(entry)
      }
    }
    var visits: [HARVisit] = []
    for (page, entries) in zip(pages, ofPage) {
      guard let first = entries.first else { continue }
      let openedAt = min(page.startedAt ?? first.startedAt, first.startedAt)
      visits.append(
        HARVisit(
          openedAt: openedAt, entries: entries, session: sessions.ofEntries[first.position]))
    }
    visits.sortByTime()
    let pageCount = visits.count
    var place = 0
    for stray in strays {
      if !pages.isEmpty { countStray() }
      while place < pageCount, visits[place].openedAt <= stray.startedAt { place += 1 }
      if place > 0, stray.startedAt - visits[place - 1].openedAt < dwell {
        visits[place - 1].entries.append(stray)
      } else {
        visits.append(
          HARVisit(
            openedAt: stray.startedAt, entries: [stray],
            session: sessions.ofEntries[stray.position]))
      }
    }
    for place in visits.indices {
      visits[place].entries.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    }
    visits.sortByTime()
    return visits
  }
}

extension [HARVisit] {
  fileprivate mutating func sortByTime() {
    sort { left, right in
      (left.openedAt, left.entries[0].position) < (right.openedAt, right.entries[0].position)
    }
  }
}
