internal import SimCore

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
