internal import SimCore

/// When a device has which network, and when it is charged.
protocol Weather: Sendable {
  /// The names of the profiles, as `Devices` spells them.
  var profiles: [String] { get }
  /// The way to the setting that names the network away from Wi-Fi, or the only one: what is tried
  /// with several networks to see how much hangs on it.
  static var mobileNetworkPath: String { get }
  /// What changes on a day, in order of time; the first day's first change is at its start.
  func changes(on day: Day, _ random: inout SeededGenerator) -> [WeatherChange]
}

extension Weather {
  /// Phones are charged at night, from 23 to 7 h; an assumption.
  /// - Parameter late: how much later than the clock the device's day begins.
  func charging(on day: Day, _ late: TimeSpan = .zero) -> [WeatherChange] {
    let first = [WeatherChange(at: day.start, action: .charging(true))]
    return (day.number == 0 ? first : []) + [
      WeatherChange(at: day.at(hour: 7) + late, action: .charging(false)),
      WeatherChange(at: day.at(hour: 23), action: .charging(true)),
    ]
  }
}

/// A change of the weather.
struct WeatherChange {
  var at: Instant
  var action: Action
}

/// A story with its weather: each device's changes are told before what happens to it later.
struct WeatherSource: EventSource {
  /// A device's weather, known up to a day's end.
  private struct Sky {
    var random: SeededGenerator
    var day = 0
    var changes: [WeatherChange] = []
    var next = 0
    var isOver = false
  }

  private let weather: any Weather
  private let stream: EventStream
  private let seed: UInt64
  private var skies = DenseMap<Sky?>(filling: nil)
  private var told = EventBlock()

  init(_ weather: any Weather, _ stream: EventStream, seed: UInt64) {
    self.weather = weather
    self.stream = stream
    self.seed = seed
  }

  var issues: TraceIssues? { stream.issues }

  mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    told.removeAll()
    guard try stream.fill(&told) else { return false }
    swap(&block.parts, &told.parts)
    for event in told.events {
      tell(until: event.at, device: event.device, into: &block)
      block.events.append(event)
      if case .end = event.action { skies[Int(event.device)] = nil }
    }
    return true
  }

  /// Tells a device's changes up to an instant.
  private mutating func tell(until instant: Instant, device: UInt32, into block: inout EventBlock) {
    let index = Int(device)
    var sky =
      skies[index]
      ?? Sky(
        random: SeededGenerator(
          seed: seed, purpose: .network, entity: UInt64(device), attempt: .max))
    skies[index] = nil
    while true {
      while sky.next < sky.changes.count, sky.changes[sky.next].at <= instant {
        let change = sky.changes[sky.next]
        block.events.append(
          WorkloadEvent(at: change.at, device: device, action: change.action))
        sky.next += 1
      }
      guard sky.next == sky.changes.count, Day(number: sky.day).start <= instant else { break }
      sky.changes = weather.changes(on: Day(number: sky.day), &sky.random)
      sky.next = 0
      sky.day += 1
    }
    skies[index] = sky
  }
}

/// The same network all the time.
struct AlwaysWeather: Weather, Settings {
  var profile = NetworkProfileName("wifi")

  static let fields: [Field<AlwaysWeather>] = [
    Field("profile", \.profile, "The network; see `cachesim list networks`.")
  ]

  var profiles: [String] { [profile.name] }
  static var mobileNetworkPath: String { "profile" }

  func changes(on day: Day, _ random: inout SeededGenerator) -> [WeatherChange] {
    let first = [WeatherChange(at: day.start, action: .network(0))]
    return (day.number == 0 ? first : []) + charging(on: day)
  }
}

/// The name of a network profile; that there is one is checked by whoever knows the profiles.
struct NetworkProfileName: ScalarSettingValue {
  var name: String
  init(_ name: String) { self.name = name }
  init?(json: JSON) {
    guard let text = json.string, !text.isEmpty else { return nil }
    name = text
  }
  var json: JSON { JSON(.string(name)) }
  static var form: String { "the name of a network" }
  static var schema: JSON { .object([("type", "string")]) }
}
