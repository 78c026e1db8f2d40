package import SimCore

/// How much an HTTP client's cache stores unless its app says otherwise.
package struct HTTPStoreLimits: Settings, Hashable {
  package var memory = Bytes.zero
  package var disk = Bytes.unlimited
  package var largestShare = 1.0
  package var source: LinedText = ""

  package init() {}
  package static let fields: [Field<HTTPStoreLimits>] = [
    Field(
      "memory", \.memory, in: .zero...(.gigabytes(1_000_000)),
      "The most that is held in memory; 0 B: there is no tier of its own."),
    Field(
      "disk", \.disk, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that is held on disk."),
    Field(
      "largestShare", \.largestShare, in: 0...1,
      "The largest answer, as a share of the disk's limit."),
    Field("source", \.source, "Where they stand, or that they are assumed."),
  ]

  /// In words: "20 MiB on disk, 4 MiB in memory, an answer 5 % of it".
  package var words: String {
    guard disk != .unlimited else { return "none" }
    return [
      "\(disk.json.string ?? disk.json.compact) on disk",
      memory > .zero ? "\(memory.json.string ?? memory.json.compact) in memory" : nil,
      largestShare < 1 ? "an answer \(JSON(largestShare * 100).compact) % of it" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
