internal import CacheWorkloads
internal import ClientStrategies
internal import Results
package import SimCore

/// A setting of a scenario whose default is assumed, with the value that it has.
package struct Assumption: Sendable {
  /// Its path from the scenario's root.
  package var path: String
  package var value: JSON
  /// Half and twice the value, within the setting's range; without those that are the value itself.
  package var others: [JSON]

  /// Nil: the value has no size that could be halved, or is zero. `isAssumed`: the setting must be
  /// declared an assumption.
  init?(_ line: SettingLine, path: String, isAssumed: Bool = true) {
    guard line.isAssumed || !isAssumed, let value = try? JSON.parse(Array(line.defaultText.utf8)),
      let amount = Amount(value), amount.count > 0
    else { return nil }
    self.path = path
    self.value = value
    let least = line.bounds.flatMap { Amount($0.least)?.count } ?? -.infinity
    let most = line.bounds.flatMap { Amount($0.most)?.count } ?? .infinity
    var others: [JSON] = []
    for factor in [0.5, 2] {
      let other = amount.json(of: min(max(amount.count * factor, least), most))
      if other != value { others.append(other) }
    }
    guard !others.isEmpty else { return nil }
    self.others = others
  }
}

extension Assumption {
  /// A number of a scenario: plain, or a quantity with a unit.
  private enum Amount {
    case whole(Int64)
    case real(Double)
    case time(TimeSpan)
    case bytes(Bytes)
    case rate(BitRate)

    init?(_ json: JSON) {
      if let number = json.integer {
        self = .whole(number)
      } else if let number = json.real {
        self = .real(number)
      } else if let span = TimeSpan(json: json) {
        self = .time(span)
      } else if let bytes = Bytes(json: json), bytes != .unlimited {
        self = .bytes(bytes)
      } else if let rate = BitRate(json: json), rate != .unlimited {
        self = .rate(rate)
      } else {
        return nil
      }
    }

    var count: Double {
      switch self {
      case .whole(let number): Double(number)
      case .real(let number): number
      case .time(let span): Double(span.nanoseconds)
      case .bytes(let bytes): Double(bytes.count)
      case .rate(let rate): Double(rate.bitsPerSecond)
      }
    }

    /// A value of the same kind, rounded to its smallest unit.
    func json(of count: Double) -> JSON {
      switch self {
      case .whole: JSON(Int64(count.rounded()))
      case .real: JSON(count)
      case .time: TimeSpan(nanoseconds: Int64(count.rounded())).json
      case .bytes: Bytes(Int64(count.rounded())).json
      case .rate: BitRate(bitsPerSecond: Int64(count.rounded())).json
      }
    }
  }
}

extension Scenario {
  /// The settings that are assumed and that are in force, with the values that they have: those
  /// of the scenario's groups, of the workload, the network schedule and the strategies.
  package var assumptions: [Assumption] {
    var found = lines.compactMap { Assumption($0, path: $0.name) }
    func add(_ lines: [SettingLine]?, under path: String) {
      found += (lines ?? []).compactMap { Assumption($0, path: "\(path).settings.\($0.name)") }
    }
    add(
      AnyWorkload.catalog.entry(named: workload.name)?.linesOf(workload.settings), under: "workload"
    )
    add(
      AnyNetworkSchedule.catalog.entry(named: networkSchedule.name)?
        .linesOf(networkSchedule.settings), under: "networkSchedule")
    for (index, strategy) in strategies.enumerated() {
      add(
        AnyStrategy.catalog.entry(named: strategy.name)?.linesOf(strategy.settings),
        under: "strategies[\(index)]")
    }
    return found
  }
}

extension RunResult {
  /// The section of a report that names the assumptions in force.
  mutating func addAssumptions(of scenario: Scenario) {
    let all = scenario.assumptions
    guard !all.isEmpty else { return }
    sections.append(
      Document.Section(
        "Assumptions",
        [
          .paragraph(
            """
            These settings are assumptions. \(code: "cachesim sensitivity") tells by how much the \
            numbers move when each is halved or doubled.
            """
          ),
          .list(
            all.map { "\(code: $0.path) = \(code: Variation.text(of: $0.value))" as InlineText }),
        ]))
  }
}
