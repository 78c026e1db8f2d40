internal import Results
internal import SimCore

/// A question that people ask about client caches, and the command that answers it.
struct Question {
  let name: String
  let question: String
  /// Words of those who asked, beside the question's own.
  let words: [String]
  /// Where it was asked: repository and number.
  let threads: [String]
  /// What the program is called with.
  let arguments: [String]

  /// What the same can be asked of in the place of the bundled: a scenario that 'cachesim init'
  /// writes, as the command brings its strategies and values along, or a capture; nil: of nothing.
  let ownFile: String?

  /// Whether that is a scenario.
  var isForOwnScenarios: Bool { ownFile?.hasSuffix(".json") ?? false }

  var command: String { command(arguments) }

  /// The same for a scenario of the reader's own; nil: it hangs on the bundled one.
  var ownCommand: String? {
    guard let ownFile else { return nil }
    var own = arguments
    own[1] = ownFile
    return command(own)
  }

  /// Sweeps of one scenario would otherwise have one folder.
  private func command(_ arguments: [String]) -> String {
    let isSearch = arguments[0] == "sweep" || arguments[0] == "tune"
    let output = isSearch ? ["--output", "Reports/\(name)"] : []
    return (["cachesim"] + arguments + output).map(ShellWord.quoted).joined(separator: " ")
  }
}

/// The questions of `Data/questions.json`, found by words.
///
/// A question counts the rarity of each word that it shares with what is asked: the logarithm of
/// the number of questions over that of those with the word (K. Spärck Jones, 1972). A word of the
/// question's own text counts twice as much as another one. Words that mean the same are one,
/// endings do not count, and a word that no question has is taken for the nearest that one has.
struct QuestionCatalog {
  let questions: [Question]
  /// By the question: the words, and how much each counts.
  private let weights: [[String: Double]]
  /// By word: the one that stands for those with the same meaning.
  private let synonyms: [String: String]
  private let known: [String]

  static let bundled = QuestionCatalog()

  private init() {
    // It travels inside the program, and tests read it.
    let bytes = EmbeddedFile.bytes(of: "Data/questions.json") ?? []
    let json = (try? JSON.parse(bytes)) ?? .object([])
    func texts(_ value: JSON?) -> [String] { value?.elements?.compactMap(\.string) ?? [] }
    var synonyms: [String: String] = [:]
    for group in texts(json["synonyms"]) {
      let words = Self.words(in: group)
      for word in words { synonyms[word] = words[0] }
    }
    let questions = (json["questions"]?.elements ?? []).map { entry in
      Question(
        name: entry["name"]?.string ?? "", question: entry["question"]?.string ?? "",
        words: texts(entry["words"]), threads: texts(entry["threads"]),
        arguments: texts(entry["command"]),
        ownFile: entry["own"] == true ? "app.json" : entry["own"]?.string)
    }
    func stems(_ text: String) -> [String] { Self.words(in: text).map { synonyms[$0] ?? $0 } }
    let own = questions.map { Set(stems($0.question) + stems($0.name)) }
    let others = questions.map { Set($0.words.flatMap(stems)) }
    var counts: [String: Int] = [:]
    for index in questions.indices {
      for word in own[index].union(others[index]).sorted() { counts[word, default: 0] += 1 }
    }
    self.questions = questions
    self.synonyms = synonyms
    known = counts.map(\.key).sorted()
    weights = questions.indices.map { index in
      let all = own[index].union(others[index])
      return Dictionary(
        uniqueKeysWithValues: all.map { word in
          let share = Double(questions.count) / Double(counts[word] ?? 1)
          return (word, DeterministicMath.log(share) * (own[index].contains(word) ? 2 : 1))
        })
    }
  }

  /// The questions that share words with a text, the nearest first; those alike in their order.
  func matches(_ text: String) -> [Question] {
    var asked: [String] = []
    for word in Self.words(in: text) {
      let stem = synonyms[word] ?? word
      let isKnown = known.binarySearch(stem)
      let near = isKnown || stem.count < 7 ? stem : Suggestion.nearest(to: stem, among: known)
      if let near, !asked.contains(near) { asked.append(near) }
    }
    let scores = weights.map { weight in asked.reduce(0) { $0 + (weight[$1] ?? 0) } }
    let best = scores.max() ?? 0
    // Half as near is another question.
    return questions.indices.filter { scores[$0] >= max(Self.least, best / 2) }
      .sorted { (-scores[$0], $0) < (-scores[$1], $1) }
      .map { questions[$0] }
  }

  /// What a word counts that one question in eight has: less is met by chance.
  private static let least = 2.0

  /// The words that tell questions apart, without endings.
  static func words(in text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { !plain.contains($0) }.map(stem)
  }

  private static func stem(_ word: String) -> String {
    for (ending, other) in [
      ("ies", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", ""),
    ] where word.hasSuffix(ending) && word.count > ending.count + 2 && !word.hasSuffix("ss") {
      let stem = word.dropLast(ending.count) + other
      return stem.hasSuffix("e") ? String(stem.dropLast()) : String(stem)
    }
    return word.hasSuffix("e") && word.count > 3 ? String(word.dropLast()) : word
  }

  private static let plain: Set<String> = [
    "a", "about", "after", "all", "am", "an", "and", "are", "as", "at", "be", "because", "been",
    "between", "but", "by", "cache", "cached", "caches", "caching", "can", "could", "do", "does",
    "for", "from", "get", "gets", "good", "has", "have", "how", "i", "if", "in", "into", "is",
    "it", "its", "just", "keep", "keeps", "many", "me", "more", "much", "must", "my", "need", "no",
    "not", "of", "on", "one", "only", "or", "other", "our", "really", "set", "should", "so", "see",
    "user", "users",
    "than", "that", "too", "the", "their", "them", "then", "there", "they", "this", "to", "use",
    "using",
    "value", "values", "want", "was", "we", "what", "when", "where", "which", "who", "why", "will",
    "with", "would", "you", "your",
  ]
}

extension [String] {
  /// Whether a sorted array has an element. - Complexity: O(log n).
  fileprivate func binarySearch(_ element: String) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == element
  }
}
