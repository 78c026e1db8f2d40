internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// Rates of a link that change under its streams. Segments have 1 000 bytes, an acknowledgement is
/// back after 10 000 ns.
struct RateChangeTests {
  /// A link whose rate changes at given times, with its log.
  private struct Line: ~Copyable {
    var link: SharedLink
    var served: [ExchangeID: Int64] = [:]
    private var changes: [(at: Int64, rate: LinkRate)]

    /// - Parameters:
    ///   - changes: rates in bits a nanosecond, the first at 0.
    ///   - windows: of a connection each, in segments.
    init(_ changes: [(at: Int64, rate: Double)], windows: [Int64] = [1 << 40]) {
      self.changes = changes.map {
        ($0.at, LinkRate(bitsPerSecond: $0.rate * 1e9, limit: .infinity))
      }
      link = SharedLink(rate: self.changes.removeFirst().rate, segment: 1_000)
      for (place, window) in windows.enumerated() { link.open(place, window: window) }
    }

    mutating func join(_ id: ExchangeID, over place: Int = 0, bytes: Int64, at now: Int64 = 0) {
      run(until: now)
      link.join(id, over: place, bytes: bytes, roundTrip: 10_000, at: now)
    }

    /// Does what is due before an instant; of one instant streams first, then rates.
    mutating func run(until instant: Int64 = .max) {
      while true {
        let change = changes.first?.at ?? .max
        let now = min(link.nextEvent, change)
        guard now < instant else { return }
        if link.nextEvent == now {
          if let id = link.next() { served[id] = now }
        } else {
          link.change(to: changes.removeFirst().rate, at: now)
        }
      }
    }
  }

  private static func draw(_ random: inout SeededGenerator, _ count: Int64) -> Int64 {
    Int64.random(in: 0..<count, using: &random)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func aTransferTakesTheIntegralOfTheRate(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .network)
    var changes: [(at: Int64, rate: Double)] = [(0, 8)]
    var now: Int64 = 0
    for _ in 0..<200 {
      now += 1 + Self.draw(&random, 5_000)
      changes.append((now, Double(Self.draw(&random, 5)) * 2))
    }
    changes.append((now + 1, 3))
    let start = Self.draw(&random, 20_000)
    let bytes = 1 + Self.draw(&random, 400_000)
    var line = Line(changes)
    line.join(0, bytes: bytes, at: start)
    line.run()

    // The sum of rate by time, in whole bits.
    var left = bytes * 8
    var expected = Double.infinity
    for (index, change) in changes.enumerated() {
      let end = index + 1 < changes.count ? changes[index + 1].at : .max
      let begin = max(change.at, start)
      guard begin < end, change.rate > 0 else { continue }
      let span = Double(left) / change.rate
      if span <= Double(end - begin) {
        expected = Double(begin) + span
        break
      }
      left -= Int64(change.rate) * (end - begin)
    }
    let served = Double(line.served[0] ?? 0)
    expect(abs(served - expected) <= 0.5 + 1e-6, "seed \(seed): \(served), \(expected)")
  }

  /// The results of many transfers over connections with small windows, some cancelled.
  private static func served(
    _ changes: [(at: Int64, rate: Double)], seed: UInt64
  ) -> [ExchangeID: Int64] {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var line = Line(changes, windows: [1, 2, 10, 40])
    var places: [ExchangeID: Int] = [:]
    var now: Int64 = 0
    for id in 0..<300 as Range<ExchangeID> {
      now += draw(&random, 12_000)
      line.run(until: now)
      if draw(&random, 8) == 0, let victim = places.keys.filter({ line.served[$0] == nil }).min() {
        _ = line.link.remove(victim, from: places.removeValue(forKey: victim)!, at: now)
      } else {
        places[id] = Int(draw(&random, 4))
        line.join(id, over: places[id]!, bytes: 1 + draw(&random, 20_000), at: now)
      }
    }
    line.run()
    return line.served
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aChangeToTheSameRateChangesNothing(seed: UInt64) {
    let pieces = (0..<2_000 as Range<Int64>).map { (at: $0 * 997, rate: 8.0) }
    expect(Self.served([(0, 8)], seed: seed), is: Self.served(pieces, seed: seed))
  }

  /// Rates that differ in their last bit make the link count what was served in pieces.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aConstantRateInPiecesMovesNothingByMoreThanANanosecond(seed: UInt64) {
    let pieces = (0..<2_000 as Range<Int64>).map {
      (at: $0 * 997, rate: $0 % 2 == 0 ? 8.0 : 8.0.nextUp)
    }
    let whole = Self.served([(0, 8)], seed: seed)
    let pieced = Self.served(pieces, seed: seed)
    expect(whole.count, is: pieced.count)
    for (id, instant) in whole {
      expect(abs(instant - (pieced[id] ?? 0)) <= 1, "seed \(seed), stream \(id)")
    }
  }

  @Test func underARateOfZeroNothingIsDue() {
    var line = Line([(0, 8)])
    line.join(0, bytes: 2_000)
    line.link.change(to: LinkRate(bitsPerSecond: 0, limit: .infinity), at: 500)
    expect(line.link.nextEvent == .max && line.link.isStopped && line.link.isBusy)
    line.join(1, bytes: 1_000, at: 700)
    expect(line.link.nextEvent, is: .max)
    expect(line.link.remove(1, from: 0, at: 800), is: 1_000)
    line.link.change(to: LinkRate(bitsPerSecond: 8e9, limit: .infinity), at: 10_000)
    line.run()
    expect(line.served, is: [0: 11_500])
  }

  @Test func aRoundGoesOnAtTheNewRate() {
    var line = Line([(0, 8), (500, 4)], windows: [2])
    line.join(0, bytes: 6_000)
    line.run()
    // The first segment until 1 500, its acknowledgement at 11 500, then 4 at 2 ns a byte.
    expect(line.served, is: [0: 19_500])
    expect(line.link.window(of: 0), is: 4)
  }

  @Test func acknowledgementsComeBackDuringAnOutage() {
    var line = Line([(0, 8), (1_000, 0), (30_000, 8)], windows: [2])
    line.join(0, bytes: 6_000)
    line.run()
    // One segment until 1 000, the other until 31 000, when the acknowledgement has been there for
    // long: the next 2 follow at once, and the last 2 after their acknowledgement at 42 000.
    expect(line.served, is: [0: 44_000])
  }

  @Test func aLinkWithoutALimitTakesNoTimeForWhatIsLeft() {
    var line = Line([(0, 8), (500, .infinity)])
    line.join(0, bytes: 20_000)
    line.run()
    expect(line.served, is: [0: 500])
  }
}
