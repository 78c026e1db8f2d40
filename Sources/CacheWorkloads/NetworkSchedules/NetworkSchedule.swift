public import SimCore

/// When a device has which network, and when it is charged.
public protocol NetworkSchedule: Sendable {
  /// The names of the networks, as `cachesim list networks` has them.
  var profiles: [String] { get }
  /// The networks, in the same order; those of `profiles` unless some are recordings.
  var networks: [NetworkChoice] { get }
  /// The path of the setting that names the network away from Wi-Fi, or the only one: what is tried
  /// with several networks to see how much depends on it.
  static var mobileNetworkPath: String { get }
  /// What changes on a day, in order of time; the first day's first change is at its start.
  func changes(on day: WorkloadDay, _ random: inout SeededGenerator) -> [NetworkChange]
  /// The schedule with constants in place of what was measured and varies; by default itself.
  func withoutVariance() -> Self
}

extension NetworkSchedule {
  public func withoutVariance() -> Self { self }

  public var networks: [NetworkChoice] { profiles.map { NetworkChoice($0) } }

  /// Phones are charged at night, from 23 to 7 h; an assumption.
  /// - Parameter late: how much later than the clock the device's day begins.
  public func charging(on day: WorkloadDay, _ late: TimeSpan = .zero) -> [NetworkChange] {
    let first = [NetworkChange(at: day.start, action: .charging(true))]
    return (day.number == 0 ? first : []) + [
      NetworkChange(at: day.at(hour: 7) + late, action: .charging(false)),
      NetworkChange(at: day.at(hour: 23), action: .charging(true)),
    ]
  }
}

/// A change of network, or of charging.
public struct NetworkChange: Sendable {
  /// When.
  public var at: Instant
  /// What: `network` with an index of the schedule's profiles, or `charging`.
  public var action: Action

  /// Makes a change.
  public init(at instant: Instant, action: Action) {
    at = instant
    self.action = action
  }
}

private struct ScheduleProcess: DeviceProcess {
  struct State {
    let place: Int
    var random: SeededGenerator
    var day = 0
    var changes: ArraySlice<NetworkChange> = []
  }

  private let schedules: [any NetworkSchedule]
  /// How many networks those before each have.
  private let offsets: [UInt8]
  private let seed: UInt64
  private let choose: @Sendable (UInt32) -> Int

  init(
    _ schedules: [any NetworkSchedule], seed: UInt64, choose: @escaping @Sendable (UInt32) -> Int
  ) {
    self.schedules = schedules
    offsets = schedules.indices.map { UInt8(schedules[..<$0].reduce(0) { $0 + $1.networks.count }) }
    (self.seed, self.choose) = (seed, choose)
  }

  func begin(_ device: UInt32) -> State {
    State(
      place: choose(device),
      random: SeededGenerator(seed: seed, purpose: .network, entity: UInt64(device), attempt: .max))
  }

  func emit(
    _ state: inout State, until instant: Instant, device: UInt32, into block: inout EventBlock
  ) {
    while true {
      while let change = state.changes.first, change.at <= instant {
        var action = change.action
        if case .network(let index) = action { action = .network(offsets[state.place] + index) }
        block.events.append(WorkloadEvent(at: change.at, device: device, action: action))
        state.changes.removeFirst()
      }
      guard state.changes.isEmpty, WorkloadDay(number: state.day).start <= instant else { return }
      let day = WorkloadDay(number: state.day)
      state.changes = schedules[state.place].changes(on: day, &state.random)[...]
      state.day += 1
    }
  }
}

struct ConstantSchedule: NetworkSchedule, Settings {
  var profile = NetworkChoice("wifi")

  static let fields: [Field<ConstantSchedule>] = [
    Field(
      "profile", \.profile,
      "The network: a name of `cachesim list networks`, or a recording with its start.")
  ]

  var networks: [NetworkChoice] { [profile] }
  var profiles: [String] { networks.map(\.name) }
  static var mobileNetworkPath: String { "profile" }

  func changes(on day: WorkloadDay, _ random: inout SeededGenerator) -> [NetworkChange] {
    let first = [NetworkChange(at: day.start, action: .network(0))]
    return (day.number == 0 ? first : []) + charging(on: day)
  }
}

/// A network schedule with its settings: when each device has which network, whatever its user
/// does.
public struct AnyNetworkSchedule: Choosable {
  package let profiles: [String]
  package let networks: [NetworkChoice]
  /// The path, within its settings, of the one that names the network away from Wi-Fi, or the only
  /// one.
  package let mobileNetworkPath: String
  package let wrap: @Sendable (EventStream, _ seed: UInt64) -> EventStream
  private let schedule: any NetworkSchedule
  /// The story that says it, and whether its days come again; nil: settings say it.
  private var story: (file: StoryFile, repeats: Bool)?

  package var storyFile: StoryFile? { story?.file }

  /// The schedule as it is simulated: one in a file is read.
  /// - Throws: `InputError` when a story cannot be read, or says nothing of networks.
  package func resolved() throws(InputError) -> AnyNetworkSchedule {
    guard let story else { return self }
    return AnyNetworkSchedule(try StorySchedule(try story.file.story(), repeats: story.repeats))
  }

  package var withoutVariance: AnyNetworkSchedule {
    AnyNetworkSchedule(schedule.withoutVariance())
  }

  init(_ schedule: any NetworkSchedule) {
    self.schedule = schedule
    networks = schedule.networks
    profiles = schedule.profiles
    mobileNetworkPath = type(of: schedule).mobileNetworkPath
    wrap = { stream, seed in
      stream.with(ScheduleProcess([schedule], seed: seed) { _ in 0 })
    }
  }

  /// A workload whose devices have different schedules: `choose` says by its place which one a
  /// device has. Events index the networks of all, one schedule's after another's.
  /// - Precondition: there are at most 256 networks.
  package static func wrap(
    _ stream: EventStream, seed: UInt64, in schedules: [AnyNetworkSchedule],
    choose: @escaping @Sendable (UInt32) -> Int
  ) -> EventStream {
    stream.with(ScheduleProcess(schedules.map(\.schedule), seed: seed, choose: choose))
  }

  /// The schedule of a story, which is read when it is needed; until then there is Wi-Fi.
  private init(_ settings: StoryScheduleSettings) {
    self.init(ConstantSchedule())
    story = (StoryFile(path: settings.path), settings.repeats)
  }

  /// All network schedules, in the order in which listings show them.
  public static let catalog = Catalog<AnyNetworkSchedule>(
    of: "network schedule",
    [
      Catalog.Entry(
        "always", "The same network all the time.", settings: ConstantSchedule.self
      ) { AnyNetworkSchedule($0) },
      Catalog.Entry(
        "commuter",
        "Wi-Fi at home and at work, a mobile network between, gaps on the way, lifts at times.",
        settings: CommuterSchedule.self
      ) { AnyNetworkSchedule($0) },
      Catalog.Entry(
        "aeroplane", "The commuter's week with two flights of three hours.",
        settings: AeroplaneSchedule.self
      ) { AnyNetworkSchedule($0) },
      Catalog.Entry(
        "story", "The networks of a story: a file of events, one JSON object a line.",
        settings: StoryScheduleSettings.self
      ) { AnyNetworkSchedule($0) },
    ])
}

/// A network schedule of a scenario with its settings: one of the catalogue
/// (`NetworkScheduleChoice(named: "aeroplane")`), or of a type, bundled or one's own.
public typealias NetworkScheduleChoice = Chosen<AnyNetworkSchedule>

extension Chosen where Product == AnyNetworkSchedule {
  /// The schedule of a type whose values are its settings.
  /// - Parameters:
  ///   - name: what the scenario calls it.
  ///   - change: changes the defaults of its settings.
  /// - Precondition: the settings are such as a scenario may write.
  public init<S: NetworkSchedule & Settings>(
    _ schedule: S.Type, named name: String, _ change: (inout S) -> Void = { _ in }
  ) {
    let schedule = S.checked(change)
    self.init(
      name: name, label: name, product: AnyNetworkSchedule(schedule), settings: schedule.json)
  }
}

/// The networks and the charger of a story, for the devices of any workload: what its first device
/// has, and again from the beginning after the last of its days.
struct StorySchedule: NetworkSchedule {
  let networks: [NetworkChoice]
  private var days: [[NetworkChange]]
  private let repeats: Bool

  var profiles: [String] { networks.map(\.name) }
  static var mobileNetworkPath: String { "path" }

  init(_ story: Story, repeats: Bool) throws(InputError) {
    guard story.saysNetworks else {
      throw InputError(
        .malformed, at: story.path, "expected a story that says which network there is, found none")
    }
    networks = story.networks.map(\.choice)
    self.repeats = repeats
    let device = story.events.map(\.device).min() ?? 0
    let length = TimeSpan.days(1).nanoseconds
    // Until the first change a device has the first network, also when the days begin anew.
    days = [[NetworkChange(at: .start, action: .network(0))]]
    for event in story.events where event.device == device {
      let day = Int(event.at.nanoseconds / length)
      switch event.action {
      case .network, .charging:
        while days.count <= day { days.append([]) }
        days[day].append(NetworkChange(at: event.at, action: event.action))
      default: break
      }
    }
  }

  func changes(on day: WorkloadDay, _ random: inout SeededGenerator) -> [NetworkChange] {
    let place = repeats ? day.number % days.count : day.number
    guard place < days.count else { return [] }
    let late = TimeSpan.days(Int64(day.number - place))
    return days[place].map { NetworkChange(at: $0.at + late, action: $0.action) }
  }
}

struct StoryScheduleSettings: Settings {
  var path = ""
  var repeats = true

  static let fields: [Field<StoryScheduleSettings>] = [
    Field(
      "path", \.path,
      "The file: a story whose network and charger lines count, those of its first device; beside "
        + "the scenario's file, or of the current folder."),
    Field(
      "repeats", \.repeats,
      "Whether the story's days come again after the last one that says something of networks."),
  ]
}
