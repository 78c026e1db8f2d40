internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Links that vary as they were measured.
struct LinkVarianceTests {
  @Test func withoutVarianceALinkIsItsMeans() {
    for profile in NetworkProfiles.all where !profile.isOffline && profile.loss < 1 {
      let phases = PageLoadPhases(of: profile, .none, loads: 3)
      expect(Set(phases.connect).count, is: 1)
      expect(phases.connect[0], is: profile.roundTrip.milliseconds)
      expect(phases.tls, is: phases.connect)
      expect(abs(phases.wait[0] - phases.connect[0] - 30) < 1e-9)
    }
  }

  @Test(arguments: NetworkProfiles.all.filter { $0.variance != nil && $0.loss < 1 })
  func aProfileKeepsItsMean(profile: NetworkProfile) {
    let phases = PageLoadPhases(of: profile, .measured, loads: 4_000)
    let mean = phases.connect.reduce(0, +) / Double(phases.connect.count)
    expect(abs(mean / max(profile.roundTrip.milliseconds, 1e-9) - 1) < 0.04 || mean == 0)
    expect(Set(phases.connect).count > 3_000 || profile.roundTrip == .zero)
    let least = profile.leastRoundTrip(.measured) * 1_000
    expect(phases.connect.allSatisfy { $0 >= least - 1e-6 })
  }

  /// The inputs of the model come out of it again: within 15 % from p10 to p95.
  @Test(arguments: MeasuredPhase.all)
  func phasesAreThoseOfMeasuredPageLoads(phase: MeasuredPhase) {
    for (share, measured) in zip(MeasuredPhase.shares, phase.quantiles) {
      let simulated = phase.simulated(at: share)
      expect(
        abs(simulated / measured - 1) < 0.15,
        "\(phase) at \(share): \(simulated) ms, measured \(measured) ms")
    }
  }

  @Test func conditionsDoNotDependOnWhatElseIsAsked() throws {
    let profile = try #require(NetworkProfiles.named("4g-us-2020"))
    func time(of resource: UInt32, after others: [UInt32]) -> TimeSpan? {
      var network = Network(profile: profile, seed: 5, device: 2, variance: .measured)
      var taken: TimeSpan?
      for (id, each) in (others + [resource]).enumerated() {
        network.begin(UInt32(id), host: UInt16(id), resource: each, at: .start)
      }
      while network.nextInstant != .distantFuture {
        guard let (at, event) = network.next() else { continue }
        if case .reached(let id) = event { network.respond(id, bodyBytes: .zero, at: at) }
        if case .completed(let id, _) = event, id == UInt32(others.count) { taken = at.sinceStart }
      }
      return taken
    }
    let alone = try #require(time(of: 7, after: []))
    let together = try #require(time(of: 7, after: [1, 2, 3]))
    // The headers of four requests share the link; nothing else differs.
    expect(abs((together - alone).milliseconds) < 10)
  }

  @Test func aLostRequestIsSentAgainAfterATimeout() {
    let phases = PageLoadPhases(of: NetworkProfiles.slow4G, .measured, loads: 5_000)
    let late = phases.wait.count { $0 > 1_000 }
    // 1.19 % of requests are lost once or more: 59.5, give or take four deviations of 7.7.
    expect((29...90).contains(late), "\(late)")
  }
}

/// The phases of first requests, each by a device of its own, in milliseconds.
struct PageLoadPhases {
  private(set) var lookup: [Double] = []
  private(set) var connect: [Double] = []
  private(set) var tls: [Double] = []
  /// From the request sent to the first byte.
  private(set) var wait: [Double] = []

  init(of profile: NetworkProfile, _ variance: Variance, loads: Int) {
    for device in 0..<UInt32(loads) {
      var network = Network(profile: profile, seed: 11, device: device, variance: variance)
      network.recordTimings()
      network.begin(0, host: 0, resource: 1, at: .start)
      while network.nextInstant != .distantFuture {
        guard let (at, event) = network.next(), case .reached = event else { continue }
        network.respond(
          0, bodyBytes: .zero, thinkTime: .milliseconds(30), sigma: 0.95, at: at)
      }
      var spans: [FetchPhase.Kind: Double] = [:]
      for phase in network.phases(of: 0).phases {
        spans[phase.kind, default: 0] += phase.duration.milliseconds
      }
      lookup.append(spans[.nameLookup] ?? 0)
      connect.append(spans[.connection] ?? 0)
      tls.append(spans[.tls] ?? 0)
      wait.append((spans[.wayThere] ?? 0) + (spans[.server] ?? 0) + (spans[.wayBack] ?? 0))
    }
  }
}

/// A phase of 88 page loads in the USA, December 2020 (SIGCOMM21-5G/artifact@35aaf28): quantiles of
/// single measurements in milliseconds.
struct MeasuredPhase: Sendable, CustomTestStringConvertible {
  static let shares = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95]

  var network: String
  var name: String
  var quantiles: [Double]
  var phase: @Sendable (PageLoadPhases) -> [Double]

  var testDescription: String { "\(network), \(name)" }

  func simulated(at share: Double) -> Double {
    guard let loads = Self.loads[network] else { return .nan }
    let sorted = phase(loads).sorted()
    return sorted[Int(share * Double(sorted.count))]
  }

  private static let loads = Dictionary(
    uniqueKeysWithValues: ["4g-us-2020", "5g-us-2020"].compactMap { name in
      NetworkProfiles.named(name).map { (name, PageLoadPhases(of: $0, .measured, loads: 4_000)) }
    })

  static let all = [
    MeasuredPhase(network: "4g-us-2020", name: "connect", quantiles: [48, 58, 70, 85, 103, 124]) {
      $0.connect
    },
    MeasuredPhase(network: "4g-us-2020", name: "TLS", quantiles: [78, 89, 105, 132, 183, 201]) {
      $0.tls
    },
    MeasuredPhase(network: "4g-us-2020", name: "wait", quantiles: [59, 71, 88, 109, 157, 200]) {
      $0.wait
    },
    MeasuredPhase(network: "5g-us-2020", name: "connect", quantiles: [20, 26, 42, 58, 74, 88]) {
      $0.connect
    },
    MeasuredPhase(network: "5g-us-2020", name: "TLS", quantiles: [41, 53, 74, 96, 124, 151]) {
      $0.tls
    },
    MeasuredPhase(network: "5g-us-2020", name: "wait", quantiles: [26, 42, 63, 88, 131, 165]) {
      $0.wait
    },
  ]
}
