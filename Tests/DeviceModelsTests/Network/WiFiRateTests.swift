internal import SimCore
internal import Testing

@testable internal import DeviceModels

/// Rates of Wi-Fi against the recordings that they were fitted to, and those that were held back.
struct WiFiRateTests {
  /// What of a place is compared: rates of seconds, and how long transfers take.
  enum Measure: CaseIterable {
    case rates, smallTransfers, largeTransfers

    private var megabytes: Double { self == .largeTransfers ? 1 : 0.1 }

    func simulated(_ place: WiFiRecordings) -> [Double] {
      self == .rates
        ? place.simulatedSeconds : place.simulatedTimes(megabytes, devices: 3_000)
    }

    func recorded(_ place: WiFiRecordings, _ recordings: [[Double]]) -> [Double] {
      self == .rates ? recordings.flatMap(\.self) : place.times(megabytes, over: recordings)
    }
  }

  @Test(arguments: WiFiRecordings.all)
  func theTableIsThatOfTheFittedRecordings(place: WiFiRecordings) throws {
    let table = try #require(place.rates).factors
    let rates = place.fitted.flatMap(\.self).sorted()
    #expect(rates.count == 1_990)
    for (share, value) in zip(table.shares, table.values) {
      let found = rates[Int((share * Double(rates.count - 1)).rounded())]
      #expect(abs(found - value) < 0.02, "\(share): \(found), the table says \(value)")
    }
    #expect(abs(rates[0] - table.least) < 0.002)
    #expect(abs((rates.last ?? 0) - table.greatest) < 0.002)
  }

  @Test(arguments: WiFiRecordings.all, Measure.allCases)
  func quantilesAreThoseOfTheFittedRecordings(place: WiFiRecordings, measure: Measure) {
    let simulated = measure.simulated(place)
    #expect(simulated.count >= 3_000, "every transfer ends")
    let quantiles = zip(
      WiFiRecordings.quantiles(simulated),
      WiFiRecordings.quantiles(measure.recorded(place, place.fitted)))
    for (share, (model, recorded)) in zip(WiFiRecordings.shares, quantiles) {
      #expect(abs(model / recorded - 1) < 0.1, "\(share): \(model), recorded \(recorded)")
    }
  }

  /// The recordings that were held back are as far from the model as halves of all are from each
  /// other: not farther, at each quantile, than 95 % of random halves and the tenth of the fit.
  @Test(arguments: WiFiRecordings.all, Measure.allCases)
  func recordingsHeldBackDifferAsHalvesOfAllDo(place: WiFiRecordings, measure: Measure) {
    let model = WiFiRecordings.quantiles(measure.simulated(place))
    let held = WiFiRecordings.quantiles(measure.recorded(place, place.heldBack))
    let single = place.recordings.map { measure.recorded(place, [$0]) }
    var random = SeededGenerator(seed: 6, purpose: .network)
    let halves = (0..<60).map { _ in
      var order = Array(single.indices)
      for last in order.indices.reversed() { order.swapAt(last, random.index(below: last + 1)) }
      let (one, other) = (order[..<10], order[10...])
      return zip(
        WiFiRecordings.quantiles(one.flatMap { single[$0] }),
        WiFiRecordings.quantiles(other.flatMap { single[$0] })
      ).map { max($0 / $1, $1 / $0) }
    }
    for (index, share) in WiFiRecordings.shares.enumerated() {
      let spread = halves.map { $0[index] }.sorted()[57]
      let ratio = model[index] / held[index]
      print("HELD", place.place, measure, share, ratio, spread)
      #expect(
        max(ratio, 1 / ratio) < spread * 1.1, "\(share): \(ratio) of it, halves \(spread)")
    }
  }

  /// A recording that was held back is replayed as its integral says.
  @Test(arguments: WiFiRecordings.all) func recordingsHeldBackReplay(place: WiFiRecordings) {
    for recording in place.heldBack.prefix(3) {
      let integral = WiFiRecordings.quantiles(place.times(1, over: [recording]))
      let replayed = WiFiRecordings.quantiles(
        place.simulatedTimes(1, devices: 1_000, replaying: recording))
      // A thousand random starts against 146 even ones.
      #expect(abs(replayed[2] / integral[2] - 1) < 0.05)
      #expect(abs(replayed[0] / integral[0] - 1) < 0.1)
    }
  }

  /// Both directions of the air have one draw, those of a line one each.
  @Test(arguments: [(NetworkAccess.wifi, true), (.wired, false), (.cellular4G, false)])
  func bothDirectionsOfTheAirAreAlike(access: NetworkAccess, areAlike: Bool) throws {
    var link = NetworkDescription()
    link.access = access
    link.down = BitRate(bitsPerSecond: 8_000_000)
    link.up = link.down
    let profile = NetworkProfile("both", link, source: "test")
    func time(up: Bytes, down: Bytes, device: UInt32) -> TimeSpan? {
      var settings = NetworkSettings.bare
      settings.nameRoundTrips = 0
      var network = Network(
        profile: profile, settings: settings, seed: 1, device: device, variance: .measured)
      network.begin(0, host: 0, resource: 0, requestBytes: up, at: .start)
      while network.nextInstant != .distantFuture {
        guard let (at, event) = network.next() else { continue }
        if case .reached = event { network.respond(0, bodyBytes: down, at: at) }
        if case .completed = event { return at.sinceStart }
      }
      return nil
    }
    let body = Bytes(1_460 * 1_000)
    for device in 0..<20 as Range<UInt32> {
      let up = try #require(time(up: body, down: .zero, device: device))
      let down = try #require(time(up: .zero, down: body, device: device))
      #expect((up == down) == areAlike, "\(up), \(down)")
    }
  }

  /// Nothing varies of a rate without a limit: it is never zero either.
  @Test func anUnlimitedLinkDoesNotVary() throws {
    let profile = try #require(NetworkProfiles.named("high-latency-dns"))
    #expect(profile.variance?.rates == RateVariance.named("wifi-campus"))
    for device in 0..<200 as Range<UInt32> {
      var network = Network(profile: profile, seed: 1, device: device, variance: .measured)
      #expect(network.nextInstant == .distantFuture)
      network.begin(0, host: 0, resource: 0, at: .start)
      var taken: TimeSpan?
      while network.nextInstant != .distantFuture {
        guard let (at, event) = network.next() else { continue }
        if case .reached = event { network.respond(0, bodyBytes: .megabytes(50), at: at) }
        if case .completed = event { taken = at.sinceStart }
      }
      #expect(taken == profile.nameLookupDelay)
    }
  }
}
