internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// Rates of Wi-Fi against the recordings that they were fitted to, and those that were held back.
struct WiFiRateTests {
  /// What of a place is compared: rates of seconds, and how long transfers take.
  enum Measure: CaseIterable {
    case rates, smallTransfers, largeTransfers

    func values(_ place: WiFiRecordings, _ series: [StepSeries<Double>]) -> [Double] {
      switch self {
      case .rates: place.seconds(of: series)
      case .smallTransfers: place.times(0.1, over: series)
      case .largeTransfers: place.times(1, over: series)
      }
    }

    func quantiles(_ place: WiFiRecordings, _ recordings: [[Double]]) -> [Double] {
      WiFiRecordings.quantiles(values(place, place.series(recordings)))
    }

    func simulated(_ place: WiFiRecordings) -> [Double] {
      WiFiRecordings.quantiles(values(place, place.simulated))
    }
  }

  @Test(arguments: WiFiRecordings.all)
  func theTableIsThatOfTheFittedRecordings(place: WiFiRecordings) throws {
    let table = try #require(place.rates).factors
    let rates = place.fitted.flatMap(\.self).sorted()
    expect(rates.count, is: 1_990)
    for (share, value) in zip(table.shares, table.values) {
      let found = rates[Int((share * Double(rates.count - 1)).rounded())]
      expect(abs(found - value) < 0.02, "\(share): \(found), the table says \(value)")
    }
    expect(abs(rates[0] - table.least) < 0.002)
    expect(abs((rates.last ?? 0) - table.greatest) < 0.002)
  }

  /// The recordings that were held back are as far from the model as halves of all are from each
  /// other: at each quantile not farther than 95 % of random halves, and the tenth of the fit.
  @Test(arguments: WiFiRecordings.all, Cases.some(Measure.allCases, oneIn: 3))
  func quantilesAreThoseOfRecordings(place: WiFiRecordings, measure: Measure) {
    let model = measure.simulated(place)
    let single = place.recordings.map { measure.values(place, place.series([$0])) }
    func quantiles(_ indices: some Sequence<Int>) -> [Double] {
      WiFiRecordings.quantiles(indices.flatMap { single[$0] })
    }
    let (fitted, held) = (
      quantiles(stride(from: 0, to: 20, by: 2)), quantiles(stride(from: 1, to: 20, by: 2))
    )
    var random = SeededGenerator(seed: 6, purpose: .network)
    let halves = (0..<60).map { _ in
      var order = Array(single.indices)
      for last in order.indices.reversed() { order.swapAt(last, random.index(below: last + 1)) }
      return zip(quantiles(order[..<10]), quantiles(order[10...])).map { max($0 / $1, $1 / $0) }
    }
    for (index, share) in WiFiRecordings.shares.enumerated() {
      let spread = halves.map { $0[index] }.sorted()[57]
      let (toFitted, toHeld) = (model[index] / fitted[index], model[index] / held[index])
      expect(abs(toFitted - 1) < 0.1, "\(share): \(toFitted) of the fitted")
      expect(
        max(toHeld, 1 / toHeld) < spread * 1.1,
        "\(share): \(toHeld) of those held back, halves \(spread)")
    }
  }

  /// Transfers take the integral of the rates, through seconds without a byte too, and all end.
  @Test(arguments: WiFiRecordings.all) func transfersTakeTheirIntegral(place: WiFiRecordings) {
    // 685 full segments.
    let body = Bytes(1_460 * 685)
    func check(_ time: Double?, _ rates: StepSeries<Double>, from start: Int64) {
      let end = rates.completion(of: Double(body.count) * 8, from: start) ?? .max
      expect(abs((time ?? 0) - Double(end - start) / 1e9) < 1e-6)
    }
    for device in 0..<300 as Range<UInt32> {
      let start = Int64(device) * 1_000_000_000
      let time = place.time(of: body, device: device, at: Instant(nanoseconds: start))
      check(time, place.simulated(device: device, seconds: 400), from: start)
    }
    for rates in place.series(place.heldBack) {
      for second in stride(from: 0, to: 199, by: 7) as StrideTo<Int64> {
        let link = RecordedLink(down: rates, start: .at(.seconds(second)))
        check(place.time(of: body, at: .start, over: link), rates, from: second * 1_000_000_000)
      }
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
      expect((up == down), is: areAlike, "\(up), \(down)")
    }
  }

  /// Nothing varies of a rate without a limit: it is never zero either.
  @Test func anUnlimitedLinkDoesNotVary() throws {
    let profile = try #require(NetworkProfiles.named("high-latency-dns"))
    expect(profile.variance?.rates, is: RateVariance.named("wifi-campus"))
    for device in 0..<200 as Range<UInt32> {
      var network = Network(profile: profile, seed: 1, device: device, variance: .measured)
      expect(network.nextInstant, is: .distantFuture)
      network.begin(0, host: 0, resource: 0, at: .start)
      var taken: TimeSpan?
      while network.nextInstant != .distantFuture {
        guard let (at, event) = network.next() else { continue }
        if case .reached = event { network.respond(0, bodyBytes: .megabytes(50), at: at) }
        if case .completed = event { taken = at.sinceStart }
      }
      expect(taken, is: profile.nameLookupDelay)
    }
  }
}
