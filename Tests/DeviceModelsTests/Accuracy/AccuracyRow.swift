/// A row of the golden file: how far a model is from something, to a fixed number of digits.
struct AccuracyRow: Equatable, Sendable {
  var model: String
  var reference: String
  var cases: Int
  var mean: String
  var worst: String
  var unit: String

  static let header = "model,checked_against,cases,mean_error,worst_error,unit"

  /// The row in the file.
  var line: String { "\(model),\(reference),\(cases),\(mean),\(worst),\(unit)" }

  /// The row in the page, where the model is the section's heading.
  var cells: String { "| \(reference) | \(cases) | \(mean) \(unit) | \(worst) \(unit) |" }

  static let cellHeader = """
    | checked against | cases | mean error | worst error |
    | --- | ---: | ---: | ---: |
    """

  init(_ check: AccuracyCheck, _ deviation: Deviation) {
    model = check.model
    reference = check.reference
    cases = deviation.cases
    mean = Self.decimal(deviation.mean, places: check.unit.places)
    let worst = Self.decimal(deviation.worst, places: check.unit.places)
    self.worst =
      deviation.worst > 0 && worst.contains { $0 != "0" && $0 != "." }
      ? "+\(worst)" : worst
    unit = check.unit.name
  }

  /// Reads a line of the file.
  init?(line: Substring) {
    let parts = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, let cases = Int(parts[2]) else { return nil }
    model = parts[0]
    reference = parts[1]
    self.cases = cases
    mean = parts[3]
    worst = parts[4]
    unit = parts[5]
  }

  /// A number with so many digits behind the point, rounded to the nearest; no zero has a sign.
  private static func decimal(_ number: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let count = Int((abs(number) * Double(scale)).rounded(.toNearestOrAwayFromZero))
    let sign = number < 0 && count > 0 ? "-" : ""
    if places == 0 { return "\(sign)\(count)" }
    let digits = "\(count % scale)"
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(sign)\(count / scale).\(zeros)\(digits)"
  }
}
