/// Why a chart could not be drawn.
public enum ChartError: Error, Hashable, Sendable {
  /// This build was made without the trait `Charts`, or on a system that has no gnuplot-iostream.
  case notBuiltIn
  /// There is no program of that name.
  case notInstalled(program: String)
  /// The program is there and could not be started; the reason is the system's.
  case cannotStart(program: String, reason: String)
  /// gnuplot ended with a status other than zero, or stopped reading; the words are its own.
  case failed(status: Int32, words: String)
  /// gnuplot ended well and left an image empty or did not write it.
  case noImage(file: String, words: String)
  /// A file beside the chart could not be written or moved; the reason is the system's.
  case cannotWrite(path: String, reason: String)

  /// What happened and what helps.
  public var message: String {
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
    case .noImage(let file, let words):
      "gnuplot left no image in '\(file)'" + (words.isEmpty ? "" : ": \(words)")
    case .cannotWrite(let path, let reason):
      "'\(path)' cannot be written: \(reason)"
    }
  }
}
