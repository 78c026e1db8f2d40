internal import ArgumentParser

/// How the command ends; the numbers are those of sysexits.h where it has one.
enum ExitStatus: Int32, CaseIterable {
  case fine = 0
  case failed = 1
  case broken = 2
  case usage = 64
  case badInput = 65
  case missingFile = 66
  case chartsUnavailable = 69
  case inputOutput = 74
  case interrupted = 130

  /// What it means, for the help text.
  var meaning: String {
    switch self {
    case .fine: "fine"
    case .failed: "the run failed"
    case .broken: "an expectation or a baseline was broken"
    case .usage: "the command was not understood"
    case .badInput: "a scenario or a trace is wrong"
    case .missingFile: "there is no such file"
    case .chartsUnavailable: "gnuplot is not usable: the results are there, charts are not"
    case .inputOutput: "a file could not be read or written"
    case .interrupted: "interrupted: nothing unfinished is left, what is kept is said"
    }
  }

  /// A line for each.
  static var table: String {
    allCases.map { status in
      let code = "\(status.rawValue)"
      return code + String(repeating: " ", count: 5 - code.count) + status.meaning
    }.joined(separator: "\n  ")
  }

  /// The error that ends the command so.
  var error: ExitCode { ExitCode(rawValue) }
}
