/// Why what a person wrote or gave cannot be used: a scenario, settings, a trace, a stored run.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds, as far as a command acts on them.
  package enum Reason: Sendable {
    case missingFile
    case unreadable
    case unwritable
    /// Standard output has no reader any more.
    case brokenPipe
    /// A file's content.
    case malformed
    /// An argument of the command line.
    case argument
    /// A scenario or settings, in a file or made in Swift.
    case settings
  }

  package var reason: Reason
  /// What is wrong, all of it at once in order of its place; never empty.
  package let mistakes: [Problems.Problem]

  /// A line for each mistake: `place: message`.
  package var lines: [String] { mistakes.map(\.line) }
  public var description: String { lines.joined(separator: "\n") }

  /// Where the first mistake is: a file with line or byte offset, a setting; empty: nothing to say.
  public var place: String { mistakes[0].path }
  /// What was found, what was expected, and the nearest known name, of the first mistake.
  public var message: String { mistakes[0].message }
  /// Where in a text the first mistake is, in bytes.
  package var offset: Int { mistakes[0].offset }

  package init(_ reason: Reason, at place: String = "", _ message: String) {
    self.reason = reason
    mistakes = [Problems.Problem(offset: 0, path: place, message: message)]
  }

  package init(_ message: String) { self.init(.malformed, message) }

  /// An error of one mistake in a text.
  package init(offset: Int, _ message: String) {
    reason = .malformed
    mistakes = [Problems.Problem(offset: offset, path: "", message: message)]
  }

  /// An error of lines that say their places.
  package init(_ reason: Reason, lines: [String]) {
    self.reason = reason
    mistakes = lines.map { Problems.Problem(offset: 0, path: "", message: $0) }
  }

  /// An error of what is wrong with settings.
  package init(_ problems: Problems) {
    reason = .settings
    mistakes = problems.all
  }

  package init(reading error: FileError) {
    self.init(error.isMissing ? .missingFile : .unreadable, at: error.path, error.explanation)
  }

  /// Why a file cannot be written.
  package init(writing error: FileError) {
    if error.isBrokenPipe, error.path == "-" {
      self.init(.brokenPipe, at: error.path, "standard output has no reader")
    } else {
      let reason = error.hasNoReader ? "no process reads this pipe" : error.reason
      self.init(.unwritable, at: error.path, "cannot be written: \(reason)")
    }
  }
}
