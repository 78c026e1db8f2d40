internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What holds for every network, whatever its owner does.
struct NetworkLawsTests {
  /// An owner who begins, cancels, changes the link and answers as dice say.
  private struct Storm: ~Copyable {
    var random: SeededGenerator
    var network: Network
    var inFlight: Set<ExchangeID> = []
    var atOrigin: [ExchangeID] = []
    var now = Instant.start
    var begun = 0
    var ended = 0
    var trace: [Rig.Entry] = []

    init(seed: UInt64, version: HTTPVersion, radio: RadioProfile?) {
      random = SeededGenerator(seed: seed, purpose: .workload)
      var settings = NetworkSettings()
      settings.version = version
      settings.jitter = 0.3
      settings.tls = TLSHandshake.allCases[Int(seed % 6)]
      settings.requestTimeout = .seconds(8)
      settings.resends = ResendRule.allCases[Int(seed % 3)]
      network = Network(
        profile: NetworkProfiles.slow4G, settings: settings, seed: seed, radio: radio)
    }

    mutating func run(_ steps: Int) {
      for _ in 0..<steps {
        let next = now + .milliseconds(Int64.random(in: 0..<300, using: &random))
        work(until: next)
        now = next
        act()
      }
      work(until: .distantFuture)
      for id in atOrigin {
        network.cancel(id, at: now)
        inFlight.remove(id)
        ended += 1
      }
      work(until: .distantFuture)
    }

    private mutating func act() {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        let profile = NetworkProfiles.all.randomElement(using: &random)!
        network.change(to: profile, at: now)
        atOrigin.removeAll()
      case 1...2:
        guard let id = inFlight.sorted().randomElement(using: &random) else { return }
        network.cancel(id, at: now)
        atOrigin.removeAll { $0 == id }
        inFlight.remove(id)
        ended += 1
      case 3...6:
        guard let id = atOrigin.popLast() else { return }
        let body = Bytes(Int64.random(in: 0..<200_000, using: &random))
        let think = TimeSpan.milliseconds(Int64.random(in: 0..<10_000, using: &random))
        network.respond(id, bodyBytes: body, thinkTime: think, at: now)
      default:
        let id = ExchangeID.random(in: 0..<64, using: &random)
        guard inFlight.insert(id).inserted else { return }
        begun += 1
        network.begin(
          id, host: UInt16.random(in: 0..<3, using: &random), resource: id,
          requestBytes: Bytes(Int64.random(in: 0..<9_000, using: &random)), at: now)
      }
    }

    private mutating func work(until instant: Instant) {
      while network.nextInstant < instant {
        guard let (at, event) = network.next() else { continue }
        expect(at >= now)
        now = at
        trace.append(Rig.Entry(at: at, event: event))
        switch event {
        case .reached(let id):
          expect(inFlight.contains(id))
          atOrigin.append(id)
        case .completed(let id, let traffic):
          end(id)
          expect(traffic.up >= Bytes(500) && traffic.down >= Bytes(300))
        case .failed(let id, _, let traffic):
          end(id)
          atOrigin.removeAll { $0 == id }
          expect(traffic.up >= .zero && traffic.down >= .zero)
        }
      }
    }

    private mutating func end(_ id: ExchangeID) {
      expect(inFlight.remove(id) != nil)
      ended += 1
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>, HTTPVersion.allCases)
  func eachExchangeEndsOnceAndTimeNeverGoesBack(seed: UInt64, version: HTTPVersion) {
    let radio = seed % 2 == 0 ? nil : RadioProfiles.lteARO
    var storm = Storm(seed: seed, version: version, radio: radio)
    storm.run(1_500)
    expect(storm.inFlight.isEmpty, "seed \(seed)")
    expect(storm.begun, is: storm.ended, "seed \(seed)")
    expect(storm.begun > 300 && storm.network.nextInstant == .distantFuture)
    var again = Storm(seed: seed, version: version, radio: radio)
    again.run(1_500)
    expect(storm.trace, is: again.trace)
  }
}
