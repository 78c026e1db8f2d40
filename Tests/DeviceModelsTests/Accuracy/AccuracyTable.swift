internal import DeviceModels
internal import Foundation
internal import SimCore

/// Everything that the models are held to, in the order of the page.
enum AccuracyTable {
  static let checks = network + radio + sqlite + files + wear + rest + published
}

extension AccuracyTable {
  static let rest = [
    AccuracyCheck("Codecs", "200 records on one core of a server: times and sizes") { errors in
      for row in MeasuredCodec.all {
        errors.add(row.codec.encode(Bytes(row.bytes)).milliseconds, for: row.encode)
        errors.add(row.codec.decode(Bytes(row.bytes)).milliseconds, for: row.decode)
        let size = row.codec.size(ofJSON: Bytes(MeasuredCodec.json))
        errors.add(Double(size.count), for: Double(row.bytes))
      }
    },
    AccuracyCheck("Memory", "limits of 7 iPhones that people measured (a table of a forum)") {
      errors in
      for device in DeviceProfiles.all where device.certainty != .assumption {
        var model = MemoryModel()
        model.memory = device.memoryModel.memory
        errors.add(Double(model.limit.count), for: Double(device.appLimit.count))
      }
    },
    // Computed beside the scores, in ReportsTests.
    AccuracyCheck("Scores", "Lighthouse's curves at 12 waits", .score, isPossible: false) { _ in },
  ]
}

extension AccuracyTable {
  /// Numbers of published studies, which `Docs/reproduced.csv` has beside ours: the tests of the
  /// command compute that file, this one takes the errors from it.
  static let published: [AccuracyCheck] = rows.map { id, result, ours, theirs in
    AccuracyCheck("Published studies", "\(id): \(result)") { errors in
      if result.hasSuffix("theirs is a limit") {
        errors.add(ours, within: 0...theirs)
      } else if result.hasSuffix("theirs is a minimum") {
        errors.add(ours, within: theirs...(.infinity))
      } else {
        errors.add(ours, for: theirs)
      }
    }
  }

  private static let rows: [(id: String, result: String, ours: Double, theirs: Double)] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Docs/reproduced.csv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 9, let ours = Double(cells[4]), let theirs = Double(cells[6]) else {
        return nil
      }
      return (cells[0], cells[1], ours, theirs)
    }
  }()
}

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
