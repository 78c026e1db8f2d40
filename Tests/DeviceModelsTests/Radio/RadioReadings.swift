internal import DeviceModels
internal import SimCore

/// Power over the rate of a whole phone with its screen on, by a Monsoon monitor: the line of least
/// squares through its readings (SIGCOMM21-5G/artifact@35aaf28).
struct MeteredRadio: Sendable {
  /// The profile that has the line's figures.
  var radio: String
  /// The line at a rate of nothing, in watts.
  var intercept: Double
  /// Watts for each Mbit/s.
  var down: Double
  var up: Double

  /// What the phone takes without traffic: "about" so much, and the least certain figure here.
  static let base = 2.3
  /// Mbit/s.
  static let rates = [1.0, 10, 50]

  static let lte = MeteredRadio(
    radio: "lte-2020-verizon", intercept: 2.84, down: 0.0115, up: 0.0767)
  static let all = [
    lte,
    MeteredRadio(radio: "5g-nsa", intercept: 3.06, down: 0.0115, up: 0.0322),
    MeteredRadio(radio: "5g-mmwave", intercept: 5.24, down: 0.001_73, up: 0.008_88),
  ]

  /// What the radio takes while it receives or sends at a rate in Mbit/s.
  func watts(at rate: Double, isUp: Bool) -> Double {
    intercept - Self.base + rate * (isUp ? up : down)
  }
}

/// After how much silence a radio sleeps, by RRC-Probe (the same artifact), in seconds.
struct ProbedRadio: Sendable {
  var radio: String
  var sleeps: ClosedRange<Double>

  static let lte = [
    ProbedRadio(radio: "lte-2020-tmobile", sleeps: 5...5),
    ProbedRadio(radio: "lte-2020-verizon", sleeps: 10...10.5),
  ]
  static let all =
    lte + [
      ProbedRadio(radio: "5g-nsa", sleeps: 10...11),
      ProbedRadio(radio: "5g-sa", sleeps: 10.4...10.4),
      ProbedRadio(radio: "5g-mmwave", sleeps: 11...11),
    ]
  /// Of standalone 5G: when its inactive state ends, and how long that takes to wake.
  static let inactive = (until: 14.0, wakes: 0.312...0.427)
  /// How much later Verizon's LTE answers after 0.3 s of silence than before: 193 to 270 ms instead
  /// of 66 ms. The probe's server begins, so that paging is part of it.
  static let pause = 0.127...0.204
}

extension RadioProfile {
  /// The power while it receives or sends at a rate in Mbit/s, in watts.
  func watts(at rate: Double, isUp: Bool) -> Double {
    var radio = Radio(self)
    let ready = radio.wake(at: .start)
    let end = ready + .seconds(10)
    radio.carry(from: ready, to: end)
    let bytes = Bytes(Int64(rate * 10 * 1_000_000 / 8))
    radio.count(up: isUp ? bytes : .zero, down: isUp ? .zero : bytes)
    return radio.energy(until: end).active / 10
  }

  /// How long a packet waits that comes so many seconds after the last one, in seconds.
  func wait(after gap: Double) -> Double {
    var radio = Radio(self)
    radio.carry(from: .start, to: .start + .seconds(1))
    let instant = Instant.start + .seconds(1) + TimeSpan(nanoseconds: Int64(gap * 1e9))
    return (radio.wake(at: instant) - instant).seconds
  }

  /// After how much silence a packet has to wait, in seconds.
  var sleepsAfter: Double {
    tail.prefix { $0.promotion == nil }.reduce(TimeSpan.zero) { $0 + $1.duration }.seconds
  }
}
