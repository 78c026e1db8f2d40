public import SimCore

/// Wi-Fi at home and at work, a mobile network between, tunnels on the way, lifts at times.
///
/// No public statistics of such windows were found: every setting is an assumption.
public struct CommuterSchedule: NetworkSchedule, Settings {
  /// The network at home.
  public var home = NetworkChoice("wifi")
  /// The network at work.
  public var work = NetworkChoice("wifi")
  /// The network elsewhere.
  public var outside = NetworkChoice("lte-wpt")
  /// How long the way to work takes, and back.
  public var commute = TimeSpan.minutes(40)
  /// How long a tunnel is; no network there.
  public var tunnel = TimeSpan.seconds(120)
  /// How long it is open between tunnels.
  public var open = TimeSpan.seconds(40)
  /// Lifts and cellars a day, without a network.
  public var liftsPerDay = 3.0
  /// How long each of them takes.
  public var lift = TimeSpan.seconds(30)
  /// How much earlier or later than the clock a device's day is, at most.
  public var shift = TimeSpan.minutes(20)

  public init() {}
  public static let fields: [Field<CommuterSchedule>] = [
    Field("home", \.home, "The network at home."),
    Field("work", \.work, "The network at work."),
    Field("outside", \.outside, "The network elsewhere; it may be a recording."),
    Field(
      "commute", \.commute, in: .seconds(1)...(.hours(3)),
      "How long the way to work takes, and back; it begins at 8 and at 18 h on weekdays."),
    Field(
      "tunnel", \.tunnel, in: .zero...(.hours(3)), "How long a tunnel is; no network there."),
    Field("open", \.open, in: .seconds(1)...(.hours(3)), "How long it is open between tunnels."),
    Field(
      "liftsPerDay", \.liftsPerDay, in: 0...10_000, "Lifts and cellars a day, without a network."),
    Field("lift", \.lift, in: .zero...(.hours(3)), "How long each of them takes."),
    Field(
      "shift", \.shift, in: .zero...(.hours(2)),
      "How much earlier or later than the clock a device's day is, at most; anew each day."),
  ]

  public var networks: [NetworkChoice] { [home, work, outside, "offline"] }
  public var profiles: [String] { networks.map(\.name) }
  public static var mobileNetworkPath: String { "outside" }

  /// Indices of `profiles`.
  enum Place: UInt8 {
    case home, work, outside, nowhere
  }

  /// Where the device is from an instant on.
  private typealias Step = (at: Instant, place: Place)

  public func changes(on day: WorkloadDay, _ random: inout SeededGenerator) -> [NetworkChange] {
    changes(on: day, &random, without: [])
  }

  /// The day's changes, with windows in which there is no network at all.
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
    let steps = day.isWeekend ? weekend(day, late) : weekday(day, late)
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

  private func weekday(_ day: WorkloadDay, _ late: TimeSpan) -> [Step] {
    let leave = day.at(hour: 8) + late
    let noon = day.at(hour: 12) + late
    let evening = day.at(hour: 18) + late
    return [(day.start, .home)] + way(from: leave) + [(leave + commute, .work)]
      + [(noon, .outside), (noon + .hours(1), .work)] + way(from: evening)
      + [(evening + commute, .home)]
  }

  private func weekend(_ day: WorkloadDay, _ late: TimeSpan) -> [Step] {
    let leave = day.at(hour: 11) + late
    return [(day.start, .home), (leave, .outside), (leave + .hours(6), .home)]
  }

  /// Tunnels and the open in turn, a tunnel first.
  private func way(from start: Instant) -> [Step] {
    var steps: [Step] = []
    var now = start
    while now < start + commute {
      steps.append((now, .nowhere))
      if now + tunnel < start + commute { steps.append((now + tunnel, .outside)) }
      now = now + tunnel + open
    }
    return steps
  }
}

/// The commuter's week with two flights of three hours.
struct AeroplaneSchedule: NetworkSchedule, Settings {
  var commuter = CommuterSchedule()
  var flight = TimeSpan.hours(3)

  static let fields: [Field<AeroplaneSchedule>] = [
    Field("commuter", \.commuter, "The days without a flight."),
    Field(
      "flight", \.flight, in: .zero...(.hours(12)),
      "How long a flight is: Wednesdays and Saturdays from 10 h on."
    ).assumed(),
  ]

  var networks: [NetworkChoice] { commuter.networks }
  var profiles: [String] { commuter.profiles }
  static var mobileNetworkPath: String { "commuter.outside" }

  func changes(on day: WorkloadDay, _ random: inout SeededGenerator) -> [NetworkChange] {
    let isFlying = day.number % 7 == 2 || day.number % 7 == 5
    let start = day.at(hour: 10)
    return commuter.changes(on: day, &random, without: isFlying ? [start..<start + flight] : [])
  }
}
