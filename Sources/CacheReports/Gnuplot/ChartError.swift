/// Why a chart could not be drawn.
package enum ChartError: Error, Hashable, Sendable {
  /// This build was made without the trait `Charts`, or on a system that has no gnuplot-iostream.
  case notBuiltIn
  /// There is no program of that name.
  case notInstalled(program: String)
  /// The program is there and could not be started; the reason is the system's.
  case cannotStart(program: String, reason: String)
  /// gnuplot ended with a status other than zero, or stopped reading; the message is its own.
  case failed(status: Int32, words: String)
  /// gnuplot exceeded the time limit, and was ended with its child processes.
  case timedOut(limit: String)
  /// The time limit is no number of seconds.
  case badLimit(String)
  /// gnuplot ended well and left an image empty or did not write it.
  case noImage(file: String, words: String)
  /// A file of the chart could not be written or moved.
  case cannotWrite(ResultFolderError)

  /// The error of a file of the chart.
  package init(_ error: ResultFolderError) { self = .cannotWrite(error) }

  /// The error of the file system, where it is no error of gnuplot.
  package var ofDisk: ResultFolderError? {
    if case .cannotWrite(let error) = self { error } else { nil }
  }

  /// Whether a full disk can be the cause: gnuplot ran and failed.
  var canBeOfDisk: Bool {
    switch self {
    case .failed, .noImage: true
    default: false
    }
  }

  /// The message, with advice.
  package var message: String {
    switch self {
    case .notBuiltIn:
      """
      this build draws no charts; with gnuplot-nox and libgnuplot-iostream-dev installed, \
      'swift build' makes one that does
      """
    case .notInstalled(let program):
      """
      gnuplot is not installed: there is no program '\(program)' \
      (Debian: apt-get install gnuplot-nox)
      """
    case .cannotStart(let program, let reason):
      "'\(program)' cannot be started: \(reason)"
    case .failed(let status, let words) where words.isEmpty:
      "gnuplot ended with status \(status) before the chart was drawn, and said nothing"
    case .failed(let status, let words):
      "gnuplot ended with status \(status): \(words)"
    case .timedOut(let limit):
      """
      gnuplot did not end within \(limit) s and was stopped; \(Gnuplot.limitVariable) sets \
      another number of seconds
      """
    case .badLimit(let limit):
      "\(Gnuplot.limitVariable): expected seconds from above 0 to 86400, found '\(limit)'"
    case .noImage(let file, let words):
      "gnuplot left no image in '\(file)'" + (words.isEmpty ? "" : ": \(words)")
    case .cannotWrite(let error):
      error.description
    }
  }
}
