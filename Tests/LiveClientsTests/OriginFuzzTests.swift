internal import SimCore
internal import StructureFixtures
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// Whatever is asked of the origin, it answers, and what it answers can be sent.
@Suite struct OriginFuzzTests {
  private static func request(_ json: JSON, id: Int) -> HeldRequest {
    let headers = (json["headers"]?.elements ?? []).map { line in
      let words = line.elements ?? []
      return (
        name: words.first?.string ?? "x", value: words.last.map { $0.string ?? $0.compact } ?? ""
      )
    }
    return HeldRequest(
      id: id, method: json["method"]?.string ?? "GET", path: json["path"]?.string ?? "/",
      headers: headers)
  }

  private static func answers(_ requests: [JSON]) throws -> [OriginAnswer] {
    var origin = try ServedOriginTests.origin(
      of: ServedOriginTests.scenario(ServedOriginTests.morning))
    var answers: [OriginAnswer] = []
    for (place, json) in requests.enumerated() {
      let at = Instant.start + .hours(8) + .minutes(Int64(place))
      try origin.take(request(json, id: place + 1), at: at)
      let settled = origin.takeSettled()
      expect(settled.count, is: 1, "\(json.compact)")
      answers += settled.compactMap(\.answer)
    }
    return answers
  }

  @Test(arguments: StructureCorpus.seeds(60))
  func whateverIsAskedIsAnswered(seed: UInt64) throws {
    let corpus = try StructureCorpus.lines("requests.jsonl")
    var mutator = StructureMutator(seed: seed, corpus: corpus)
    let requests = mutator.mutated(lines: corpus, changes: 12)
    let answers = try Self.answers(requests)
    expect(answers.count, is: requests.count, "seed \(seed)")
    for answer in answers {
      expect((200...599).contains(answer.status), "seed \(seed)")
      if answer.status == 304 || answer.status == 204 { expect(answer.body.isEmpty) }
      for line in answer.headers {
        expect(!line.name.isEmpty && line.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        expect(line.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "seed \(seed)")
      }
    }
    let again = try Self.answers(requests)
    expect(answers.map(\.status), is: again.map(\.status))
    expect(answers.map(\.body), is: again.map(\.body))
  }
}
