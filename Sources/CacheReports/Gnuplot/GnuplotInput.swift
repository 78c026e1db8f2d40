/// A piece of what gnuplot reads: lines of a script, or numbers.
enum GnuplotInput: Sendable {
  /// Lines of a script, ended by a line feed.
  case text(String)
  /// Rows of numbers, one after another, then a line with `e`.
  case table(values: [Double], columnCount: Int)
}
