internal import Reports
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
  func write(_ format: ModelFormat) {
    switch format {
    case .json:
      Terminal.write(JSON.object(lines.map { ($0.key, $0.value) }).text + "\n")
    case .table:
      let keys = lines.map(\.key.count).max() ?? 0
      let texts = lines.map(\.text.count).max() ?? 0
      for line in lines {
        let key = line.key + String(repeating: " ", count: keys - line.key.count)
        let text = String(repeating: " ", count: texts - line.text.count) + line.text
        let words = line.words.isEmpty ? "" : "  \(line.words)"
        Terminal.write("\(key)  \(text)\(words)\n")
      }
    }
  }
}
