internal import ArgumentParser
internal import SimCore

/// How the command ends; the numbers are those of sysexits.h where it has one.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case failed = 1
  case broken = 2
  case usage = 64
  case badInput = 65
  case missingFile = 66
  case chartsUnavailable = 69
  case inputOutput = 74
  case interrupted = 130

  var meaning: String {
    switch self {
    case .success: "success"
    case .failed: "the run failed"
    case .broken: "an expectation, a baseline or --within was broken"
    case .usage: "the command was not understood"
    case .badInput: "a scenario or a trace is wrong"
    case .missingFile: "there is no such file"
    case .chartsUnavailable: "gnuplot is not usable: the results are there, charts are not"
    case .inputOutput: "a file could not be read or written"
    case .interrupted: "interrupted: nothing unfinished is left, what is kept is reported"
    }
  }

  static var table: String {
    allCases.map { status in
      let code = "\(status.rawValue)"
      return code + String(repeating: " ", count: 5 - code.count) + status.meaning
    }.joined(separator: "\n  ")
  }
}

/// Why a command ends with a status: what it writes to standard error, which may be nothing more.
struct CommandError: Error, Hashable {
  var status: ExitStatus
  var lines: [String]

  /// `error: ` precedes the message; nil: it has been written.
  init(_ status: ExitStatus, _ message: String? = nil) {
    self.init(status, lines: message.map { ["error: \($0)"] } ?? [])
  }

  init(_ status: ExitStatus, lines: [String]) {
    self.status = status
    self.lines = lines
  }
}

extension CommandError {
  /// The exit status and the message of any error, decided in this one place; nil for what the
  /// parser of arguments presents itself: usage, help, a version.
  init?(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as InputError: self.init(error)
    case let error as FileError: self.init(error)
    case let error as ToolError: self.init(.failed, error.description)
    default: return nil
    }
  }

  private init(_ error: InputError) {
    let status: ExitStatus =
      switch error.reason {
      case .missingFile: .missingFile
      case .malformed, .settings: .badInput
      case .argument: .usage
      case .unreadable, .unwritable, .brokenPipe: .inputOutput
      }
    // A line of a scenario begins with its place in the file, as those of compilers do.
    self.init(
      status, lines: error.reason == .settings ? error.lines : error.lines.map { "error: \($0)" })
  }

  private init(_ error: FileError) {
    self.init(error.isMissing && !error.isOwn ? .missingFile : .inputOutput, error.description)
  }

  /// Writes the message of an error to standard error, and gives back the error with which the
  /// parser of arguments ends the program.
  static func report(_ error: any Error) -> any Error {
    if let error = error as? InputError, error.reason == .brokenPipe {
      Interruption.endWithoutReader()
    }
    guard let known = CommandError(error) else { return error }
    for line in known.lines { Terminal.note(line) }
    return ExitCode(known.status.rawValue)
  }
}
