internal import SimCore

/// The payloads that Apple's MetricKit gives an app once a day, as `jsonRepresentation()` writes
/// them: measurements as texts with their unit (`"1,300 kB"`), histograms as objects or lists of
/// buckets.
///
/// Names are those of iOS 13 to 18, as published payloads have them (NSHipster: MetricKit, 2019).
/// Starts that the system prepared (`histogrammedOptimizedTimeToFirstDraw`) are left out: how they
/// share in the others is not documented.
struct MetricKitPayloads {
  private(set) var count = 0
  private var log = FieldLog()

  private static let metrics = [
    "applicationLaunchMetrics", "applicationResponsivenessMetrics", "cellularConditionMetrics",
    "diskIOMetrics", "networkTransferMetrics", "diskWriteExceptionDiagnostics",
  ]

  /// Takes a payload, a list of them, or one with the name of its person beside it.
  /// - Returns: false: it is none.
  mutating func take(
    _ json: JSON, at place: @escaping (JSON) -> String
  ) throws(InputError) -> Bool {
    if let elements = json.elements {
      guard let first = elements.first, Self.isPayload(first["payload"] ?? first) else {
        return false
      }
      for element in elements where try !take(element, at: place) {
        throw InputError(
          .malformed, at: place(element), "expected a payload of MetricKit, found \(element.found)")
      }
      return true
    }
    let payload = json["payload"] ?? json
    guard Self.isPayload(payload) else { return false }
    let person = log.person(named: json["person"]?.string ?? "")
    var reader = MetricKitReader(place: place)
    try reader.read(payload)
    count += 1
    let at = try reader.time(payload["timeStampBegin"])
    for what in reader.found { log.add(what, person: person, at: at) }
    return true
  }

  private static func isPayload(_ json: JSON) -> Bool {
    json["timeStampBegin"] != nil || metrics.contains { json[$0]?.members != nil }
  }

  func data() -> FieldData { log.data() }
}

private struct MetricKitReader {
  let place: (JSON) -> String
  private(set) var found: [FieldLog.What] = []
  /// Of the device, whose numbers and units these are (NSHipster/articles, issue 697).
  private var region: String?

  init(place: @escaping (JSON) -> String) { self.place = place }

  mutating func read(_ payload: JSON) throws(InputError) {
    region = payload["metaData"]?["regionFormat"]?.string
    let launch = payload["applicationLaunchMetrics"]
    try addHistogram(
      .coldLaunch, launch, ["histogrammedTimeToFirstDrawKey", "histogrammedTimeToFirstDraw"])
    try addHistogram(
      .warmLaunch, launch, ["histogrammedResumeTime", "histogrammedApplicationResumeTime"])
    try addHistogram(
      .hangTime, payload["applicationResponsivenessMetrics"],
      ["histogrammedAppHangTime", "histogrammedApplicationHangTime"])
    try addHistogram(
      .signalBars, payload["cellularConditionMetrics"],
      ["cellConditionTime", "histogrammedCellularConditionTime"])
    let network = payload["networkTransferMetrics"]
    let down = try sum(network, ["cumulativeWifiDownload", "cumulativeCellularDownload"])
    let up = try sum(network, ["cumulativeWifiUpload", "cumulativeCellularUpload"])
    add(.downBytesPerDay, down)
    add(.upBytesPerDay, up)
    if let up, let down { add(.networkBytesPerDay, up + down) }
    add(.flashBytesPerDay, try sum(payload["diskIOMetrics"], ["cumulativeLogicalWrites"]))
    for report in payload["diskWriteExceptionDiagnostics"]?.elements ?? [] {
      region = report["diagnosticMetaData"]?["regionFormat"]?.string ?? region
      add(.excessiveWrites, try sum(report["diagnosticMetaData"], ["writesCaused"]))
    }
  }

  func time(_ json: JSON?) throws(InputError) -> Int64? {
    guard let json else { return nil }
    guard let time = json.string.flatMap(FieldTable.time) else {
      throw wrong(json, "expected a time such as \"2026-03-02 07:00:00 +0000\"")
    }
    return time
  }

  private mutating func add(_ quantity: FieldQuantity, _ value: Double?) {
    if let value { found.append(.value(quantity, value)) }
  }

  /// Nil: none of the members is there.
  private func sum(_ json: JSON?, _ names: [String]) throws(InputError) -> Double? {
    var sum: Double?
    for name in names {
      guard let member = json?[name] else { continue }
      sum = (sum ?? 0) + (try measurement(member, Self.bytes, "100 kB"))
    }
    return sum
  }

  private mutating func addHistogram(
    _ quantity: FieldQuantity, _ json: JSON?, _ names: [String]
  ) throws(InputError) {
    guard let histogram = names.lazy.compactMap({ json?[$0] }).first,
      let value = histogram["histogramValue"]
    else { return }
    guard let items = value.elements ?? value.members?.map(\.value) else {
      throw wrong(value, "expected the buckets of a histogram")
    }
    let (units, example) =
      quantity == .signalBars ? (Self.bars, "2 bars") : (Self.seconds, "1,000 ms")
    var buckets: [FieldData.Histogram.Bucket] = []
    for item in items {
      guard let count = item["bucketCount"]?.integer, 0...Self.mostCounts ~= count else {
        throw wrong(
          item["bucketCount"] ?? item, "bucketCount: expected a number from 0 to \(Self.mostCounts)"
        )
      }
      let low = try measurement(item["bucketStart"] ?? item, units, example)
      let high = try measurement(item["bucketEnd"] ?? item, units, example)
      guard high >= low else {
        throw wrong(item, "expected a bucket that ends at \(low) or later", found: "\(high)")
      }
      if count > 0 {
        buckets.append(FieldData.Histogram.Bucket(low: low, high: high, count: Int(count)))
      }
    }
    buckets.sort { ($0.low, $0.high) < ($1.low, $1.high) }
    for (left, right) in zip(buckets, buckets.dropFirst()) where left.high > right.low {
      throw wrong(
        value, "expected buckets apart from each other", found: "\(left.high) and \(right.low)")
    }
    if !buckets.isEmpty { found.append(.histogram(quantity, buckets)) }
  }

  /// More events of one kind than a day can have.
  private static let mostCounts: Int64 = 1_000_000

  private static let seconds = [
    "ns": 1e-9, "µs": 1e-6, "μs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1, "sec": 1, "min": 60,
    "hr": 3_600, "h": 3_600, "мкс": 1e-6, "мс": 1e-3, "с": 1, "мин": 60, "ч": 3_600,
  ]
  private static let bytes = [
    "B": 1, "byte": 1, "bytes": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
    "KiB": 1_024, "MiB": 1_048_576, "GiB": 1_073_741_824, "o": 1, "ko": 1e3, "Mo": 1e6, "Go": 1e9,
    "Б": 1, "кБ": 1e3, "МБ": 1e6, "ГБ": 1e9,
  ]
  private static let bars = ["bars": 1.0, "bar": 1]

  /// A measurement as the region of its device writes it: a point or a comma before decimals, the
  /// other one, blanks or apostrophes between thousands.
  private func measurement(
    _ json: JSON, _ units: [String: Double], _ example: String
  ) throws(InputError) -> Double {
    let text = json.string ?? ""
    var number = text.prefix { !$0.isLetter }
    let unit = String(text[number.endIndex...])
    while let last = number.last, Self.blanks.contains(last) { number.removeLast() }
    let mark = decimalMark(of: number)
    let parts = number.split(separator: mark ?? "\0", omittingEmptySubsequences: false)
    let groups = (parts.first ?? "").split(omittingEmptySubsequences: false) {
      ",.'’".contains($0) || Self.blanks.contains($0)
    }
    let digits = groups.joined() + parts.dropFirst().map { ".\($0)" }.joined()
    // India's groups of more than thousands have two digits.
    guard groups.first?.isEmpty == false, groups.dropFirst().allSatisfy({ 2...3 ~= $0.count }),
      groups.count == 1 || groups.last?.count == 3,
      digits.allSatisfy({ "0123456789.".contains($0) }), let factor = units[unit],
      let value = Double(digits), value * factor <= 1e15
    else { throw wrong(json, "expected a measurement such as \"\(example)\"") }
    return value * factor
  }

  private static let blanks = " \u{A0}\u{202F}"

  /// What stands before decimals; nil: there are none.
  private func decimalMark(of number: Substring) -> Character? {
    let marks = number.filter { ".,".contains($0) }
    guard let mark = marks.last, marks.count == 1 || marks.first != mark else { return nil }
    let (whole, rest) = (number.prefix { $0 != mark }, number.drop { $0 != mark }.dropFirst())
    guard marks.count == 1, whole != "0", rest.count == 3 else { return mark }
    return (region.map(Self.pointRegions.contains) ?? true) == (mark == ".") ? mark : nil
  }

  /// Regions that write a point before decimals, by Unicode's CLDR: the larger ones (assumed: all
  /// others write a comma). It matters where one mark stands before three digits.
  private static let pointRegions = Set(
    ("AU BD CA CH CN DO GB GH GT HK HN IE IL IN JP KE KR LK MO MX MY NG NI NP NZ PA PH PK PR SG SV "
      + "TH TW UG US").split(separator: " ").map(String.init))

  private func wrong(_ json: JSON, _ expected: String, found: String? = nil) -> InputError {
    InputError(.malformed, at: place(json), "\(expected), found \(found ?? json.found)")
  }
}
