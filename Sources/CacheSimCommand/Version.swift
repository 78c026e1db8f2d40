internal import BuildRecord
internal import Experiments

/// The program's version, and the commit it was built from where the builder said so.
///
/// What it was built from is for whoever asks the program; it stays out of every result file, so
/// that two builds give the same bytes.
enum Version {
  static var text: String {
    let commit = String(cString: build_record_commit())
    return commit.isEmpty ? ProgramVersion.text : "\(ProgramVersion.text) (\(commit))"
  }

  /// The version with the packages that are built in; nil when the arguments ask for something
  /// else.
  static func record(askedBy arguments: some Sequence<String>) -> String? {
    let flags = Set(arguments)
    guard flags == ["--version", "--verbose"] || flags == ["--version", "-v"] else { return nil }
    return record(of: String(cString: build_record_dependencies()))
  }

  /// - Parameter dependencies: `name@version` for each package, between commas; empty: nobody said.
  static func record(of dependencies: String) -> String {
    let lines = dependencies.split(separator: ",").map { dependency in
      "  " + dependency.replacing("@", with: " ")
    }
    let packages =
      lines.isEmpty
      ? "The versions of the packages built in were not recorded: 'make build' records them."
      : "with the packages\n" + lines.joined(separator: "\n")
    return "\(text)\n\(packages)\n"
  }
}
