internal import SimCore

/// The life of one person with one device, told day by day: what they open and edit, and what the
/// origin publishes meanwhile.
///
/// A generator describes one person; `GeneratedStory` tells of a population. All that is random in
/// it is drawn from generators keyed by seed and device, so that people do not disturb each other.
protocol Generator: Sendable {
  associatedtype Options: Settings
  static var name: String { get }
  static var summary: String { get }
  /// The headers that contents index.
  static var headers: [CacheHeaders] { get }

  /// A person, before the first day.
  init(_ options: Options, seed: UInt64, device: UInt32)
  /// Publishes what there is at the start.
  mutating func begin(_ diary: inout DeviceDiary)
  /// Lives a day.
  mutating func live(_ day: Day, _ diary: inout DeviceDiary)
}

/// A day of the story; the first one, number 0, is a Monday.
struct Day {
  /// Counts from 0.
  let number: Int

  /// Midnight before it.
  var start: Instant { .start + .days(Int64(number)) }
  /// Midnight after it.
  var end: Instant { start + .days(1) }
  /// Saturday or Sunday.
  var isWeekend: Bool { number % 7 >= 5 }

  /// An hour of it, with its fraction.
  func at(hour: Double) -> Instant { start + TimeSpan(rounding: hour * 3_600) }
}

/// A population's story: person after person, day after day.
struct GeneratedStory<G: Generator>: EventSource {
  private let options: G.Options
  private let devices: Int
  private let duration: TimeSpan
  private let seed: UInt64
  private var device = 0
  private var day = 0
  private var person: G?
  private var diary = DeviceDiary()

  init(_ options: G.Options, devices: Int, duration: TimeSpan, seed: UInt64) {
    self.options = options
    self.devices = devices
    self.duration = duration
    self.seed = seed
  }

  mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    while device < devices, block.events.count < EventBlock.capacity { live(into: &block) }
    return !block.events.isEmpty
  }

  /// Tells a day of the present person, and goes on to the next day or person.
  private mutating func live(into block: inout EventBlock) {
    let number = UInt32(device)
    var person: G
    if let known = self.person {
      person = known
    } else {
      person = G(options, seed: seed, device: number)
      diary = DeviceDiary()
      person.begin(&diary)
    }
    self.person = nil  // The person changes in place.
    let today = Day(number: day)
    let end = Instant.start + duration
    person.live(today, &diary)
    diary.tell(before: min(today.end, end), device: number, into: &block)
    day += 1
    if today.end >= end {
      diary.conclude(at: end, device: number, into: &block)
      device += 1
      day = 0
    } else {
      self.person = person
    }
  }
}
