internal import SimCore

/// A row's known values.
struct FieldRow {
  private struct Cell {
    var json: JSON
    var name: String
    var unit: Double
    var rank: Int
  }

  /// Where a value stands, as an error names it.
  let place: (JSON) -> String
  private var cells: [FieldColumn: Cell] = [:]

  init(place: @escaping (JSON) -> String) { self.place = place }

  /// Notes a value; null, an empty text and -1 say that there is none.
  mutating func set(_ known: FieldColumn.Known, _ json: JSON, named name: String) {
    let text = json.string
    let number = json.real ?? text.flatMap { $0.hasPrefix("-1") ? Double($0) : nil }
    guard json != JSON(.null), text?.isEmpty != true, number != -1,
      known.rank < cells[known.column]?.rank ?? .max
    else { return }
    cells[known.column] = Cell(json: json, name: name, unit: known.unit, rank: known.rank)
  }

  func json(_ column: FieldColumn) -> JSON? { cells[column]?.json }

  /// A text, or a number as one.
  func text(_ column: FieldColumn) -> String? {
    guard let json = cells[column]?.json else { return nil }
    return json.string ?? json.real.map { "\($0)" }
  }

  /// A number within limits; numbers written as texts are ones, too.
  private func number(
    _ column: FieldColumn, upTo most: Double, _ expected: String
  ) throws(InputError) -> Double? {
    guard let cell = cells[column] else { return nil }
    guard let number = cell.json.real ?? cell.json.string.flatMap(Double.init),
      (0...most).contains(number)
    else {
      throw InputError(
        .malformed, at: place(cell.json),
        "\(VisibleText.line(cell.name)): expected \(expected), found "
          + VisibleText.line(cell.json.found))
    }
    return number
  }

  /// A time on the clock of a page, in seconds.
  func moment(_ column: FieldColumn) throws(InputError) -> Double? {
    let unit = cells[column]?.unit ?? 1
    return try number(column, upTo: 1e9 / unit, "a time of 0 or more").map { $0 * unit }
  }

  /// How long something took, at most an hour, in seconds.
  func span(_ column: FieldColumn, upTo most: Double = 3_600) throws(InputError) -> Double? {
    let unit = cells[column]?.unit ?? 1
    let longest = NumberText.grouped(Int64((most / unit).rounded()))
    let word = unit == 1e-6 ? "microseconds" : unit == 1e-3 ? "milliseconds" : "units"
    return try number(
      column, upTo: most / unit,
      "0 to \(longest) \(word) (a column's name may end in its unit: _s, _ms, _us or _ns)"
    ).map { $0 * unit }
  }

  func count(
    _ column: FieldColumn, upTo most: Int64 = TraceNumber.largestBody
  ) throws(InputError) -> Int64? {
    try number(column, upTo: Double(most), "a number from 0 to \(most)").map { Int64($0.rounded()) }
  }

  /// Nanoseconds since 1970: a date, or a number in the unit that its size tells.
  func time() throws(InputError) -> Int64? {
    if let cell = cells[.timestamp] {
      guard
        let time = cell.json.string.flatMap(FieldTable.time) ?? cell.json.real.flatMap(Self.time)
      else {
        throw InputError(
          .malformed, at: place(cell.json),
          "\(VisibleText.line(cell.name)): expected a date such as 2026-03-02T08:00:00Z, or a time "
            + "since 1970 in s, ms, us or ns, found \(VisibleText.line(cell.json.found))")
      }
      return time
    }
    guard let origin = try number(.timeOrigin, upTo: 7e12, "milliseconds since 1970") else {
      return nil
    }
    return Self.nanoseconds(origin, of: 1_000_000)
      + Self.nanoseconds(try moment(.startTime) ?? 0, of: 1_000_000_000)
  }

  /// The years 1973 to 2199 are told apart by the unit.
  static func time(_ number: Double) -> Int64? {
    let limit = Double(TraceNumber.times.upperBound)
    for unit in [1.0, 1e3, 1e6, 1e9] where number >= 0 && number < limit * unit {
      return nanoseconds(number, of: Int64(1e9 / unit))
    }
    return nil
  }

  /// A number of units of so many nanoseconds; whole ones exactly.
  private static func nanoseconds(_ number: Double, of unit: Int64) -> Int64 {
    let whole = number.rounded(.down)
    return Int64(whole) * unit + Int64(((number - whole) * Double(unit)).rounded())
  }
}

extension FieldTable {
  /// Nanoseconds since 1970: ISO 8601, also a day alone; `2026-03-02 08:00:00.5 UTC` of BigQuery;
  /// `2026-03-02 08:00:00 +0000` of MetricKit; a number as text.
  static func time(_ text: String) -> Int64? {
    if let number = Double(text) { return FieldRow.time(number) }
    if text.utf8.count == 10 { return ISOTime.nanoseconds("\(text)T00:00:00Z") }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 1, words.count <= 3 else { return ISOTime.nanoseconds(text) }
    let zone = words.count == 3 ? (words[2] == "UTC" ? "Z" : String(words[2])) : "Z"
    return ISOTime.nanoseconds("\(words[0])T\(words[1])\(zone)")
  }

  mutating func take(_ row: FieldRow) throws(InputError) {
    rows += 1
    guard rows <= Self.mostRows else {
      throw InputError(.malformed, at: path, "expected at most \(Self.mostRows) rows, found more")
    }
    let session = row.text(.session)
    let name = row.text(.person) ?? session
    hasPeople = hasPeople || name != nil
    let (person, at) = (log.person(named: name ?? ""), try row.time())
    let access = row.text(.network).flatMap { Self.accesses[$0.lowercased()] }
    func add(_ what: FieldLog.What?, screen: String? = nil) {
      guard let what else { return }
      log.add(
        what, person: person, session: session, at: at, screen: screen ?? row.text(.screen),
        access: access)
    }
    for (column, quantity) in [
      (FieldColumn.coldLaunch, FieldQuantity.coldLaunch), (.warmLaunch, .warmLaunch),
      (.openToContent, .openToContent),
    ] {
      if let span = try row.span(column) { add(.value(quantity, span)) }
    }
    if let event = row.text(.eventType) {
      isFirebase = true
      let (what, screen) = try Self.event(event, row)
      return add(what, screen: screen)
    }
    let entry = row.text(.entryType)?.lowercased()
    if entry == "paint" {
      guard row.text(.name) == "first-contentful-paint" else { return }
      return add(try row.span(.startTime).map { .value(.firstContent, $0) })
    }
    guard entry == nil || entry == "navigation" || entry == "resource" else { return }
    let exchange = try Self.exchange(row, isNavigation: entry == "navigation")
    let paint = try row.span(.firstContentfulPaint)
    if entry == "navigation" || entry == nil && paint != nil {
      add(.view(isCached: exchange?.action.map { $0 == .used }))
    }
    if let paint { add(.value(.firstContent, paint)) }
    add(exchange.map { .exchange($0) })
  }

  private static let accesses: [String: NetworkAccess] = [
    "wifi": .wifi, "ethernet": .wired, "2g": .cellular2G, "gprs": .cellular2G, "edge": .cellular2G,
    "3g": .cellular3G, "hspa": .cellular3G, "hspap": .cellular3G, "hsdpa": .cellular3G,
    "umts": .cellular3G, "4g": .cellular4G, "lte": .cellular4G,
  ]
}

// MARK: - What rows say

extension FieldTable {
  /// A row of Firebase Performance's export (its documentation: Export Performance Monitoring data
  /// to BigQuery).
  private static func event(
    _ type: String, _ row: FieldRow
  ) throws(InputError) -> (FieldLog.What?, screen: String?) {
    let name = row.text(.eventName) ?? row.text(.name) ?? ""
    switch type.uppercased() {
    case "DURATION_TRACE" where name == "_app_start":
      return (try row.span(.traceDuration).map { .value(.coldLaunch, $0) }, nil)
    case "DURATION_TRACE" where name == "_app_in_foreground":
      return (try row.span(.traceDuration, upTo: 86_400).map { .value(.sessionLength, $0) }, nil)
    case "SCREEN_TRACE":
      return (.view(isCached: nil), name.hasPrefix("_st_") ? String(name.dropFirst(4)) : name)
    // An app's own metric, by the name that the documentation's example gives it.
    case "TRACE_METRIC" where name == "cache-hit":
      return (
        try row.count(.metricValue, upTo: 1).map { .value(.objectHitShare, Double($0)) }, nil
      )
    case "NETWORK_REQUEST":
      var exchange = FieldLog.Exchange()
      exchange.status = try row.count(.responseStatus, upTo: 999)
      exchange.kind = row.text(.contentType).flatMap { ResourceKind(mediaType: $0) }
      exchange.body = try row.count(.responsePayload)
      if let body = exchange.body, let begin = try row.span(.responseInitiated),
        let end = try row.span(.responseCompleted)
      {
        exchange.transfer = (body, end - begin)
      }
      return (.exchange(exchange), nil)
    default: return (nil, nil)
    }
  }

  /// A row of Navigation or Resource Timing; nil: it tells of no exchange.
  private static func exchange(
    _ row: FieldRow, isNavigation: Bool
  ) throws(InputError) -> FieldLog.Exchange? {
    let encoded = try row.count(.encodedBodySize)
    let decoded = try row.count(.decodedBodySize)
    let moved = try row.count(.transferSize)
    let status = try row.count(.responseStatus, upTo: 999).flatMap { $0 == 0 ? nil : $0 }
    guard moved != nil || encoded != nil || status != nil || row.json(.deliveryType) != nil else {
      return nil
    }
    var exchange = FieldLog.Exchange()
    exchange.action = Self.action(row, moved: moved, body: encoded ?? decoded, status)
    // Another site's resource that does not let itself be timed has zeros alone.
    if exchange.action == nil, moved == 0, (encoded ?? 0) == 0 { return nil }
    exchange.status = exchange.action == .validated ? 304 : status ?? (moved == nil ? nil : 200)
    exchange.kind = Self.kind(row, isNavigation: isNavigation)
    exchange.body = decoded ?? encoded
    exchange.up = try row.count(.requestSize)
    exchange.down = moved
    let (from, to) = (try row.moment(.connectStart), try row.moment(.connectEnd))
    let secured = try row.moment(.secureConnectionStart).flatMap { $0 > 0 ? $0 : nil }
    if let from, let to = secured ?? to, to > from { exchange.roundTrip = to - from }
    if let list = row.json(.serverTiming)?.elements {
      exchange.serverTime = list.compactMap { ($0["duration"] ?? $0["dur"])?.real }
        .filter { $0.isFinite && $0 >= 0 }.max().map { $0 / 1_000 }
    } else {
      exchange.serverTime = row.text(.serverTiming).flatMap { ServerTiming.longest([$0]) }
    }
    if let bytes = encoded, let begin = try row.moment(.responseStart),
      let end = try row.moment(.responseEnd)
    {
      exchange.transfer = (bytes, end - begin)
    }
    exchange.lifetime = row.text(.cacheControl).flatMap {
      CacheHeaders(fields: [RecordedField("cache-control", $0)], receivedSeconds: 0).maxAge?.seconds
    }
    let caches = row.text(.cacheStatus).map { CacheStatus.all([$0]) } ?? []
    exchange.isSharedHit = caches.isEmpty ? nil : caches.contains(where: \.isHit)
    return exchange
  }

  /// Resource Timing gives 0 as the size of what a local cache had, and of a copy that the origin
  /// confirmed less than its body: 300 for the header alone.
  private static func action(
    _ row: FieldRow, moved: Int64?, body: Int64?, _ status: Int64?
  ) -> HARCacheAction? {
    if row.text(.deliveryType)?.lowercased() == "cache" { return .used }
    if status == 304 { return .validated }
    guard let moved else { return nil }
    guard let body, body > 0 else { return moved > 0 ? .loaded : nil }
    return moved == 0 ? .used : moved < body || moved == 300 ? .validated : .loaded
  }

  private static func kind(_ row: FieldRow, isNavigation: Bool) -> ResourceKind? {
    if let kind = row.text(.contentType).flatMap({ ResourceKind(mediaType: $0) }) { return kind }
    if isNavigation { return .document }
    switch row.text(.initiatorType)?.lowercased() {
    case "img", "image", "input": return .image
    case "script", "link", "css": return .support
    default:
      return (row.text(.url) ?? row.text(.name)).map { ResourceKind(path: Array($0.utf8)) }
    }
  }
}
