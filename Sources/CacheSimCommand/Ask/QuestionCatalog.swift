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

  /// The same for a scenario that 'cachesim init' writes, as the command brings its strategies and
  /// values along, or for a capture; nil: it hangs on the bundled one.
  let ownArguments: [String]?
  /// What to say in a scenario of one's own instead.
  let advice: String
  /// The chart of the command's report that shows the answer; empty: it draws none.
  let chart: String

  var command: String { command(arguments) }

  var ownCommand: String? { ownArguments.map(command) }
  /// Whether that needs a scenario of one's own.
  var isForOwnScenarios: Bool { ownArguments?.contains("app.json") ?? false }

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
/// question's own text counts twice as much as another one, and two words that stand side by side
/// in both count once more. Words and phrases that mean the same are one, endings do not count, an
/// identifier that no question has counts as the words that it is made of, and another word that
/// none has is taken for the nearest that one has.
struct QuestionCatalog {
  let questions: [Question]
  /// By the question: the words, and how much each counts.
  private let weights: [[String: Double]]
  /// By the question: words that stand side by side, and how much they count.
  private let pairs: [[[String]: Double]]
  /// By word: the one that stands for those with the same meaning.
  private let synonyms: [String: String]
  private let phrases: Phrases
  /// In order, and how rare each is.
  private let known: [String]
  private let rarity: [String: Double]

  static let bundled = QuestionCatalog()

  private init() {
    // It travels inside the program, and tests read it.
    let bytes = EmbeddedFile.bytes(of: "Data/questions.json") ?? []
    let json = (try? JSON.parse(bytes)) ?? .object([])
    func texts(_ value: JSON?) -> [String] { value?.elements?.compactMap(\.string) ?? [] }
    // "own": true says that only the scenario is another one.
    func own(_ entry: JSON) -> [String]? {
      guard entry["own"] == true else { return entry["own"].map(texts) }
      var arguments = texts(entry["command"])
      arguments[1] = "app.json"
      return arguments
    }
    var synonyms: [String: String] = [:]
    for group in texts(json["synonyms"]) {
      let words = Self.words(in: group)
      for word in words { synonyms[word] = words[0] }
    }
    let questions = (json["questions"]?.elements ?? []).map { entry in
      Question(
        name: entry["name"]?.string ?? "", question: entry["question"]?.string ?? "",
        words: texts(entry["words"]), threads: texts(entry["threads"]),
        arguments: texts(entry["command"]), ownArguments: own(entry),
        advice: texts(entry["app"]).joined(separator: " "), chart: entry["chart"]?.string ?? "")
    }
    let phrases = Phrases(texts(json["phrases"]))
    func stems(_ text: String) -> [String] {
      Self.words(in: phrases.replaced(in: text)).map { synonyms[$0] ?? $0 }
    }
    let own = questions.map { Set(stems($0.question)) }
    let texts = questions.map { ([$0.question] + $0.words).map(stems) }
    let all = questions.indices.map { own[$0].union(texts[$0].joined()) }
    var counts: [String: Int] = [:]
    for words in all {
      for word in words.sorted() { counts[word, default: 0] += 1 }
    }
    let rarity = counts.mapValues { DeterministicMath.log(Double(questions.count) / Double($0)) }
    self.rarity = rarity
    self.questions = questions
    self.synonyms = synonyms
    self.phrases = phrases
    known = counts.map(\.key).sorted()
    weights = questions.indices.map { index in
      Dictionary(
        uniqueKeysWithValues: all[index].map { word in
          (word, (rarity[word] ?? 0) * (own[index].contains(word) ? 2 : 1))
        })
    }
    pairs = texts.map { texts in
      Dictionary(
        texts.flatMap(Self.pairs).map { ($0, ((rarity[$0[0]] ?? 0) + (rarity[$0[1]] ?? 0)) / 2) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// The questions that share words with a text, the nearest first; those alike in their order.
  func matches(_ text: String) -> [Question] {
    let asked = phrases.replaced(in: text).split { !$0.isLetter && !$0.isNumber }
      .flatMap { known(String($0)) }
    let (words, sides) = (asked.uniqued, Self.pairs(in: asked).uniqued)
    let scores = questions.indices.map { index in
      words.reduce(0) { $0 + (weights[index][$1] ?? 0) }
        + sides.reduce(0) { $0 + (pairs[index][$1] ?? 0) }
    }
    let best = scores.max() ?? 0
    // Half as near is another question.
    return questions.indices.filter { scores[$0] >= max(Self.least, best / 2) }
      .sorted { (-scores[$0], $0) < (-scores[$1], $1) }
      .map { questions[$0] }
  }

  /// What a word that is asked stands for among those that questions have.
  private func known(_ word: String) -> [String] {
    func meaning(_ word: String) -> String? {
      Self.words(in: word).first.map { synonyms[$0] ?? $0 }
    }
    guard let whole = meaning(word) else { return [] }
    if rarity[whole] != nil { return [whole] }
    let parts = Self.parts(of: word)
    return (parts.isEmpty ? [word] : parts).compactMap(meaning).compactMap { word in
      rarity[word] != nil || word.count < 7 ? word : Suggestion.nearest(to: word, among: known)
    }
  }

  /// What an identifier is made of: "max", "disk" and "size" of "maxDiskSize".
  private static func parts(of word: String) -> [String] {
    let parts = word.matches(of: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/).map { String($0.output) }
    return parts.count > 1 ? parts.filter { $0.count > 2 } : []
  }

  private static func pairs(in words: [String]) -> [[String]] {
    zip(words, words.dropFirst()).filter { $0.0 != $0.1 }.map { [$0.0, $0.1] }
  }

  /// What a word counts that one question in three has: less is met by chance.
  private static let least = 1.2

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
    "a", "about", "after", "all", "am", "an", "and", "anyone", "app", "application", "apps", "are",
    "as", "at", "be", "because", "been", "between", "but", "by", "cache", "cached", "caches",
    "caching", "can", "choose", "come", "comes", "could", "do", "does", "doesn", "don", "each",
    "etc", "everything", "far", "first", "for", "from", "get", "gets", "good", "happen", "happens",
    "has", "have", "how", "i", "if", "in", "into", "is", "isn", "issue", "it", "its", "just",
    "keep", "keeps", "ll", "m", "make", "makes", "many", "me", "more", "much", "must", "my", "need",
    "no", "not", "now", "of", "on", "one", "only", "or", "other", "our", "out", "possible",
    "question", "questions", "re", "really", "return", "returning", "returns", "right", "s",
    "second", "seconds", "see", "send", "sends", "sensible", "set", "should", "show", "shown",
    "shows", "so", "support", "t", "than", "that", "the", "their", "them", "then", "there", "they",
    "this", "time", "times", "to", "too", "tried", "try", "two", "use", "user", "users", "using",
    "value", "values", "ve", "versus", "vs", "want", "was", "way", "we", "what", "when", "whenever",
    "where", "which", "who", "why", "will", "with", "work", "working", "works", "would", "you",
    "your",
  ]
}

/// Several words that mean one, such as "log out": a list of lines `word: phrase, phrase`.
private struct Phrases {
  /// By the first word of the phrase, all in lower case.
  private var meanings: [String: [(words: [String], meaning: [Substring])]] = [:]

  init(_ lines: [String]) {
    for line in lines {
      let sides = line.split(separator: ":", maxSplits: 1)
      for phrase in (sides.last ?? "").split(separator: ",") {
        let words = Self.words(in: phrase).map { $0.lowercased() }
        meanings[words.first ?? "", default: []].append((words, Self.words(in: sides[0])))
      }
    }
  }

  private static func words(in text: some StringProtocol) -> [Substring] {
    Substring(text).split { !$0.isLetter && !$0.isNumber }
  }

  /// The words of a text, with one word for each phrase.
  func replaced(in text: String) -> String {
    let asked = Self.words(in: text)
    let lower = asked.map { $0.lowercased() }
    var words: [Substring] = []
    var place = 0
    while place < asked.count {
      let found = meanings[lower[place]]?.first { lower[place...].starts(with: $0.words) }
      words += found?.meaning ?? [asked[place]]
      place += found?.words.count ?? 1
    }
    return words.joined(separator: " ")
  }
}
