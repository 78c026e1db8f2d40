internal import SimCore

extension FieldFile {
  /// Reads a capture (HAR): one file is one person.
  mutating func readCapture(_ root: JSON, _ bytes: [UInt8]) throws(InputError) {
    form = .capture
    let settings = TraceSettings()
    let file = try HARFile(root, bytes: bytes, path: path)
    let capture = try HARCapture(file, settings: settings)
    unread = capture.issues.malformedCount
    var log = FieldLog()
    for view in HARViews(capture, settings: settings).all {
      let main = view.entries[view.main]
      log.add(.view(isCached: main.action == .used), at: view.openedAt)
    }
    for json in file.log["pages"]?.elements ?? [] {
      // WebPageTest writes it, and 0 or -1 where there was none; at most an hour, as in rows.
      guard let paint = json["_firstContentfulPaint"]?.real, paint > 0, paint <= 3_600_000 else {
        continue
      }
      log.add(
        .value(.firstContent, paint / 1_000),
        at: json["startedDateTime"]?.string.flatMap(ISOTime.nanoseconds))
    }
    let exchanges = HTTPExchange.all(in: file.log)
    for entry in capture.entries {
      let exchange = exchanges[entry.position]
      let answered = entry.action == .used ? [] : exchange.cacheStatus
      for status in answered { CacheCount.add(CacheCount(status), to: &caches) }
      log.add(.exchange(FieldLog.Exchange(entry, exchange)), at: entry.startedAt)
    }
    data = log.data()
  }
}

extension HTTPExchange {
  fileprivate func lines(_ name: String) -> [String] {
    answered.filter { $0.name == name }.map(\.value)
  }

  fileprivate var cacheStatus: [CacheStatus] { CacheStatus.all(lines("cache-status")) }
  fileprivate var serverTiming: Double? { ServerTiming.longest(lines("server-timing")) }
}

extension FieldLog.Exchange {
  fileprivate init(_ entry: HAREntry, _ exchange: HTTPExchange) {
    let (request, response) = (exchange.json["request"], exchange.json["response"])
    func header(_ message: JSON?) -> Int64? {
      message?["headersSize"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
    }
    action = entry.action
    status = Int64(entry.status)
    kind = entry.kind
    body = entry.size
    if let header = header(request), header <= TraceNumber.largestBody {
      up = header + entry.requestSize
    }
    let moved = response?["_transferSize"]?.integer
    let whole = header(response).flatMap { header in
      entry.status == 304
        ? header : entry.wireSize.map { $0 + min(header, TraceNumber.largestBody) }
    }
    down = moved.flatMap { 1...TraceNumber.largestBody ~= $0 ? $0 : nil } ?? whole
    roundTrip = entry.connect.map { Double($0) / 1e9 }
    if entry.isOfOwnMachine { roundTrip = Self.wayThereAndBack(entry, exchange.serverTiming) }
    // Without what the server says itself, a wait on a connection of known round trip tells it.
    let rest: Double? =
      if let wait = entry.wait, let connect = entry.connect, wait >= connect {
        Double(wait - connect) / 1e9
      } else { nil }
    serverTime = exchange.serverTiming ?? rest
    let headers = entry.answer.headers
    let caches = exchange.cacheStatus
    let remaining = caches.last?.timeToLive.flatMap { $0 >= 0 ? Double($0) : nil }
    lifetime =
      (headers.maxAge ?? headers.expiresAfter)?.seconds
      ?? remaining.map { $0 + (headers.age?.seconds ?? 0) }
    if let wire = entry.wireSize, let receive = exchange.timings.receive {
      transfer = (wire, Double(receive) / 1e9)
    }
    isSharedHit = caches.isEmpty ? nil : caches.contains(where: \.isHit)
  }

  /// A round trip, in seconds: what of a wait on a kept connection the server did not take.
  private static func wayThereAndBack(_ entry: HAREntry, _ serverTime: Double?) -> Double? {
    guard entry.connect == nil, let wait = entry.wait, let serverTime else { return nil }
    let rest = Double(wait) / 1e9 - serverTime
    return rest > 0 ? rest : nil
  }
}

extension HAREntry {
  /// Whether it went to the loopback address: there a connection takes no time, and what stands for
  /// a network (`cachesim serve --network`) holds back the first byte.
  fileprivate var isOfOwnMachine: Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { name in
      authority == name || authority.hasPrefix("\(name):")
    }
  }
}
