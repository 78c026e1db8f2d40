internal import ClientStrategies
internal import SimCore
internal import TestCases
internal import Testing

/// Other libraries' words for what ours do.
@Suite struct VocabularyTests {
  private static func read<Word: SpelledWord>(_ text: String, as word: Word.Type) -> (
    word: Word?, problem: String?
  ) {
    var problems = Problems()
    let word = Word.read(JSON(.string(text)), path: "read", &problems)
    return (word, problems.all.first?.message)
  }

  @Test(arguments: [
    ("NetworkFirst", ReadStrategy.networkFirst), ("cacheAndNetwork", .staleWhileRevalidate),
    ("returnCacheDataElseLoad", .cacheFirst), ("returnCacheDataDontLoad", .cacheOnly),
    ("reloadRevalidatingCacheData", .revalidate), ("cached(refresh: true)", .staleWhileRevalidate),
    ("freshWithFallBackToSourceOfTruth", .networkFirst), ("onlyFromCache", .cacheOnly),
    ("fromLoaderOnly", .networkOnly), ("networkOnly", .networkOnly),
  ])
  func anotherLibrarysSpellingIsOurWord(text: String, word: ReadStrategy) {
    let read = Self.read(text, as: ReadStrategy.self)
    expect(read.word, is: word)
    expect(read.word?.json.string, is: word.rawValue)
  }

  @Test func noTextSpellsTwoWords() {
    func check<Word: SpelledWord & Hashable>(_ type: Word.Type) {
      for spelling in Word.spellings {
        expect(Word(spelled: spelling.text), is: spelling.word, "\(spelling.text)")
      }
    }
    check(ReadStrategy.self)
    check(RequestPolicy.self)
    check(HitRule.self)
  }

  @Test(arguments: [
    ("NetworkFrist", "unknown word 'NetworkFrist' (did you mean 'networkFirst'?)"),
    (
      "reloadIgnoringCachedDate",
      "unknown word 'reloadIgnoringCachedDate' (did you mean "
        + "'reloadIgnoringCachedData'?)"
    ),
    (
      "swr",
      "unknown word 'swr' (known: cacheFirst, networkFirst, staleWhileRevalidate, cacheOnly, "
        + "networkOnly, revalidate)"
    ),
  ])
  func anUnknownSpellingIsAnsweredWithTheNearest(text: String, answer: String) {
    expect(Self.read(text, as: ReadStrategy.self).problem, is: answer)
  }

  @Test(arguments: [
    ("refreshCached", HitRule.refresh), ("fromMemoryCacheOrRefresh", .memoryOnly),
    ("skipMemoryCache", .diskOnly), ("forceRefresh", .ignore), ("show", .show),
  ])
  func librariesOptionsAreRulesForHits(text: String, rule: HitRule) {
    expect(Self.read(text, as: HitRule.self).word, is: rule)
  }

  @Test func fetchsModesAreRequestPolicies() {
    expect(Self.read("force-cache", as: RequestPolicy.self).word, is: .reading(.cacheFirst))
    expect(Self.read("no-cach", as: RequestPolicy.self).problem?.contains("'no-cache'"), is: true)
  }

  /// One table: what spells a read strategy spells the request policy of that name.
  @Test func aReadStrategysSpellingsAreTheRequestPolicys() {
    for spelling in ReadStrategy.spellings
    where spelling.text != "reloadIgnoringLocalAndRemoteCacheData" {
      expect(
        Self.read(spelling.text, as: RequestPolicy.self).word?.rawValue, is: spelling.word.rawValue)
    }
    let beyond = RequestPolicy(spelled: "reloadIgnoringLocalAndRemoteCacheData")
    expect(beyond, is: .reloadIgnoringLocalAndRemote)
  }
}
