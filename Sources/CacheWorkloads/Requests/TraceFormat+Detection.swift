internal import SimCore

extension TraceFormat {
  /// The format of that name or alias with its defaults; nil when there is none.
  package static func named(_ name: String) -> TraceFormat? {
    guard let entry = catalog.entry(named: name) else { return nil }
    var problems = Problems()
    return entry.make(.object([]), "", &problems)?.product
  }

  /// All formats with their defaults.
  package static var all: [TraceFormat] { catalog.names.compactMap(named) }

  /// The format of a file: by its content where that can be nothing else, else by its name.
  /// - Throws: `malformed` when neither tells it.
  static func told(by sample: TraceSample, path: String) throws(WorkloadError) -> TraceFormat {
    // Texts are told by what they say; of bytes the name is the better witness.
    if !sample.isText, let format = byEnding(path) { return format }
    if let format = all.first(where: { $0.detects(sample) }) { return format }
    if let format = byEnding(path) { return format }
    throw WorkloadError(
      .malformed, at: path,
      sample.bytes.isEmpty
        ? "the file is empty, so that its format must be named"
        : "neither the content nor the name tells the format: name one of "
          + catalog.names.joined(separator: ", "))
  }

  /// The format that the ending of a file's name tells; nil when it tells none.
  package static func byEnding(_ path: String) -> TraceFormat? {
    var name = path.lowercased()[...]
    for packed in [".gz", ".zst"] where name.hasSuffix(packed) {
      name = name.dropLast(packed.count)
    }
    return all.first { $0.endings.contains { name.hasSuffix("." + $0.lowercased()) } }
  }
}
