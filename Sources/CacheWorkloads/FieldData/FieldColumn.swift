internal import SimCore

/// A column, or a member, of exported measurements.
///
/// Names are those of Navigation, Resource, Paint and Server Timing (W3C), of Firebase
/// Performance's export to BigQuery, and the usual ones of people, sessions and times; letters'
/// case, points, dashes and underscores do not matter. A time in another unit than milliseconds
/// says so at the end of its column's name (`fcp_us`, `cold_launch_seconds`).
enum FieldColumn: String, CaseIterable {
  case person, session, timestamp, timeOrigin, screen, url, network
  case entryType, name, initiatorType, deliveryType, contentType, responseStatus
  case startTime, connectStart, secureConnectionStart, connectEnd, responseStart, responseEnd
  case transferSize, encodedBodySize, decodedBodySize, requestSize
  case serverTiming, cacheStatus, cacheControl
  case firstContentfulPaint, openToContent, coldLaunch, warmLaunch
  // Firebase Performance, which counts in microseconds.
  case eventType = "event_type"
  case eventName = "event_name"
  case traceDuration = "trace_info.duration_us"
  case metricValue = "trace_info.metric_info.metric_value"
  case responsePayload = "network_info.response_payload_bytes"
  case responseInitiated = "network_info.response_initiated_time_us"
  case responseCompleted = "network_info.response_completed_time_us"

  /// Other names, in lower case and without marks; of several columns the first one's is taken.
  private static let others: [FieldColumn: String] = [
    .person: "user userid useruuid userpseudoid anonymousid clientid deviceid visitorid",
    .session: "sessionid", .timestamp: "time ts eventtimestamp epoch date",
    .screen: "page view route pagelabel", .url: "address", .network: "radiotype connectiontype",
    .contentType: "mimetype networkinforesponsemimetype responsemimetype",
    .responseStatus: "status statuscode networkinforesponsecode responsecode",
    .responseStart: "ttfb firstbyte", .firstContentfulPaint: "fcp firstcontent",
    .coldLaunch: "coldstart", .warmLaunch: "warmstart resumetime",
  ]
  private static let times: Set<FieldColumn> = [
    .startTime, .connectStart, .secureConnectionStart, .connectEnd, .responseStart, .responseEnd,
    .firstContentfulPaint, .openToContent, .coldLaunch, .warmLaunch,
  ]
  private static let measured: Set<FieldColumn> = [
    .entryType, .eventType, .transferSize, .encodedBodySize, .responseStatus, .responseStart,
    .firstContentfulPaint, .openToContent, .coldLaunch, .warmLaunch, .traceDuration, .metricValue,
    .responsePayload,
  ]

  /// Whether a row with it tells something.
  var isMeasured: Bool { Self.measured.contains(self) }

  /// Those that a message names.
  static let known = allCases.map(\.rawValue)

  /// What a name means, how many seconds its unit has, and which of the column's names it is.
  typealias Known = (column: FieldColumn, unit: Double, rank: Int)

  /// Nil: the name is not known.
  static func named(_ name: String) -> Known? {
    let plain = letters(name)
    if let (column, rank) = byName[plain] {
      return (column, column.rawValue.hasSuffix("_us") ? 1e-6 : 1e-3, rank)
    }
    for (ending, unit) in [
      ("milliseconds", 1e-3), ("microseconds", 1e-6), ("nanoseconds", 1e-9), ("seconds", 1.0),
      ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9), ("s", 1.0),
    ] where plain.hasSuffix(ending) {
      if let (column, rank) = byName[String(plain.dropLast(ending.count))], times.contains(column) {
        return (column, unit, rank)
      }
    }
    return nil
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { !"._- ".contains($0) }
  }

  private static let byName: [String: (column: FieldColumn, rank: Int)] = {
    var columns: [String: (FieldColumn, Int)] = [:]
    for column in allCases {
      // Firebase's, also without their first part.
      let last = column.rawValue.split(separator: ".").last.map { letters(String($0)) } ?? ""
      let names = (others[column] ?? last).split(separator: " ").map(String.init)
      for (rank, name) in ([letters(column.rawValue)] + names).enumerated() {
        columns[name] = (column, rank)
      }
    }
    return columns
  }()
}
