/// Quantities as scenarios write them: a number and a unit, such as `15m`, `50 MB`, `1.6 Mbps`.
///
/// Read with integers only, so that `0.1s` is a hundred million nanoseconds in any process.
enum QuantityText {
  /// A unit's name and its size in the smallest unit.
  typealias Unit = (name: String, size: Int64)

  /// Reads one or more numbers with units (`1h 30m`); nil for anything else, or when the sum is
  /// not a whole number of the smallest unit or does not fit 64 bits.
  static func read(_ text: String, units: [Unit]) -> Int64? {
    var rest = text.unicodeScalars[...].drop { $0 == " " }
    if rest.isEmpty { return nil }
    var sum: Int64 = 0
    while !rest.isEmpty {
      guard let (mantissa, divisor) = decimal(&rest) else { return nil }
      rest = rest.drop { $0 == " " }
      let name = String(String.UnicodeScalarView(rest.prefix { isUnitLetter($0) }))
      rest = rest.dropFirst(name.unicodeScalars.count).drop { $0 == " " }
      guard let unit = units.first(where: { $0.name == name }) else { return nil }
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: unit.size)
      guard !overflow, product % divisor == 0 else { return nil }
      let (total, tooMuch) = sum.addingReportingOverflow(product / divisor)
      guard !tooMuch else { return nil }
      sum = total
    }
    return sum
  }

  /// Writes a quantity in the largest unit in which it is a whole number.
  static func write(_ value: Int64, units: [Unit], separator: String) -> String {
    for unit in units where value % unit.size == 0 && value != 0 {
      return "\(value / unit.size)\(separator)\(unit.name)"
    }
    return "\(value)\(separator)\(units.last?.name ?? "")"
  }

  private static func isUnitLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic
  }

  /// Reads `12` or `1.25` as a mantissa and a power of ten to divide it by.
  private static func decimal(
    _ rest: inout String.UnicodeScalarView.SubSequence
  ) -> (mantissa: Int64, divisor: Int64)? {
    var mantissa: Int64 = 0
    var divisor: Int64 = 1
    var digits = 0
    var isFraction = false
    while let scalar = rest.first {
      if scalar == ".", !isFraction, digits > 0 {
        isFraction = true
      } else if ("0"..."9").contains(scalar) {
        guard digits < 15 else { return nil }
        digits += 1
        mantissa = mantissa * 10 + Int64(scalar.value - 48)
        if isFraction { divisor *= 10 }
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    return digits > 0 ? (mantissa, divisor) : nil
  }
}

extension TimeSpan: ScalarSettingValue {
  /// From the largest to the smallest; `us` and `µs` are both read.
  static let units: [QuantityText.Unit] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("µs", 1_000), ("ns", 1),
  ]
  public init?(json: JSON) {
    guard let text = json.string, let span = QuantityText.read(text, units: Self.units) else {
      return nil
    }
    self.init(nanoseconds: span)
  }
  /// The span as a scenario writes it, such as `15m`.
  public var text: String {
    self == .zero
      ? "0s" : QuantityText.write(nanoseconds, units: Self.units, separator: "")
  }
  public var json: JSON { JSON(.string(text)) }
  public static var form: String { "a length of time such as \"15m\" or \"150ms\"" }
  public static var schema: JSON {
    .object([
      ("type", "string"),
      ("pattern", "^ *([0-9]+(\\.[0-9]+)? *(d|h|m|s|ms|us|µs|ns) *)+$"),
    ])
  }
}

extension Bytes: ScalarSettingValue {
  static let units: [QuantityText.Unit] = [
    ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10),
    ("kB", 1_000), ("KB", 1_000), ("B", 1),
  ]
  public init?(json: JSON) {
    guard let text = json.string else { return nil }
    if text == "unlimited" {
      self = .unlimited
    } else if let count = QuantityText.read(text, units: Self.units) {
      self.init(count)
    } else {
      return nil
    }
  }
  /// The quantity as a scenario writes it, such as `50 MB`.
  public var text: String {
    self == .unlimited
      ? "unlimited" : QuantityText.write(count, units: Self.units, separator: " ")
  }
  public var json: JSON { JSON(.string(text)) }
  public static var form: String { "an amount of bytes such as \"50 MB\" or \"unlimited\"" }
  public static var schema: JSON {
    .object([
      ("type", "string"),
      ("pattern", "^( *([0-9]+(\\.[0-9]+)? *(B|kB|KB|MB|GB|KiB|MiB|GiB) *)+|unlimited)$"),
    ])
  }
}

extension BitRate: ScalarSettingValue {
  static let units: [QuantityText.Unit] = [
    ("Gbps", 1_000_000_000), ("Mbps", 1_000_000), ("kbps", 1_000), ("bps", 1),
  ]
  public init?(json: JSON) {
    guard let text = json.string else { return nil }
    if text == "unlimited" {
      self = .unlimited
    } else if let rate = QuantityText.read(text, units: Self.units) {
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
  public var json: JSON { JSON(.string(text)) }
  public static var form: String { "a rate such as \"1.6 Mbps\"" }
  public static var schema: JSON {
    .object([
      ("type", "string"),
      ("pattern", "^( *([0-9]+(\\.[0-9]+)? *(bps|kbps|Mbps|Gbps) *)+|unlimited)$"),
    ])
  }
}
