internal import HTTPCaching
internal import SimCore

/// How a request wants the URL cache to be used: one name for what libraries call differently.
///
/// Where it is a read strategy (`ReadStrategy`), name and spellings are the same. TanStack Query
/// has no words of this kind: its `staleTime` is an answer's `max-age` here.
public enum RequestPolicy: String, SpelledWord {
  /// By the protocol: what is fresh is used, what is stale is asked about (RFC 9111).
  case useProtocolCachePolicy
  /// What is stored, whatever its age; else the origin.
  case cacheFirst
  /// The origin; what is stored, whatever its age, when it fails or does not answer in time.
  case networkFirst
  /// What is stored is shown at once, and the origin is asked always.
  case staleWhileRevalidate
  /// What is stored, whatever its age; else nothing.
  case cacheOnly
  /// The origin, unasked what is stored; its answer is stored unless `storesReloads` is off.
  case networkOnly
  /// The origin, past the caches on the way; its answer is stored.
  case reloadIgnoringLocalAndRemote
  /// What is stored if the origin confirms it; else what it sends.
  case revalidate

  public static let spellings: [Spelling<RequestPolicy>] =
    [
      Spelling("URLRequest", "useProtocolCachePolicy", .useProtocolCachePolicy),
      Spelling("Fetch", "default", .useProtocolCachePolicy),
      Spelling("Fetch", "force-cache", .cacheFirst),
      Spelling("Fetch", "only-if-cached", .cacheOnly),
      Spelling("Fetch", "reload", .networkOnly),
      Spelling("Fetch", "no-cache", .revalidate),
    ] + ReadStrategy.spellings.compactMap(of)

  /// A read strategy's spelling as one of the policy of that name.
  private static func of(_ spelling: Spelling<ReadStrategy>) -> Spelling<RequestPolicy>? {
    if spelling.text == "reloadIgnoringLocalAndRemoteCacheData" {
      return Spelling(spelling.library, spelling.text, .reloadIgnoringLocalAndRemote)
    }
    guard let policy = RequestPolicy(rawValue: spelling.word.rawValue) else { return nil }
    let remark = spelling.remark.flatMap { Self.remark(of: spelling.word, for: $0) }
    return Spelling(spelling.library, spelling.text, policy, remark)
  }

  /// What the settings of the URL cache are called where a read strategy's remark names others.
  private static func remark(of word: ReadStrategy, for remark: String) -> String? {
    switch word {
    case .networkOnly: remark.replacing("keeps false", with: "storesReloads false")
    case .staleWhileRevalidate:
      remark.hasSuffix("both answers") ? "shows both answers: deliver both" : nil
    case .cacheFirst, .networkFirst, .cacheOnly, .revalidate: remark
    }
  }

  /// The other spellings, each once, in the order of the table.
  public var aliases: [String] {
    var aliases: [String] = []
    for spelling in Self.spellings
    where spelling.word == self && spelling.text != rawValue && !aliases.contains(spelling.text) {
      aliases.append(spelling.text)
    }
    return aliases
  }

  /// What the engine is asked.
  func enginePolicy(storesReloads: Bool) -> CachePolicy {
    switch self {
    case .useProtocolCachePolicy: .useProtocol
    case .cacheFirst, .staleWhileRevalidate: .storedElseLoad
    case .cacheOnly: .storedOnly
    case .networkOnly: storesReloads ? .reloadIgnoringLocal : .noStore
    case .reloadIgnoringLocalAndRemote: .reloadIgnoringLocalAndRemote
    // A condition costs a header; whoever has the content is not sent it again.
    case .networkFirst, .revalidate: .reloadRevalidating
    }
  }

  /// Whether what is stored stands in, whatever its age, when the origin does not answer.
  var fallsBackOnAnything: Bool { self == .networkFirst || self == .staleWhileRevalidate }
}
