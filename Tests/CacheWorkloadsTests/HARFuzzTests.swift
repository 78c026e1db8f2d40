internal import SimCore
internal import StructureFixtures
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Whatever the structure of a capture, reading it ends well: with an error that names the place,
/// or with events in order.
@Suite struct HARFuzzTests {
  private static func check(_ json: JSON, seed: UInt64) throws {
    try TraceFiles.with(Array(json.compact.utf8), ending: "har") { path in
      let events = try Self.events(of: path)
      try expect(Self.events(of: path), is: events, "seed \(seed)")
      do throws(InputError) {
        let profile = try AppProfile(path: path)
        expect(profile.screens.allSatisfy { $0.bytes > .zero && $0.pages > 0 }, "seed \(seed)")
      } catch {
        expect(!error.message.isEmpty)
      }
      do throws(InputError) {
        var reader = try RequestReader(path: path)
        var block = RequestBlock()
        while try reader.fill(&block) {
          expect(block.sizes.allSatisfy { $0 > 0 } && block.times.allSatisfy { $0 >= 0 })
        }
      } catch {
        expect(!error.message.isEmpty)
      }
    }
  }

  /// What happens by a capture, as text; nil: it is none.
  private static func events(of path: String) throws -> [String]? {
    do throws(InputError) {
      var source = try TraceSource(path: path)
      var block = EventBlock()
      var texts: [String] = []
      var last: [UInt32: Instant] = [:]
      while try source.fill(&block) {
        for event in block.events {
          expect(last[event.device].map { $0 <= event.at } ?? true)
          last[event.device] = event.at
          texts.append("\(event)")
        }
        block.removeAll()
      }
      return texts
    } catch {
      expect(!error.message.isEmpty)
      return nil
    }
  }

  @Test(arguments: StructureCorpus.seeds(60))
  func aMutatedCaptureIsReadOrRefused(seed: UInt64) throws {
    let capture = try StructureCorpus.document("capture.har")
    var mutator = StructureMutator(seed: seed, corpus: [capture])
    for _ in 0..<5 { try Self.check(mutator.mutated(capture, changes: 6), seed: seed) }
  }

  /// Valid captures of few addresses that are asked for in every order, by every method, with every
  /// answer, on pages that may be missing.
  @Test(arguments: StructureCorpus.seeds(60))
  func aValidCaptureIsReadInWhateverOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, purpose: .workload, entity: 19)
    func any<Value>(_ values: [Value]) -> Value { values[random.index(below: values.count)] }
    let entries = (0..<1 + random.index(below: 12)).map { place -> JSON in
      let second = 10 + place * 3 + random.index(below: 3)
      let status = any([200, 200, 200, 204, 301, 304, 404, 500])
      let kind = any(["text/html", "application/json", "image/png", ""])
      var members: [(String, JSON)] = [
        ("startedDateTime", JSON(.string("2026-03-02T08:00:\(second).000Z"))),
        ("time", JSON(.integer(Int64(random.index(below: 3_000))))),
        (
          "request",
          .object([
            ("method", JSON(.string(any(["GET", "GET", "POST", "HEAD", "DELETE"])))),
            ("url", JSON(.string("http://h/" + any(["", "a", "b", "c", "a?x", "d.png"])))),
            ("headers", JSON(.array([]))),
          ])
        ),
        (
          "response",
          .object([
            ("status", JSON(.integer(Int64(status)))),
            ("headers", JSON(.array([]))),
            (
              "content",
              .object([
                ("size", JSON(.integer(Int64(random.index(below: 9_000))))),
                ("mimeType", JSON(.string(kind))),
              ])
            ),
          ])
        ),
      ]
      if random.chance(0.5) { members.append(("pageref", JSON(.string(any(["p1", "p2", "p3"]))))) }
      return .object(members)
    }
    let pages = ["p1", "p2"].prefix(random.index(below: 3)).map { id in
      JSON.object([("id", JSON(.string(id))), ("startedDateTime", "2026-03-02T08:00:09.000Z")])
    }
    let log = JSON.object([
      ("pages", JSON(.array(Array(pages)))), ("entries", JSON(.array(entries))),
    ])
    try Self.check(.object([("log", log)]), seed: seed)
  }
}
