internal import CacheReports
internal import SimCore

/// What a model answers: numbers under plain keys that end in their unit, in the order in which
/// they are understood.
struct ModelAnswer {
  private var lines: [(key: String, value: JSON, text: String, words: String)] = []

  /// Adds a number with a fraction.
  mutating func add(_ key: String, _ value: Double, places: Int = 3, _ words: String) {
    lines.append(
      (key, JSON(.real(value)), NumberText.decimal(value, places: places), words))
  }

  /// Adds a whole number.
  mutating func add(_ key: String, _ value: Int64, _ words: String) {
    lines.append((key, JSON(.integer(value)), "\(value)", words))
  }

  /// Adds a name.
  mutating func add(_ key: String, _ value: String, _ words: String) {
    lines.append((key, JSON(.string(value)), value, words))
  }

  /// Writes the answer to standard output.
  func write(_ format: OutputFormat) {
    let listing = Listing(["key", "value", "words"], lines.map { [$0.key, $0.text, $0.words] })
    Terminal.write(
      listing.written(
        format, text: text, json: JSON.object(lines.map { ($0.key, $0.value) })))
  }

  private var text: String {
    let keys = lines.map(\.key.count).max() ?? 0
    let texts = lines.map(\.text.count).max() ?? 0
    return lines.map { line in
      let key = line.key + String(repeating: " ", count: keys - line.key.count)
      let text = String(repeating: " ", count: texts - line.text.count) + line.text
      return "\(key)  \(text)\(line.words.isEmpty ? "" : "  \(line.words)")\n"
    }.joined()
  }
}
