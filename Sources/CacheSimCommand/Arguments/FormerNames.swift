internal import SimCore
internal import Synchronization

/// Notes of names that settings, options and arguments had in the version before: each is printed
/// once, on standard error, unless the command is quiet.
enum FormerNames {
  private static let lines = Mutex<(all: [String], printed: Int)>(([], 0))

  /// Takes a note; one that was taken before is not repeated.
  static func note(_ line: String) {
    lines.withLock { lines in
      if !lines.all.contains(line) { lines.all.append(line) }
    }
  }

  /// Takes what the reader of settings noted.
  /// - Parameter flag: where the settings were written, as an option is named.
  static func note(_ problems: Problems, at flag: String) {
    for problem in problems.notes { note("\(flag): \(problem.message)") }
  }

  /// Takes the former name of an option or of an argument's value.
  static func note(_ former: String, isNow name: String) {
    note("'\(former)' is now called '\(name)'; the old name is understood for one version")
  }

  /// Prints what has not been printed.
  static func print(unless isQuiet: Bool) {
    let new = lines.withLock { lines in
      defer { lines.printed = lines.all.count }
      return Array(lines.all[lines.printed...])
    }
    if !isQuiet { for line in new { Terminal.note("note: \(line)") } }
  }
}
