internal import Foundation
package import SimCore

/// Changes documents of JSON in their structure: members come, go, change places and kinds. What
/// comes of it is still JSON and near to what readers expect, so that more than the first check of
/// a reader is tried. The same seed makes the same documents.
package struct StructureMutator {
  /// Draws what is changed.
  package var random: SeededGenerator
  /// Values that stand somewhere in the corpus.
  private let donors: [JSON]

  /// Begins with a corpus from which values are taken.
  package init(seed: UInt64, corpus: [JSON]) {
    random = SeededGenerator(seed: seed, purpose: .workload, entity: 17)
    var donors: [JSON] = []
    for json in corpus { Self.collect(json, into: &donors) }
    self.donors = donors
  }

  private static func collect(_ json: JSON, into donors: inout [JSON]) {
    guard donors.count < 20_000 else { return }
    donors.append(json)
    for member in json.members ?? [] { collect(member.value, into: &donors) }
    for element in json.elements ?? [] { collect(element, into: &donors) }
  }

  /// A document with some changes.
  package mutating func mutated(_ json: JSON, changes: Int = 4) -> JSON {
    var json = json
    for _ in 0...random.index(below: changes) { json = changed(json) }
    return json
  }

  /// The lines of a file with some changes in them, and to their order.
  package mutating func mutated(lines: [JSON], changes: Int = 4) -> [JSON] {
    mutated(JSON(.array(lines)), changes: changes).elements ?? []
  }

  private mutating func changed(_ json: JSON) -> JSON {
    switch json.value {
    case .object(let members) where !members.isEmpty:
      var members = members
      if random.chance(0.8) {
        let place = random.index(below: members.count)
        members[place].value = changed(members[place].value)
      } else {
        change(&members)
        if random.chance(0.2), !members.isEmpty { members[0].name = "another" }
      }
      return JSON(.object(members))
    case .array(let elements) where !elements.isEmpty:
      var elements = elements
      if random.chance(0.7) {
        let place = random.index(below: elements.count)
        elements[place] = changed(elements[place])
      } else {
        change(&elements)
      }
      return JSON(.array(elements))
    default: return odd()
    }
  }

  /// Removes an element, repeats it, moves it, or puts in what stands elsewhere.
  private mutating func change<Element>(_ list: inout [Element]) {
    let place = random.index(below: list.count)
    switch random.index(below: 4) {
    case 0: list.remove(at: place)
    case 1: list.insert(list[place], at: random.index(below: list.count + 1))
    case 2: list.swapAt(place, random.index(below: list.count))
    default: list.shuffle(using: &random)
    }
  }

  private mutating func odd() -> JSON {
    if random.chance(0.5), !donors.isEmpty { return donors[random.index(below: donors.count)] }
    return Self.odd[random.index(below: Self.odd.count)]
  }

  /// Values at the borders of what is read.
  private static let odd: [JSON] = integers + reals + texts + others

  // Apart, as the compiler takes seconds for one list of all.
  private static let integers = [
    0, 1, -1, 200, 304, 1 << 31, 1 << 40, 1 << 53, Int64.max, Int64.min,
  ].map { JSON(.integer($0)) }
  private static let reals = [0.5, -0.0, 1e18, 1e308, 1e-300].map { JSON(.real($0)) }
  private static let texts = [
    "", "x", "*", " ", "é\u{0}", "1970-01-01T00:00:00Z", "2199-12-31T23:59:59.999Z", "http://",
    "https://a.b/c?d=e#f", "/", "23:59:59", "+30s", "9999d", "1 TB", "0 B", "offline",
    String(repeating: "a", count: 3_000),
  ].map { JSON(.string($0)) }
  private static let others = [
    JSON(.null), JSON(.bool(true)), JSON(.bool(false)), JSON(.array([])), .object([]),
  ]
}

/// The corpus of structures, and how many documents are made of it.
package enum StructureCorpus {
  /// How many times as many documents as usual: `CACHESIM_FUZZ_ROUNDS`, which `make check` sets.
  package static let rounds: Int =
    ProcessInfo.processInfo.environment["CACHESIM_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 1

  /// The seeds of a fuzzer that usually has so many.
  package static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(count * rounds) }

  /// A file of the corpus, as one value.
  package static func document(_ name: String) throws -> JSON { try JSON.parse(bytes(name)) }

  /// A file of the corpus, as a value of each line.
  package static func lines(_ name: String) throws -> [JSON] {
    try bytes(name).split(separator: UInt8(ascii: "\n")).map { try JSON.parse(Array($0)) }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Fuzzing/Structures/\(name)")))
  }
}
