/// Quantities as scenarios write them: a number and a unit, such as `15m`, `50 MB`, `1.6 Mbps`.
///
/// Read with integers only, so that `0.1s` is a hundred million nanoseconds in any process.
enum QuantityText {
  typealias Unit = (name: String, size: Int64)

  /// What a text turns out to be.
  enum Reading: Equatable {
    case quantity(Int64)
    /// A quantity that does not fit 64 bits of the smallest unit.
    case tooLarge
    /// No quantity, or not a whole number of the smallest unit.
    case none
  }

  /// Reads one or more numbers with units (`1h 30m`).
  static func read(_ text: String, units: [Unit]) -> Reading {
    var rest = text.unicodeScalars[...].drop { $0 == " " }
    if rest.isEmpty { return .none }
    var sum: Int128 = 0
    while !rest.isEmpty {
      guard let (mantissa, divisor) = decimal(&rest) else { return .none }
      rest = rest.drop { $0 == " " }
      let name = String(String.UnicodeScalarView(rest.prefix { isUnitLetter($0) }))
      rest = rest.dropFirst(name.unicodeScalars.count).drop { $0 == " " }
      guard let unit = units.first(where: { $0.name == name }) else { return .none }
      let product = mantissa * Int128(unit.size)
      guard product % divisor == 0 else { return .none }
      // Beyond the limit it grows no further, and cannot overflow.
      sum = min(sum + product / divisor, Int128(Int64.max) + 1)
    }
    return Int64(exactly: sum).map(Reading.quantity) ?? .tooLarge
  }

  static func write(_ value: Int64, units: [Unit], separator: String) -> String {
    for unit in units where value % unit.size == 0 && value != 0 {
      return "\(value / unit.size)\(separator)\(unit.name)"
    }
    return "\(value)\(separator)\(units.last?.name ?? "")"
  }

  private static func isUnitLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic
  }

  /// How many digits of a number are read: more than 64 bits have, and so few that a number times
  /// the largest unit fits 128 bits.
  private static let digitLimit = 24

  /// Reads `12` or `1.25` as a mantissa and a power of ten to divide it by.
  private static func decimal(
    _ rest: inout String.UnicodeScalarView.SubSequence
  ) -> (mantissa: Int128, divisor: Int128)? {
    var mantissa: Int128 = 0
    var divisor: Int128 = 1
    var digits = 0
    var isFraction = false
    while let scalar = rest.first {
      if scalar == ".", !isFraction, digits > 0 {
        isFraction = true
      } else if ("0"..."9").contains(scalar) {
        digits += 1
        if digits <= digitLimit {
          mantissa = mantissa * 10 + Int128(scalar.value - 48)
          if isFraction { divisor *= 10 }
        } else if isFraction {
          return nil
        }
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    return digits > 0 ? (mantissa, divisor) : nil
  }
}

/// A value that is written as a number with a unit.
package protocol QuantitySettingValue: ScalarSettingValue {
  /// The units from the largest to the smallest, with their sizes in the smallest.
  static var units: [(name: String, size: Int64)] { get }
  /// The largest value in words, for "at most …".
  static var largestText: String { get }
  static var noun: String { get }
  var text: String { get }
  /// More than any other, where there is such a value: `"unlimited"`.
  static var limitless: Self? { get }
  /// The schema of all values but that one.
  static var finiteSchema: JSON { get }
}

extension QuantitySettingValue {
  package static var limitless: Self? { nil }
  package static var finiteSchema: JSON { schema }
  public var json: JSON { JSON(text) }

  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    if let value = Self(json: json) { return value }
    let expected = json.string.flatMap(excess(in:)) ?? "expected \(form)"
    problems.note(at: json.offset, path: path, "\(expected), found \(json.found)")
    return nil
  }

  /// What was expected in the place of a quantity that is too large; nil: the text is none.
  package static func excess(in text: String) -> String? {
    guard case .tooLarge = QuantityText.read(text, units: units) else { return nil }
    return "expected \(noun) of at most \(largestText)"
  }

  /// The quantity in the smallest unit; nil when the text is none, or too large.
  static func count(in text: String) -> Int64? {
    guard case .quantity(let count) = QuantityText.read(text, units: units) else { return nil }
    return count
  }
}

extension TimeSpan: QuantitySettingValue {
  /// From the largest to the smallest; `us` and `µs` are both read.
  package static let units: [(name: String, size: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("µs", 1_000), ("ns", 1),
  ]
  package init?(json: JSON) {
    guard let text = json.string, let span = Self.count(in: text) else { return nil }
    self.init(nanoseconds: span)
  }
  /// The span as a scenario writes it, such as `15m`.
  public var text: String {
    self == .zero ? "0s" : QuantityText.write(nanoseconds, units: Self.units, separator: "")
  }
  package static var noun: String { "a length of time" }
  package static var largestText: String { "106751d (292 years)" }
  package static var form: String { "a length of time such as \"15m\" or \"150ms\"" }
  public static var schema: JSON {
    .object(["type": "string", "pattern": "^ *([0-9]+(\\.[0-9]+)? *(d|h|m|s|ms|us|µs|ns) *)+$"])
  }
}

extension Bytes: QuantitySettingValue {
  package static let units: [(name: String, size: Int64)] = [
    ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10),
    ("kB", 1_000), ("KB", 1_000), ("B", 1),
  ]
  package init?(json: JSON) {
    guard let text = json.string else { return nil }
    if text == "unlimited" {
      self = .unlimited
    } else if let count = Self.count(in: text), count < Bytes.unlimited.count {
      self.init(count)
    } else {
      return nil
    }
  }
  /// The quantity as a scenario writes it, such as `50 MB`.
  public var text: String {
    self == .unlimited ? "unlimited" : QuantityText.write(count, units: Self.units, separator: " ")
  }
  package static var limitless: Bytes? { .unlimited }
  package static var noun: String { "an amount of bytes" }
  package static var largestText: String { "9223372036 GB" }
  package static var form: String { "an amount of bytes such as \"50 MB\"" }
  public static var schema: JSON { .texts("^(\(pattern)|unlimited)$") }
  package static var finiteSchema: JSON { .texts("^\(pattern)$") }
  private static let pattern = " *([0-9]+(\\.[0-9]+)? *(B|kB|KB|MB|GB|KiB|MiB|GiB) *)+"
}

extension BitRate: QuantitySettingValue {
  package static let units: [(name: String, size: Int64)] = [
    ("Gbps", 1_000_000_000), ("Mbps", 1_000_000), ("kbps", 1_000), ("bps", 1),
  ]
  package init?(json: JSON) {
    guard let text = json.string else { return nil }
    if text == "unlimited" {
      self = .unlimited
    } else if let rate = Self.count(in: text), rate < BitRate.unlimited.bitsPerSecond {
      self.init(bitsPerSecond: rate)
    } else {
      return nil
    }
  }
  /// The rate as a scenario writes it, such as `1600 kbps`.
  public var text: String {
    self == .unlimited
      ? "unlimited" : QuantityText.write(bitsPerSecond, units: Self.units, separator: " ")
  }
  package static var limitless: BitRate? { .unlimited }
  package static var noun: String { "a rate" }
  package static var largestText: String { "9223372036 Gbps" }
  package static var form: String { "a rate such as \"1.6 Mbps\"" }
  public static var schema: JSON { .texts("^(\(pattern)|unlimited)$") }
  package static var finiteSchema: JSON { .texts("^\(pattern)$") }
  private static let pattern = " *([0-9]+(\\.[0-9]+)? *(bps|kbps|Mbps|Gbps) *)+"
}

extension JSON {
  fileprivate static func texts(_ pattern: String) -> JSON {
    .object(["type": "string", "pattern": JSON(pattern)])
  }
}
