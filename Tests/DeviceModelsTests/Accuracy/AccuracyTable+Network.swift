internal import DeviceModels
internal import SimCore

extension AccuracyTable {
  static let network = transfers + handshakes + fluids + pageLoads + wifi + lanterns + losses

  private static let packets = "a simulation packet by packet"

  private static let transfers = [
    AccuracyCheck("Slow start", "\(packets): 4 links and 6 sizes", .milliseconds) { errors in
      for row in SlowStartCase.all {
        errors.add(row.formula.duration.milliseconds - row.milliseconds)
      }
    },
    AccuracyCheck("Network", "the closed form: a fetch that has the link for itself", .nanoseconds)
    { errors in
      for row in SlowStartCase.all {
        var rig = Rig(row.link)
        _ = rig.fetch(Bytes(1), at: .start)
        guard let fetch = rig.fetch(Bytes(row.bytes), at: .milliseconds(30_000)) else { continue }
        let due = row.link.roundTrip + row.formula.duration
        errors.add(Double((fetch - due).nanoseconds))
      }
    },
    AccuracyCheck("Network", "\(packets): one connection alone", .packets) { errors in
      for seed in 0..<100 as Range<UInt64> {
        for lag in PacketTwin.random(seed: seed, connections: 1...1).lagOfTheFluid() {
          errors.add(lag)
        }
      }
    },
    AccuracyCheck("Network", "\(packets): 2 to 4 connections together", .packets) { errors in
      for seed in 0..<600 as Range<UInt64> {
        for lag in PacketTwin.random(seed: seed, connections: 2...4).lagOfTheFluid() {
          errors.add(lag)
        }
      }
    },
    AccuracyCheck("Network", "the same in round trips", .roundTrips) { errors in
      for seed in 0..<600 as Range<UInt64> {
        let twin = PacketTwin.random(seed: seed, connections: 2...4)
        for lag in twin.lagOfTheFluid() { errors.add(lag / Double(twin.roundTrip)) }
      }
    },
  ]

  private static let handshakes = [
    AccuracyCheck("Network", "round trips that RFC 9293 and 8446 and 9001 prescribe", .nanoseconds)
    { errors in
      for row in HandshakeCase.all {
        for (time, count) in zip(row.times, [row.first, row.later]) {
          let due = TimeSpan.milliseconds(100) * (count + 1) + .microseconds(1_460)
          errors.add(time.map { Double(($0 - due).nanoseconds) } ?? .infinity)
        }
      }
    },
    AccuracyCheck("Network", "HPBN's ranges for a first request: 0.2 to 3.5 s and 0.1 to 0.6 s") {
      errors in
      for (profile, range) in [
        ("3g-nlc", 0.2...3.5), ("lte-nlc", 0.1...0.6), ("lte-wpt", 0.1...0.6),
      ] {
        guard let link = NetworkProfiles.named(profile) else { continue }
        let fetch = FetchTimeline(
          profile: link, bytes: .zero, radio: RadioProfiles.suggested(for: link.access))
        errors.add(fetch?.total.seconds ?? .infinity, within: range)
      }
    },
  ]

  private static let pageLoads = ["4g-us-2020", "5g-us-2020"].map { network in
    AccuracyCheck("Network", "\(network): phases of page loads from p10 to p95 (fitted)") {
      errors in
      for phase in MeasuredPhase.all where phase.network == network {
        for (share, measured) in zip(MeasuredPhase.shares, phase.quantiles) {
          errors.add(phase.simulated(at: share), for: measured)
        }
      }
    }
  }

  private static let wifi = [false, true].map { isHeldBack in
    AccuracyCheck(
      "Network",
      "Wi-Fi at 4 places: rates of seconds from p10 to p95 ("
        + (isHeldBack ? "recordings held back)" : "fitted)")
    ) { errors in
      for place in WiFiRecordings.all {
        let recordings = isHeldBack ? place.heldBack : place.fitted
        let due = WiFiRateTests.Measure.rates.quantiles(place, recordings)
        for (rate, due) in zip(WiFiRateTests.Measure.rates.simulated(place), due) {
          errors.add(rate, for: due)
        }
      }
    }
  }

  private static let lanterns = [
    AccuracyCheck("Lantern", "times of Lighthouse's program on throttled links", .milliseconds) {
      errors in
      for row in LanternCase.all {
        errors.add(row.lantern(isWarm: false).milliseconds - Double(row.cold))
        errors.add(row.lantern(isWarm: true).milliseconds - Double(row.warm))
      }
    },
    AccuracyCheck("Lantern", "Lighthouse's own unit-test vectors", .milliseconds) { errors in
      for vector in LanternVector.all {
        errors.add(vector.lantern.milliseconds - Double(vector.milliseconds))
      }
    },
  ]

  private static let fluids = [
    ("Network", "Lantern: a fetch by a device that knows nothing of the host", false),
    ("Network", "Lantern: a fetch over an open connection", true),
  ].map { (model: String, reference: String, isWarm: Bool) in
    AccuracyCheck(model, reference) { errors in
      for row in LanternCase.all {
        guard let fluid = row.fluid(isWarm: isWarm) else { continue }
        errors.add(fluid.milliseconds, for: Double(isWarm ? row.warm : row.cold))
      }
    }
  }

  /// One connection on "Very Bad Network": a tenth lost, a round trip of a second.
  private static let losses = [
    (LossModel.mathis, 45.0, "Mathis"), (.padhye, 28, "Padhye"),
  ].map { (model: LossModel, kilobits: Double, name: String) in
    AccuracyCheck(
      "Loss", "\(name)'s formula worked out elsewhere: a tenth lost and 1 s of round trip",
      .kilobits
    ) { errors in
      let limit = model.limit(loss: 0.1, roundTrip: .seconds(1), segment: Bytes(1_460))
      errors.add(limit / 1_000 - kilobits)
    }
  }
}
