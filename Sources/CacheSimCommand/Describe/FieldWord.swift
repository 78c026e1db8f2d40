internal import CacheMetrics
internal import Results
internal import SimCore

/// A word of the field, such as "TTL" or "ETag", as `Data/words.json` has it: what it means, and
/// the settings and metrics that are about it.
struct FieldWord {
  let name: String
  /// What else people call it.
  let aliases: [String]
  let meaning: String
  let source: String
  /// Names of settings, metrics, strategies and lists that `cachesim describe` knows.
  let see: [String]
  /// The question that asks most about it; nil: there is none.
  let question: Question?

  static let all: [FieldWord] = {
    let bytes = EmbeddedFile.bytes(of: "Data/words.json") ?? []
    let json = (try? JSON.parse(bytes)) ?? .object([])
    func texts(_ value: JSON?) -> [String] { value?.elements?.compactMap(\.string) ?? [] }
    return (json["words"]?.elements ?? []).map { entry in
      FieldWord(
        name: entry["name"]?.string ?? "", aliases: texts(entry["aliases"]),
        meaning: entry["meaning"]?.string ?? "", source: entry["source"]?.string ?? "",
        see: texts(entry["see"]),
        question: QuestionCatalog.bundled.questions.first {
          $0.name == entry["question"]?.string
        })
    }
  }()

  /// Those called so; capitals, hyphens and spaces do not count.
  static func named(_ name: String) -> [FieldWord] {
    let wanted = letters(of: name)
    guard !wanted.isEmpty else { return [] }
    return all.filter { word in ([word.name] + word.aliases).contains { letters(of: $0) == wanted }
    }
  }

  /// A name without what people write differently.
  private static func letters(of name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "±" }
  }
}

extension Description {
  init(_ word: FieldWord) {
    self.init(word.name, kind: "word of the field", summary: word.meaning)
    aliases = word.aliases
    facts = [
      ("also called", word.aliases.joined(separator: ", ")),
      ("see", word.see.map { "cachesim describe \(ShellWord.quoted($0))" }.joined(separator: "; ")),
      ("asked as", word.question.map { "\($0.question) \($0.command)" } ?? ""),
      ("source", word.source),
    ].filter { !$0.1.isEmpty }
  }

  static let headlines = Headline.standard + Headline.flashWear + Headline.ofParts

  /// A metric by the heading of its column in tables of results.
  static func headed(_ heading: String) -> [Description] {
    let metrics = headlines.filter { $0.title == heading.lowercased() && $0.metric.name != heading }
      .map(\.metric.name).uniqued
    let listing = ListCommand.Topic.metrics.listing(.shown)
    return metrics.flatMap { metric in
      listing.rows.filter { $0[0] == metric }.map { row in
        var description = Description(row: row, of: listing, name: metric, kind: "metric")
        description.facts.insert(("column", heading.lowercased()), at: 0)
        return description
      }
    }
  }
}
