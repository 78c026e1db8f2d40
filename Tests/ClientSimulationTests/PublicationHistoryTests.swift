internal import CacheWorkloads
internal import SimCore
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
      #expect(seen.count { $0.version != nil } == 1, "of \(count) versions")
      #expect(simulation.origin.version(of: Self.page)?.parts == parts)
    }
  }

  @Test func aVersionThatACopyIsOfIsKnownAsLongAsTheCopy() {
    var history = PublicationHistory()
    history.note(Self.page, content(1, at: 0), parts: [1, 2])
    let copy = ResourceCopy(of: content(1, at: 0), history.present(Self.page), at: .start)
    #expect(history.outdated(Self.page, copy.published) == nil)
    for number in 2...1_000 as ClosedRange<UInt32> {
      history.note(Self.page, content(number, at: Int64(number)), parts: [3])
    }
    #expect(copy.parts == [1, 2])
    #expect(history.outdated(Self.page, copy.published) == .start + .seconds(2))
  }

  /// Generators may number versions in another order than that of their instants.
  @Test func aVersionPublishedAfterAHigherOneIsOutdatedFromThatOneOn() {
    var history = PublicationHistory()
    for (number, seconds) in [(1, 0), (4, 10), (3, 20), (2, 30)] as [(UInt32, Int64)] {
      history.note(Self.page, content(number, at: seconds), parts: [number])
      let outdatedAt: Instant? = number == 1 || number == 4 ? nil : .start + .seconds(10)
      let present = history.present(Self.page)
      #expect(present?.parts == [number])
      #expect(history.outdated(Self.page, present) == outdatedAt, "version \(number)")
    }
    history.note(Self.page, content(5, at: 40), parts: [5])
    #expect(history.outdated(Self.page, history.present(Self.page)) == nil)
  }
}
