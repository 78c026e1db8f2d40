/// What is wrong with the axes of a sweep, in words for a person.
package struct SweepError: Error, Hashable, Sendable {
  /// A line for each mistake.
  package var lines: [String]

  /// Makes an error of one line.
  init(_ line: String) { lines = [line] }

  /// Makes an error.
  package init(lines: [String]) { self.lines = lines }
}
