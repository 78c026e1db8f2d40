internal import SimCore

/// The rows of a recording with times, on their way to series.
///
/// A value holds from its row to the next row that has one; the first one holds before that too.
/// Rows of one time count as one with their mean. The last row ends the recording and gives its
/// period, as in Pensieve's simulator (Mao, Netravali, Alizadeh: Neural Adaptive Video Streaming
/// with Pensieve, SIGCOMM 2017; `env.py`): what it says itself is never in force, unless it is the
/// only one and holds for ever.
///
/// Times count from 0 where the first row is not later than the longest step between rows;
/// otherwise they are dates, or a part of a longer recording, and count from the first row.
struct RecordedRows {
  /// The most rows that are read: three weeks of a row a second.
  static let limit = 2_000_000
  static let longest = TimeSpan.days(366)

  private struct Column {
    var rows: [Int] = []
    var values: [Double] = []
    var sum = 0.0
    var count = 0.0

    mutating func add(_ value: Double) {
      sum += value
      count += 1
    }

    mutating func close(_ row: Int) {
      guard count > 0 else { return }
      rows.append(row)
      values.append(sum / count)
      sum = 0
      count = 0
    }
  }

  /// The times in nanoseconds, each later than the one before.
  private var times: [Int64] = []
  private var columns = [Column](repeating: Column(), count: RecordedColumn.Quantity.allCases.count)
  private var longestStep: Int64 = 0

  mutating func begin(at time: Int64) throws(InputError) {
    guard let last = times.last else {
      times.append(time)
      return
    }
    guard time >= last else {
      throw InputError(
        "expected times that do not go back, found \(Self.seconds(time)) after "
          + Self.seconds(last))
    }
    guard time > last else { return }
    guard time - times[0] <= Self.longest.nanoseconds else {
      throw InputError(
        "expected times within \(Self.longest.text), found \(Self.seconds(time - times[0])) "
          + "after the first one")
    }
    guard times.count < Self.limit else {
      throw InputError("expected at most \(Self.limit) rows, found more")
    }
    close()
    longestStep = max(longestStep, time - last)
    times.append(time)
  }

  mutating func add(_ value: Double, _ quantity: RecordedColumn.Quantity) {
    columns[quantity.rawValue].add(value)
  }

  private mutating func close() {
    for index in columns.indices { columns[index].close(times.count - 1) }
  }

  private static func seconds(_ time: Int64) -> String {
    "\(NumberText.decimal(Double(time) / 1e9, places: 3)) s"
  }

  mutating func finish(_ recording: inout NetworkRecording) throws(InputError) {
    guard let first = times.first, let last = times.last else {
      throw InputError("expected rows of a recorded network, found none")
    }
    close()
    let zero = first > longestStep ? first : 0
    func series<Value>(
      _ quantity: RecordedColumn.Quantity, _ make: (Double) -> Value
    ) -> StepSeries<Value>? {
      let column = columns[quantity.rawValue]
      guard let value = column.values.first else { return nil }
      guard times.count > 1 else { return StepSeries(constant: make(value)) }
      var starts: [Int64] = []
      var values: [Value] = []
      for (row, value) in zip(column.rows, column.values) where times[row] < last {
        starts.append(starts.isEmpty ? 0 : times[row] - zero)
        values.append(make(value))
      }
      // Only the last row has a value: it holds all the time.
      if starts.isEmpty { return StepSeries(constant: make(value)) }
      return StepSeries(starts: starts, values: values, period: last - zero)
    }
    recording.down = series(.down) { $0 }
    recording.up = series(.up) { $0 }
    recording.roundTrip = series(.roundTrip) { TimeSpan(rounding: $0) }
    recording.loss = series(.loss) { $0 }
    if recording.down == nil, recording.up != nil { recording.direction = .up }
    for direction in NetworkRecording.Direction.allCases {
      guard let rates = recording.rates(direction), !rates.values.contains(where: { $0 > 0 })
      else { continue }
      throw InputError(
        "expected a rate above 0 at some time, found none of direction \(direction.rawValue)")
    }
    guard recording.loss.map({ $0.values.contains { $0 < 1 } }) ?? true else {
      throw InputError("expected a loss below all packets at some time, found none")
    }
  }
}

struct RecordedColumn {
  enum Quantity: Int, CaseIterable {
    case time, down, up, roundTrip, loss
  }

  var quantity: Quantity
  /// What a number of the column is multiplied by: seconds, bits per second, seconds, or a share.
  var factor: Double

  /// The names of columns, with the factor of a column that names no unit: seconds for times,
  /// Mbit/s for rates, milliseconds for round trips, a share for loss.
  private static let names: [(name: String, quantity: Quantity, factor: Double)] = [
    ("timestamp", .time, 1), ("time", .time, 1), ("seconds", .time, 1), ("t", .time, 1),
    // The data set of University College Cork (Raca et al., MMSys 2020): kbit/s, ms.
    ("dl_bitrate", .down, 1e3), ("ul_bitrate", .up, 1e3), ("pingavg", .roundTrip, 1e-3),
    ("downlink", .down, 1e6), ("download", .down, 1e6), ("down", .down, 1e6), ("dl", .down, 1e6),
    ("uplink", .up, 1e6), ("upload", .up, 1e6), ("up", .up, 1e6), ("ul", .up, 1e6),
    ("round_trip", .roundTrip, 1e-3), ("rtt", .roundTrip, 1e-3), ("ping", .roundTrip, 1e-3),
    ("latency", .roundTrip, 1e-3), ("packet_loss", .loss, 1), ("loss", .loss, 1),
  ]

  /// What a header's field means; nil: it is a column of something else.
  /// - Parameter header: such as `down`, `down_kbps`, `rtt (ms)` or `DL_bitrate`.
  /// - Throws: where the quantity is known and its unit is not.
  static func read(_ header: String) throws(InputError) -> RecordedColumn? {
    let lower = header.lowercased()
    for (name, quantity, factor) in names {
      if lower == name { return RecordedColumn(quantity: quantity, factor: factor) }
      guard lower.hasPrefix(name), let next = lower.dropFirst(name.count).first,
        "_ ([-.".contains(next)
      else { continue }
      let unit = header.dropFirst(name.count).filter { !"_ ()[].-".contains($0) }
      if let factor = quantity.factor(of: String(unit)) {
        return RecordedColumn(quantity: quantity, factor: factor)
      }
      throw InputError(
        "expected a unit of \(quantity.units.words), found '\(VisibleText.shortened(header))'")
    }
    return nil
  }

  var range: ClosedRange<Double> { quantity.accepted.range }
  var form: String { quantity.accepted.form }
}

extension RecordedColumn.Quantity {
  /// Units by their names in headers, with their size in seconds, in bits per second or as a
  /// share. Where an upper-case B stands in a rate's, it is bytes.
  fileprivate var units: (factors: KeyValuePairs<String, Double>, words: String) {
    switch self {
    case .time, .roundTrip:
      (
        [
          "s": 1, "sec": 1, "seconds": 1, "ms": 1e-3, "milliseconds": 1e-3, "us": 1e-6, "µs": 1e-6,
          "ns": 1e-9,
        ], "time such as s or ms"
      )
    case .down, .up:
      (
        [
          "bps": 1, "bit/s": 1, "bits/s": 1, "kbps": 1e3, "kbit/s": 1e3, "kbits/s": 1e3,
          "mbps": 1e6, "mbit/s": 1e6, "mbits/s": 1e6, "gbps": 1e9, "gbit/s": 1e9, "gbits/s": 1e9,
          "b/s": 1, "kb/s": 1e3, "mb/s": 1e6, "gb/s": 1e9,
        ], "a rate such as kbit/s or Mbit/s"
      )
    case .loss:
      (
        ["share": 1, "ratio": 1, "%": 0.01, "percent": 0.01, "pct": 0.01], "loss such as % or share"
      )
    }
  }

  fileprivate func factor(of unit: String) -> Double? {
    let lower = unit.lowercased()
    guard let factor = units.factors.first(where: { $0.key == lower })?.value else { return nil }
    return lower.hasSuffix("b/s") && unit.contains("B") ? factor * 8 : factor
  }

  fileprivate var accepted: (range: ClosedRange<Double>, form: String) {
    switch self {
    case .time: (0...Double(TraceNumber.times.upperBound), "a time from 0 s on, or a date")
    // More than any link of a device, and longer than any request waits.
    case .down, .up: (0...1e12, "a rate from 0 to 1 Tbit/s")
    case .roundTrip: (0...3_600, "a round trip from 0 to 1 hour")
    case .loss: (0...1, "a loss from 0 to all packets")
    }
  }
}
