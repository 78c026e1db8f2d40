internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// The people of a scenario under a seed: what the user of each device is like.
///
/// A draw is keyed by seed, device and what is drawn, so that every strategy meets the same people,
/// and a draw added to one shifts no other.
struct Population: Sendable {
  private enum Draw: UInt64 {
    case device, schedule, activity, freeSpace, lowPowerMode, lowDataMode, backgroundRefresh
    /// Of the first network of a person's schedule; two for each network from here on.
    case link = 16
  }

  private let seed: UInt64
  private let groups: [PersonGroup]
  private let shares: Shares
  private let base: DeviceSettings
  /// By group: its phones, laid over the scenario's; the scenario's alone where it says none.
  private let devices: [[DeviceSettings]]
  /// By group: the place of its first schedule; nil: it has the scenario's, which is the first.
  private let firstSchedules: [Int?]
  /// By schedule: which of all networks are its own.
  private let ranges: [Range<Int>]
  private let profiles: [NetworkProfile]
  private let offset: UInt64

  /// - Parameters:
  ///   - ranges: of each schedule, the scenario's first: which of the profiles are its networks.
  init(
    _ people: People, seed: UInt64, device: DeviceSettings, profiles: [NetworkProfile],
    ranges: [Range<Int>]
  ) {
    (self.seed, groups, base) = (seed, people.groups, device)
    (self.profiles, self.ranges) = (profiles, ranges)
    shares = Shares(groups.map(\.share))
    devices = groups.map { group in
      group.device?.values.map { $0.laid(over: device) } ?? [device]
    }
    var next = 1
    firstSchedules = groups.map { group in
      guard let schedule = group.networkSchedule else { return nil }
      defer { next += schedule.values.count }
      return next
    }
    var generator = SeededGenerator(seed: seed, purpose: .people, entity: .max)
    offset = generator.next()
  }

  /// Which group the user of a device is of.
  ///
  /// Numbers go through the groups' shares in steps of the golden ratio from a start that is drawn:
  /// any run of devices has nearly as many of each group as its share says (Kronecker's sequence,
  /// whose discrepancy is of order log n / n), and over seeds each device is of any group as often
  /// as its share says.
  func group(of device: UInt32) -> Int {
    // 2⁶⁴ divided by the golden ratio.
    let place = offset &+ UInt64(device) &* 0x9E37_79B9_7F4A_7C15
    return shares.index(at: Double(place >> 11) * 0x1p-53)
  }

  /// The place of a device's network schedule among all.
  func schedule(of device: UInt32) -> Int {
    let group = group(of: device)
    guard let first = firstSchedules[group], let choice = groups[group].networkSchedule else {
      return 0
    }
    return first + choice.index(at: unit(.schedule, device))
  }

  /// By how much more than others each user uses the app.
  var activity: Activity {
    { device in
      groups[group(of: device)].activity?
        .value(at: unit(.activity, device), in: PersonGroup.activities) ?? 1
    }
  }

  var own: @Sendable (UInt32) -> (device: DeviceSettings, profiles: [NetworkProfile]) {
    { (phone(of: $0), profiles(of: $0)) }
  }

  func phone(of device: UInt32) -> DeviceSettings {
    let place = group(of: device)
    let group = groups[place]
    var phone = devices[place][group.device?.index(at: unit(.device, device)) ?? 0]
    if let space = group.freeSpace {
      phone.freeSpace = space.value(at: unit(.freeSpace, device), in: PersonGroup.spaces)
    }
    func isOne(_ share: Double?, _ draw: Draw) -> Bool? { share.map { unit(draw, device) < $0 } }
    if let isOn = isOne(group.lowPowerMode, .lowPowerMode) { phone.system.lowPowerMode = isOn }
    if let isOn = isOne(group.lowDataMode, .lowDataMode) { phone.system.lowDataMode = isOn }
    if let isOff = isOne(group.backgroundRefreshOff, .backgroundRefresh) {
      phone.system.backgroundRefresh = !isOff
    }
    return phone
  }

  /// All networks, those of the device's schedule with its user's own means; the first one is of
  /// that schedule too, as it holds until the first change.
  func profiles(of device: UInt32) -> [NetworkProfile] {
    var profiles = profiles
    let range = ranges[schedule(of: device)]
    let links = groups[group(of: device)].links
    for (number, place) in range.enumerated() {
      guard let spread = links.spread(of: profiles[place].access) else { continue }
      let first = Draw.link.rawValue + 2 * UInt64(number)
      profiles[place] = spread.applied(
        to: profiles[place], rate: unit(first, device), delay: unit(first + 1, device))
    }
    profiles[0] = profiles[range.lowerBound]
    return profiles
  }

  /// The user of a device in words: the group, the phone, and the links.
  func words(of device: UInt32) -> String {
    let group = groups[group(of: device)]
    let phone = group.device.flatMap { $0.values[$0.index(at: unit(.device, device))].name }
    let own = profiles(of: device)[ranges[schedule(of: device)]].filter { !$0.isOffline }
    let links = own.map { profile in
      let down = NumberText.short(Double(profile.down.bitsPerSecond) / 1e6)
      let delay = NumberText.short(profile.roundTrip.milliseconds)
      return "\(profile.name) \(down) Mbit/s, \(delay) ms"
    }.uniqued
    let system = self.phone(of: device).system
    let modes = [
      system.lowPowerMode ? "Low Power Mode" : nil, system.lowDataMode ? "Low Data Mode" : nil,
      system.backgroundRefresh ? nil : "no background refresh",
    ].compactMap(\.self)
    return ([group.name, phone].compactMap(\.self) + modes + links).joined(separator: "; ")
  }

  private func unit(_ draw: Draw, _ device: UInt32) -> Double { unit(draw.rawValue, device) }

  private func unit(_ draw: UInt64, _ device: UInt32) -> Double {
    var generator = SeededGenerator(
      seed: seed, purpose: .people, entity: UInt64(device), attempt: draw)
    return generator.unit()
  }
}

extension Scenario {
  /// Its people under a seed; nil: all are alike.
  func population(seed: UInt64) throws(InputError) -> Population? {
    if people.groups.isEmpty { return nil }
    if let mistake = peopleMistake { throw InputError(.settings, lines: ["people: \(mistake)"]) }
    var ranges: [Range<Int>] = []
    for schedule in try networkSchedules() {
      let start = ranges.last?.upperBound ?? 0
      ranges.append(start..<start + schedule.networks.count)
    }
    return Population(
      people, seed: seed, device: device, profiles: try profiles(), ranges: ranges)
  }

  /// The scenario's network schedule and those of groups of people: events index the networks of
  /// all, one after another.
  func networkSchedules() throws(InputError) -> [AnyNetworkSchedule] {
    [try networkSchedule.product.resolved()]
      + people.groups.flatMap { $0.networkSchedule?.values.map(\.product) ?? [] }
  }

  /// Whether each group of people has a network schedule of its own, so that nothing goes
  /// by the scenario's.
  var hasOnlySchedulesOfGroups: Bool {
    !people.groups.isEmpty && people.groups.allSatisfy { $0.networkSchedule != nil }
  }

  /// The networks that devices can be on.
  func profilesInUse() throws(InputError) -> [NetworkProfile] {
    let unused = hasOnlySchedulesOfGroups ? try networkSchedules()[0].networks.count : 0
    return Array(try profiles().dropFirst(unused))
  }

  /// So many devices, in words, or people of the population.
  func devicesText(_ count: Int) -> String {
    let each = devicesOfEach?.count ?? 1
    guard each > 1 else { return people.counted(count) ?? NumberText.counted(count, "device") }
    let persons =
      people.counted(count / each) ?? NumberText.counted(count / each, "person", plural: "people")
    return "\(persons) with \(each) devices each"
  }

  /// What is wrong with people in this scenario; nil: nothing.
  var peopleMistake: String? {
    if people.groups.isEmpty { return nil }
    if workload.product.hasOwnLength {
      return "expected none: the workload '\(workload.name)' has devices and people of its own"
    }
    if !workload.product.takesActivity, people.groups.contains(where: { $0.activity != nil }) {
      return "expected no 'activity': the workload '\(workload.name)' does not say how often it is "
        + "used"
    }
    let count = (try? networkSchedules().reduce(0) { $0 + $1.networks.count }) ?? 0
    return count > 256 ? "expected at most 256 networks in all schedules, found \(count)" : nil
  }
}
