internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
package import SimCore

/// Who the users of a scenario's devices are: groups of people that differ.
package struct People: Settings {
  package var name: String?
  var groups: [PersonGroup] = []

  package init() {}
  package static var isWrittenByName: Bool { true }
  package static let presets = Populations.all.map { population in
    Preset<People>(population.name, population.summary) { $0 = population.people }
  }
  package static let fields: [Field<People>] = [
    Field("name", \.name, "What reports call the population; null: nothing."),
    Field(
      "groups", \.groups,
      "The groups, whose shares add up to 1; none: all are as the rest of the scenario says.",
      check: { groups in
        let names = Set(groups.map(\.name))
        if names.count < groups.count { return "two groups have one name" }
        return groups.isEmpty ? nil : Shares.mistake(in: groups.map(\.share))
      }),
  ]

  /// So many in words, such as "40 people of ios-2026"; nil: all are alike.
  func counted(_ count: Int) -> String? {
    groups.isEmpty ? nil : NumberText.counted(count, "person", plural: "people") + " of \(title)"
  }

  /// As reports call them, such as "ios-2026".
  private var title: String {
    guard let name else { return NumberText.counted(groups.count, "group") }
    let bundled = Self.presets.first { $0.name == name }?.values.groups.json
    return name + (bundled.map { $0 == groups.json } ?? true ? "" : ", changed")
  }
}

extension People: WrittenBySettings {
  /// The name of a bundled population, as its phones and links are names too.
  package var withoutDefaults: JSON {
    let bundled = Self.presets.first { $0.values.json == json }
    return bundled.map { JSON($0.name) } ?? withoutDefaults(over: nil)
  }
}

/// People who are alike, or of whom the same is drawn. What a group does not say is the scenario's.
struct PersonGroup: Settings {
  var name = ""
  var share = 0.0
  var device: Drawn<Phone>?
  var networkSchedule: Drawn<Chosen<AnyNetworkSchedule>>?
  var links = PersonLinks()
  var activity: Drawn<Double>?
  var freeSpace: Drawn<Bytes>?
  var lowPowerMode: Double?
  var lowDataMode: Double?
  var backgroundRefreshOff: Double?

  static let fields: [Field<PersonGroup>] = [
    Field(
      "name", \.name, "What reports call it.", isRequired: true,
      check: { $0.isEmpty ? "expected a name, found none" : nil }),
    Field("share", \.share, in: 0...1, "Its share of the people."),
    Field(
      "device", \.device,
      "The phone: its name, or settings that differ from the scenario's device; null: the "
        + "scenario's."),
    Field(
      "networkSchedule", \.networkSchedule, "Which network there is when; null: the scenario's."
    ) { schedule in
      schedule?.values.contains { $0.product.storyFile != nil } == true
        ? "expected another schedule than a story, which only the scenario may have" : nil
    },
    Field("links", \.links, "How the means of links differ between its people."),
    Field(
      "activity", \.activity,
      "What a workload's sessions a day are multiplied by, beside its own use.rateSigma; null: 1.",
      check: { $0?.mistake(in: activities) }),
    Field(
      "freeSpace", \.freeSpace, "What is free on flash; null: as the device says.",
      check: { $0?.mistake(in: spaces) }),
    Field(
      "lowPowerMode", \.lowPowerMode, in: 0...1,
      "Share of its people with device.system.lowPowerMode; null: as the device says."),
    Field(
      "lowDataMode", \.lowDataMode, in: 0...1,
      "Share of its people with device.system.lowDataMode; null: as the device says."),
    Field(
      "backgroundRefreshOff", \.backgroundRefreshOff, in: 0...1,
      "Share of its people without device.system.backgroundRefresh; null: as the device says."),
  ]

  static let activities = 0.01...100
  static let spaces = Bytes.zero...Bytes.gigabytes(1_000_000)
}

/// How links differ between people, by what they are made of.
struct PersonLinks: Settings {
  var wifi: LinkSpread?
  var third: LinkSpread?
  var fourth: LinkSpread?
  var fifth: LinkSpread?

  static let fields: [Field<PersonLinks>] = [
    Field("wifi", \.wifi, "Of Wi-Fi; null: all have the network's rates and round trip."),
    Field("3g", \.third, "Of 3G; null: the same."),
    Field("4g", \.fourth, "Of 4G; null: the same."),
    Field("5g", \.fifth, "Of 5G; null: the same."),
  ]

  func spread(of access: NetworkAccess) -> LinkSpread? {
    switch access {
    case .wifi: wifi
    case .cellular3G: third
    case .cellular4G: fourth
    case .cellular5G: fifth
    case .none, .wired, .cellular2G: nil
    }
  }
}

/// A phone as a group writes it: what is laid over the scenario's.
struct Phone: NamedUnit {
  let json: JSON

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Phone? {
    if let wear = json["wear"] {
      problems.note(
        at: wear.offset, path: "\(path).wear", "the flash below the file system is the scenario's")
      return nil
    }
    return DeviceSettings.read(json, path: path, &problems).map { _ in Phone(json: json) }
  }

  static var definition: (name: String, schema: JSON) { ("phone", DeviceSettings.schema) }
  static var schema: JSON { .reference(to: definition.name) }
  static var unit: String { "name, or settings of a device" }

  /// The name of the device that it starts from.
  var name: String? { json.string ?? json["preset"]?.string }

  func laid(over base: DeviceSettings) -> DeviceSettings {
    var problems = Problems()
    let named = name.flatMap { DeviceProfiles.named($0)?.settings }
    let others = json.members?.filter { $0.name != "preset" }
    var device = base
    for json in [named, others.map { JSON(.object($0)) }].compactMap(\.self) {
      device =
        DeviceSettings.readGroup(json, over: device, among: [], path: "", &problems) ?? device
    }
    return device
  }
}

/// The populations that scenarios can name: `Data/populations.json`.
package enum Populations {
  package typealias Named = (
    name: String, summary: String, people: People, groups: [String], certainty: Certainty,
    source: String
  )

  package static let all: [Named] = DataTable.bundled("populations") { entry, path, problems in
    People.readGroup(entry.settings, among: [], path: "\(path).settings", &problems).map { read in
      var people = read
      people.name = entry.name
      let groups = people.groups.map { "\(NumberText.short(100 * $0.share)) % \($0.name)" }
      return (
        entry.name, entry.summary.text, people, groups, entry.certainty, entry.source.text
      )
    }
  }
}
