internal import SimCore

/// The recordings that travel inside the program, to be named in a trace's place: a log and a
/// capture that were made by the rule in Docs/Traces.md.
package enum BundledTraces {
  package static let prefix = "bundled:"

  package static let all = EmbeddedFile.all(in: "Sources/CacheWorkloads/Samples", ending: "")

  /// The text of the recording that a path names; nil: the path is a file's.
  /// - Throws: `missingFile` with the known names when there is none of that name.
  static func bytes(of path: String) throws(InputError) -> [UInt8]? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = path.dropFirst(prefix.count)
    if let found = all.first(where: { $0.name == name }) { return found.bytes }
    let names = all.map { prefix + $0.name }.joined(separator: " and ")
    throw InputError(
      .missingFile, at: path, "no recording of that name travels with the program: \(names) do")
  }
}
