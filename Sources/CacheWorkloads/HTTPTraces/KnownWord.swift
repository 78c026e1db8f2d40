internal import SimCore

/// Words of which it is known that they name no person: what may be shown of an address.
///
/// What is not among them may be a name, a number of somebody or a token, whatever stands beside
/// it: there is no list of what secrets look like.
enum KnownWord {
  static let ofPaths = words("paths")
  private static let others = words("others")
  private static let counts = words("counts")
  private static let choices = words("choices")
  private static let endings = words("endings")

  /// By list: its words; the file says what each list is.
  private static let lists: [Substring: Set<String>] = {
    let path = "Sources/CacheWorkloads/HTTPTraces/known-words.txt"
    let text = String(decoding: EmbeddedFile.bytes(of: path) ?? [], as: UTF8.self)
    var lists: [Substring: Set<String>] = [:]
    var name = Substring()
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        name = line.dropFirst(2).prefix { $0 != ":" }
      } else {
        lists[name, default: []].formUnion(line.split(separator: " ").map(String.init))
      }
    }
    return lists
  }()

  private static func words(_ list: Substring) -> Set<String> {
    guard let words = lists[list] else { preconditionFailure("there is no list \(list)") }
    return words
  }

  /// Whether a text is made of known words, joined by `-`, `_` or dots; a letter is one.
  static func isKnown(_ text: ArraySlice<UInt8>) -> Bool {
    text.split(omittingEmptySubsequences: false) { "-_.".utf8.contains($0) }.allSatisfy { word in
      guard !word.isEmpty, word.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
        return false
      }
      let lower = String(decoding: word, as: UTF8.self).lowercased()
      return word.count == 1 || ofPaths.contains(lower) || others.contains(lower)
    }
  }

  static func isKnown(parameter name: ArraySlice<UInt8>) -> Bool {
    isKnown(name)
      || words(of: name).contains { counts.contains($0) }
        && words(of: name).allSatisfy { counts.contains($0) || isKnown(Array($0.utf8)[...]) }
  }

  /// Whether the value of a parameter tells nothing of a person: a small number that counts
  /// something, or a known word that chooses.
  static func isHarmless(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> Bool {
    let names = words(of: name)
    if isNumber(value, digits: 4) { return names.contains { counts.contains($0) } }
    return isKnown(value) && names.contains { choices.contains($0) }
  }

  private static func words(of name: ArraySlice<UInt8>) -> [String] {
    name.split { "-_".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self).lowercased() }
  }

  static func isNumber(_ text: ArraySlice<UInt8>, digits: Int) -> Bool {
    !text.isEmpty && text.count <= digits && text.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// `v1`, `v2.1`: a version of an interface.
  static func isVersion(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else { return false }
    let parts = text.dropFirst().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { isNumber($0, digits: 2) }
  }

  /// Where the ending of a file's name begins, with its dot; nil: it has none that is known.
  static func ending(of name: ArraySlice<UInt8>) -> Int? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
      endings.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    else { return nil }
    return dot
  }
}
