internal import CacheWorkloads
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// What a device's simulation keeps of versions of which no copy is left.
@Suite struct PublicationHistoryTests {
  private static let page: ResourceIndex = 0

  /// Does not keep what it points to.
  private struct Observed {
    weak var version: PublishedVersion?
  }

  private func content(_ version: UInt32, at seconds: Int64) -> Content {
    Content(
      version: version, kind: .model, size: Bytes(1_000), publishedAt: .start + .seconds(seconds),
      parts: PartsRange(start: 0, count: 20))
  }

  @Test func oldVersionsAreForgottenHoweverLongARunIs() {
    let parts = [ResourceIndex](1...20)
    for count in [10, 2_000] {
      var simulation = DeviceSimulation(plan: .ideal(headers: [CacheHeaders()]), device: 0)
      var seen: [Observed] = []
      for number in 1...count {
        let version = content(UInt32(number), at: Int64(number))
        simulation.apply(.publish(Self.page, version), parts: parts)
        seen.append(Observed(version: simulation.origin.version(of: Self.page)))
      }
      expect(seen.count { $0.version != nil }, is: 1, "of \(count) versions")
      expect(simulation.origin.version(of: Self.page)?.parts, is: parts)
    }
  }

  @Test func aVersionThatACopyIsOfIsKnownAsLongAsTheCopy() {
    var history = PublicationHistory()
    history.note(Self.page, content(1, at: 0), parts: [1, 2])
    let copy = ResourceCopy(of: content(1, at: 0), history.present(Self.page), at: .start)
    expect(history.outdated(Self.page, copy.published) == nil)
    for number in 2...1_000 as ClosedRange<UInt32> {
      history.note(Self.page, content(number, at: Int64(number)), parts: [3])
    }
    expect(copy.parts, is: [1, 2])
    expect(history.outdated(Self.page, copy.published), is: .start + .seconds(2))
  }

  /// Generators may number versions in another order than that of their instants.
  @Test func aVersionPublishedAfterAHigherOneIsOutdatedFromThatOneOn() {
    var history = PublicationHistory()
    for (number, seconds) in [(1, 0), (4, 10), (3, 20), (2, 30)] as [(UInt32, Int64)] {
      history.note(Self.page, content(number, at: seconds), parts: [number])
      let outdatedAt: Instant? = number == 1 || number == 4 ? nil : .start + .seconds(10)
      let present = history.present(Self.page)
      expect(present?.parts, is: [number])
      expect(history.outdated(Self.page, present), is: outdatedAt, "version \(number)")
    }
    history.note(Self.page, content(5, at: 40), parts: [5])
    expect(history.outdated(Self.page, history.present(Self.page)) == nil)
  }

  /// Most versions of a list are superseded before anybody asks for them, and are then no objects:
  /// what is told of the others is the same as where each is asked for at once.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func whatIsSeldomAskedForIsToldAlike(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var (seldom, always) = (PublicationHistory(), PublicationHistory())
    var copies: [(seldom: PublishedVersion, always: PublishedVersion)] = []
    let tables = (0..<3).map { table in (0..<40).map { ResourceIndex(100 * table + $0) } }
    var number: UInt32 = 1
    for second in 0..<120 as Range<Int64> {
      let resource = ResourceIndex(random.chance(0.3) ? 1 : 0)
      // Mostly the next number, else one that was passed over, one ahead, or the same again.
      number =
        random.chance(0.7) ? number + 1 : UInt32(max(1, Int(number) - 3 + Int(7 * random.unit())))
      var version = content(number, at: second)
      version.parts = PartsRange(
        start: UInt32(20 * random.unit()), count: UInt32(6 * random.unit()))
      let table = tables[Int(second) / 40]
      seldom.note(resource, version, in: table)
      always.note(resource, version, in: table)
      guard let each = always.present(resource) else {
        Issue.record("there is no version \(number)")
        continue
      }
      if random.chance(0.05) { seldom.settle() }
      expect(seldom.parts(of: resource), is: each.parts)
      guard random.chance(0.2) else { continue }
      guard let asked = seldom.present(resource) else {
        Issue.record("there is no version \(number) when it is asked for")
        continue
      }
      let again = seldom.present(resource)
      expect(asked.parts == each.parts && asked === again)
      copies.append((asked, each))
      for (own, other) in copies {
        expect(own.parts, is: other.parts)
        expect(own.supersededAt, is: other.supersededAt, "second \(second)")
      }
    }
  }
}

extension PublicationHistory {
  /// Notes a version whose parts are a table of their own.
  mutating func note(_ resource: ResourceIndex, _ content: Content, parts: [ResourceIndex]) {
    var content = content
    content.parts = PartsRange(start: 0, count: UInt32(parts.count))
    note(resource, content, in: parts)
  }
}
