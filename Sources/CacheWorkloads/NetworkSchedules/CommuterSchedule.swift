public import SimCore

/// Wi-Fi at home and at work, a mobile network between, gaps on the way, lifts at times.
///
/// Gaps on the way are those of recorded rides. Of all else no public statistics were found: every
/// other setting is an assumption.
public struct CommuterSchedule: NetworkSchedule, Settings {
  public var home = NetworkChoice("wifi")
  public var work = NetworkChoice("wifi")
  public var outside = NetworkChoice("lte-wpt")
  package var commute = TimeSpan.minutes(40)
  package var tunnel: TimeSpan?
  package var open = TimeSpan.seconds(40)
  package var gapShare = RecordedGaps.share
  package var liftsPerDay = 3.0
  package var lift = TimeSpan.seconds(30)
  package var shift = TimeSpan.minutes(20)

  public init() {}
  public static let fields: [Field<CommuterSchedule>] = [
    Field("home", \.home, "The network at home."),
    Field("work", \.work, "The network at work."),
    Field("outside", \.outside, "The network elsewhere; it may be a recording."),
    Field(
      "commute", \.commute, in: .seconds(1)...(.hours(3)),
      assumed: "How long the way to work takes, and back; it begins at 8 and at 18 h on weekdays."),
    Field(
      "tunnel", \.tunnel, in: .zero...(.hours(3)),
      "How long a tunnel is, without a network; null: gaps as they were recorded while moving, or "
        + "tunnels of 120 s where variance is none."),
    Field(
      "open", \.open, in: .seconds(1)...(.hours(3)),
      assumed: "How long it is open between tunnels; without effect on recorded gaps."),
    .share(
      "gapShare", \.gapShare,
      "Share of ways with gaps: one of 12 recorded rides, New York's subway, had one of 23.1 s in "
        + "138 s. Without effect on tunnels."
    ).plausible(0.002, to: 0.385, "the 95 % interval of one in twelve (Clopper–Pearson)"),
    Field(
      "liftsPerDay", \.liftsPerDay, in: 0...10_000,
      assumed: "Lifts and cellars a day, without a network."),
    Field("lift", \.lift, in: .zero...(.hours(3)), assumed: "How long each of them takes."),
    Field(
      "shift", \.shift, in: .zero...(.hours(2)),
      assumed: "How much earlier or later than the clock a device's day is, at most; anew each "
        + "day."),
  ]

  public var networks: [NetworkChoice] { [home, work, outside, "offline"] }
  public var profiles: [String] { networks.map(\.name) }
  public static var mobileNetworkPath: String { "outside" }

  enum Place: UInt8 {
    case home, work, outside, nowhere
  }

  private typealias Step = (at: Instant, place: Place)

  public func withoutVariance() -> CommuterSchedule {
    var schedule = self
    schedule.tunnel = tunnel ?? Self.constantTunnel
    return schedule
  }

  /// A tunnel where nothing varies; 120 s (assumption).
  private static let constantTunnel = TimeSpan.seconds(120)

  public func changes(on day: WorkloadDay, _ random: inout SeededGenerator) -> [NetworkChange] {
    changes(on: day, &random, without: [])
  }

  func changes(
    on day: WorkloadDay, _ random: inout SeededGenerator, without windows: [Range<Instant>]
  ) -> [NetworkChange] {
    var windows = windows
    for _ in 0..<random.poisson(mean: liftsPerDay) {
      let begin = day.at(hour: 7 + 17 * random.unit())
      windows.append(begin..<begin + lift)
    }
    windows.sort { $0.lowerBound < $1.lowerBound }
    let late = TimeSpan(rounding: shift.seconds * (2 * random.unit() - 1))
    // One draw, so that what else is drawn does not depend on how many gaps there are.
    var gaps = tunnel == nil ? SeededGenerator(seed: random.next(), purpose: .network) : random
    let steps = day.isWeekend ? weekend(day, late) : weekday(day, late, &gaps)
    let networks = places(on: day, steps, without: windows).map {
      NetworkChange(at: $0.at, action: .network($0.place.rawValue))
    }
    let changes = charging(on: day, late) + networks
    return changes.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  /// Where the device is, and since when; each place differs from the one before. Days begin and
  /// end at home: a window that reaches past midnight ends there.
  /// - Parameters:
  ///   - steps: in order of time, the first at the day's start.
  ///   - windows: in order of their beginnings.
  private func places(
    on day: WorkloadDay, _ steps: [Step], without windows: [Range<Instant>]
  ) -> [Step] {
    let borders = windows.flatMap { [$0.lowerBound, $0.upperBound] } + steps.map(\.at)
    var places: [Step] = []
    var last: Place? = day.number == 0 ? nil : .home
    var place = Place.home
    var nextStep = 0
    var nextWindow = 0
    var nowhereUntil = day.start
    for instant in borders.sorted() where instant < day.end {
      while nextStep < steps.count, steps[nextStep].at <= instant {
        place = steps[nextStep].place
        nextStep += 1
      }
      while nextWindow < windows.count, windows[nextWindow].lowerBound <= instant {
        nowhereUntil = max(nowhereUntil, windows[nextWindow].upperBound)
        nextWindow += 1
      }
      let present = instant < nowhereUntil ? .nowhere : place
      if present != last { places.append((instant, present)) }
      last = present
    }
    if last == .nowhere { places.append((day.end - TimeSpan(nanoseconds: 1), .home)) }
    return places
  }

  private func weekday(
    _ day: WorkloadDay, _ late: TimeSpan, _ gaps: inout SeededGenerator
  ) -> [Step] {
    let leave = day.at(hour: 8) + late
    let noon = day.at(hour: 12) + late
    let evening = day.at(hour: 18) + late
    return [(day.start, .home)] + way(from: leave, &gaps) + [(leave + commute, .work)]
      + [(noon, .outside), (noon + .hours(1), .work)] + way(from: evening, &gaps)
      + [(evening + commute, .home)]
  }

  private func weekend(_ day: WorkloadDay, _ late: TimeSpan) -> [Step] {
    let leave = day.at(hour: 11) + late
    return [(day.start, .home), (leave, .outside), (leave + .hours(6), .home)]
  }

  /// The open and recorded gaps, or tunnels and the open in turn, a tunnel first.
  private func way(from start: Instant, _ random: inout SeededGenerator) -> [Step] {
    var steps: [Step] = []
    guard let tunnel else {
      steps.append((start, .outside))
      guard random.chance(gapShare) else { return steps }
      for gap in RecordedGaps.draw(from: start, to: start + commute, &random) {
        steps.append((gap.lowerBound, .nowhere))
        if gap.upperBound < start + commute { steps.append((gap.upperBound, .outside)) }
      }
      return steps
    }
    var now = start
    while now < start + commute {
      steps.append((now, .nowhere))
      if now + tunnel < start + commute { steps.append((now + tunnel, .outside)) }
      now = now + tunnel + open
    }
    return steps
  }
}

/// Gaps while moving, as rides were recorded: two seconds or more without a packet, or with less
/// than a hundredth of the ride's mean rate.
///
/// Of twelve rides that were recorded whole, eleven have none: ten by bus, car, ferry, metro, train
/// and tram over 3G in Norway, 2,798 s (the bundled recordings), and a drive through AT&T's LTE,
/// 120 s, whose longest silence is 1.1 s (ravinet/mahimahi@ae477d4). The twelfth, through New
/// York's subway over 3G in 2018, has one gap of 23.1 s in 138 s (figures of that recording; it is
/// not bundled). That ways are like these rides, each as often as another, and that gaps and what
/// is between them have exponential lengths, are assumptions; so are a gap's effects, those of
/// having no network.
private enum RecordedGaps {
  /// Share of rides with gaps: one of twelve, rounded.
  static let share = 0.083
  /// The mean length of a gap, in seconds.
  static let gap = 23.1
  /// The mean time between gaps of such a ride, in seconds: 138 less the gap.
  static let open = 114.9

  static func draw(
    from start: Instant, to end: Instant, _ random: inout SeededGenerator
  ) -> [Range<Instant>] {
    var gaps: [Range<Instant>] = []
    // A ride may begin in a gap.
    var now = start
    if !random.chance(gap / (gap + open)) {
      now = start + TimeSpan(rounding: random.exponential(mean: open))
    }
    while now < end {
      let until = now + TimeSpan(rounding: random.exponential(mean: gap))
      if now < until { gaps.append(now..<until) }
      now = until + TimeSpan(rounding: random.exponential(mean: open))
    }
    return gaps
  }
}

struct AeroplaneSchedule: NetworkSchedule, Settings {
  var commuter = CommuterSchedule()
  var flight = TimeSpan.hours(3)

  static let fields: [Field<AeroplaneSchedule>] = [
    Field("commuter", \.commuter, "The days without a flight."),
    Field(
      "flight", \.flight, in: .zero...(.hours(12)),
      assumed: "How long a flight is: Wednesdays and Saturdays from 10 h on."),
  ]

  var networks: [NetworkChoice] { commuter.networks }
  var profiles: [String] { commuter.profiles }
  static var mobileNetworkPath: String { "commuter.outside" }

  func withoutVariance() -> AeroplaneSchedule {
    var schedule = self
    schedule.commuter = commuter.withoutVariance()
    return schedule
  }

  func changes(on day: WorkloadDay, _ random: inout SeededGenerator) -> [NetworkChange] {
    let isFlying = day.number % 7 == 2 || day.number % 7 == 5
    let start = day.at(hour: 10)
    return commuter.changes(on: day, &random, without: isFlying ? [start..<start + flight] : [])
  }
}
