internal import CacheWorkloads
internal import ClientStrategies
internal import Results
package import SimCore

/// A setting of a scenario whose default is assumed, or of which a source says that others are as
/// plausible, with the value that it has.
package struct Assumption: Sendable {
  /// Its path from the scenario's root, or the name of a network and what is changed of it.
  package var path: String
  package var value: JSON
  /// What is tried: the ends of the range that is plausible, half and double where none is known,
  /// or other words; without those that are the value itself.
  package var others: [JSON]
  /// Whether the answer may turn between the ends.
  package var isRange = true
  /// Who says that these are plausible; nil: no source does.
  package var source: String?
  /// Whether a number may have a fraction, which those without one do not show.
  private(set) var isReal = false
  /// The scenario's text with another value; nil: it has no place there.
  let write: @Sendable (JSON, _ root: JSON) -> JSON?
}

extension Assumption {
  /// Nil: the value has no size, or is zero, and no words are known that could stand in its place.
  /// `isAssumed`: the setting must be declared an assumption, or have values that are plausible.
  init?(_ line: SettingLine, path: String, isAssumed: Bool = true) {
    guard line.isAssumed || line.plausible != nil || !isAssumed,
      let value = try? JSON.parse(Array(line.defaultText.utf8))
    else { return nil }
    self.path = path
    self.value = value
    write = { SettingPath(path)?.set($0, in: $1) }
    if case .words(let words)? = line.plausible?.form {
      others = words.filter { $0 != value }
      isRange = false
      source = line.plausible?.source
    } else {
      // A number that may have a fraction is written without one where it has none.
      isReal = line.unit.hasPrefix(Double.unit)
      guard let amount = Amount(value, isReal: isReal), amount.count > 0 else { return nil }
      let ends: [Double]
      if let (least, most) = Self.range(line.plausible), least <= amount.count,
        amount.count <= most
      {
        ends = [least, most]
        source = line.plausible?.source
      } else {
        let least = line.bounds.flatMap { Amount($0.least)?.count } ?? -.infinity
        let most = line.bounds.flatMap { Amount($0.most)?.count } ?? .infinity
        ends = [0.5, 2].map { min(max(amount.count * $0, least), most) }
      }
      others = ends.map(amount.json).filter { $0 != value }
    }
    guard !others.isEmpty else { return nil }
  }

  /// A number that a network of the schedule has, at half and at double.
  init?(
    _ path: String, _ value: JSON, write: @escaping @Sendable (JSON, _ root: JSON) -> JSON?
  ) {
    guard let amount = Amount(value), amount.count > 0 else { return nil }
    self.init(
      path: path, value: value, others: [0.5, 2].map { amount.json(of: amount.count * $0) },
      write: write)
  }

  private static func range(_ values: PlausibleValues?) -> (Double, Double)? {
    guard case .range(let least, let most)? = values?.form, let least = Amount(least)?.count,
      let most = Amount(most)?.count
    else { return nil }
    return (least, most)
  }

  /// The strategy whose setting it is, by its place; nil: it is of none.
  var strategyPlace: Int? { SettingPath(path)?.strategyPlace }
}

// MARK: - Between two values

extension Assumption {
  /// How near the two values are between which an answer turns, as a part of them.
  package static let precision = 0.05

  /// By how large a factor another value differs; of words, by more than any number does.
  func factor(of other: JSON) -> Double {
    guard isRange, let own = Amount(value)?.count, let count = Amount(other)?.count, own > 0,
      count > 0
    else { return .greatestFiniteMagnitude }
    return max(own / count, count / own)
  }

  func isAbove(_ other: JSON) -> Bool {
    (Amount(other)?.count ?? 0) > (Amount(value)?.count ?? 0)
  }

  /// A value between two; nil: they are as near as it is searched for, or nothing lies between.
  func middle(of kept: JSON, and turned: JSON) -> JSON? {
    guard isRange, let kind = Amount(value, isReal: isReal), let first = Amount(kept)?.count,
      let last = Amount(turned)?.count,
      abs(first - last) > Self.precision * min(abs(first), abs(last))
    else { return nil }
    // Whole units of the setting, and no more digits than the search has.
    let count = min(first, last) > 0 ? (first * last).squareRoot() : (first + last) / 2
    let middle = kind.json(of: Amount.rounded(count, digits: 3))
    return middle == kept || middle == turned ? nil : middle
  }
}

extension Assumption {
  /// A number of a scenario: plain, or a quantity with a unit.
  enum Amount {
    case whole(Int64)
    case real(Double)
    case time(TimeSpan)
    case bytes(Bytes)
    case rate(BitRate)

    init?(_ json: JSON, isReal: Bool = false) {
      if let number = json.real, isReal || json.integer == nil {
        self = .real(number)
      } else if let number = json.integer {
        self = .whole(number)
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

    static func rounded(_ count: Double, digits: Int) -> Double {
      guard count.isFinite, count != 0 else { return count }
      let most = (0..<digits).reduce(1.0) { power, _ in power * 10 }
      var unit = 1.0
      while abs(count) / unit >= most { unit *= 10 }
      while abs(count) / unit < most / 10 { unit /= 10 }
      return unit >= 1 ? (count / unit).rounded() * unit : (count / unit).rounded() / (1 / unit)
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
  /// The settings that are assumed or not sure and that are in force, with the values that they
  /// have: those of the scenario's groups, of the workload, the network schedule and its networks,
  /// and the strategies.
  package var assumptions: [Assumption] {
    var found = lines.compactMap { Assumption($0, path: $0.name) }
    func add<Product: Choosable>(_ choice: Chosen<Product>, under path: String) {
      let lines = Product.catalog.entry(named: choice.name)?.linesOf(choice.settings) ?? []
      found += lines.compactMap { Assumption($0, path: "\(path).settings.\($0.name)") }
    }
    add(workload, under: "workload")
    add(networkSchedule, under: "networkSchedule")
    found += networkAssumptions
    for (index, strategy) in strategies.enumerated() {
      add(strategy, under: "strategies[\(index)]")
    }
    return found
  }
}

extension RunResult {
  mutating func addAssumptions(of scenario: Scenario) {
    let all = scenario.assumptions
    guard !all.isEmpty else { return }
    sections.append(
      Document.Section(
        "Assumptions",
        [
          .paragraph(
            """
            These settings are assumptions, or others are as plausible. \
            \(code: "cachesim sensitivity") tells by how much the numbers move with each of them, \
            and which turns an answer.
            """
          ),
          .list(
            all.map { "\(code: $0.path) = \(code: Variation.text(of: $0.value))" as InlineText }),
        ]))
  }
}
