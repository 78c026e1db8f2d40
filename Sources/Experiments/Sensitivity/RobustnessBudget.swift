internal import CacheMetrics
internal import CacheWorkloads
internal import Results
internal import SimCore

/// How many device-days may be simulated to try what an answer hangs on, and on what.
struct RobustnessBudget {
  /// How much of the run's own time trying takes at most.
  static let share = 0.5
  /// A small run takes so many times its own, as what it takes is little beside the rest of a
  /// command: as far as these device-days, which take about a second.
  private static let (smallShare, small) = (10.0, 400.0)
  /// Fewer than the least show no difference; the most are those of the bundled scenarios.
  private static let (leastSeeds, mostSeeds) = (3, 5)
  /// A week has all days of users and networks; where there is no money for it, two days must do.
  private static let (days, week) = (TimeSpan.days(2), TimeSpan.days(7))

  private let scenario: Scenario
  /// The length of a recorded workload for each seed, in device-days; nil: a generator has the
  /// length that it is told.
  private let recorded: Double?
  /// Whether a shorter run has the same meaning: no limit but zero is of what adds up over the
  /// whole run.
  private let isShortened: Bool
  private(set) var left: Double

  /// - Parameter share: of the budget of all answers of the run.
  init(_ scenario: Scenario, _ goal: Goal, of result: RunResult, share: Double) {
    self.scenario = scenario
    let rows = result.rows.filter { !$0.isObserved }
    let days = rows.map { $0.pooled.devices.days }
    let cells = rows.reduce(0) { $0 + $1.runs.count }
    recorded =
      scenario.workload.product.hasOwnLength && cells > 0 ? days.reduce(0, +) / Double(cells) : nil
    isShortened =
      recorded == nil
      && goal.constraints.allSatisfy {
        $0.limit == 0 || [.ratio, .score, .milliseconds].contains($0.metric.unit)
      }
    left = 0
    var one = whole
    one.seeds = 1
    let own = Double(cells) * cost(one)
    left = max(own * Self.share, min(own * Self.smallShare, Self.small)) * share
  }

  /// Of a candidate on a size, in device-days.
  func cost(_ size: AssumptionTrials.Size) -> Double {
    let days = Double(size.devices) * size.duration.seconds / 86_400
    return (recorded ?? days) * Double(size.seeds)
  }

  /// How many of probes may be made that have candidates on a size; they are paid.
  mutating func afford(
    _ count: Int, of candidates: Int, _ size: AssumptionTrials.Size, keeping part: Double = 0
  ) -> Int {
    let cost = max(cost(size) * Double(candidates), .leastNormalMagnitude)
    let most = min(Double(count), (left * (1 - part) / cost).rounded(.down))
    let taken = max(Int(most), 0)
    left -= Double(taken) * cost
    return taken
  }

  /// The scenario as it was run.
  var whole: AssumptionTrials.Size {
    AssumptionTrials.Size(
      devices: scenario.devices, duration: scenario.duration, seeds: scenario.seeds.count)
  }

  /// One, or all of them where they make each other wait.
  private var fewestDevices: Int { scenario.isOnOneClock ? scenario.devices : 1 }

  /// How much of what is left the comparison of all assumptions takes at most, and the search for
  /// a base.
  static let sampleShare = 0.4

  /// How much of what is left is kept for the bisection.
  static let bisectionShare = 0.3

  /// The fewest devices, on which the effects of assumptions are compared: for two days, or as long
  /// as there is money for, up to a week.
  func sample(probes: Int, of candidates: Int) -> AssumptionTrials.Size {
    let days = isShortened ? min(scenario.duration, Self.days) : scenario.duration
    var size = AssumptionTrials.Size(devices: fewestDevices, duration: days, seeds: 1)
    let most = left * Self.sampleShare / Double(probes * candidates)
    while isShortened, size.duration < min(scenario.duration, Self.week) {
      var longer = size
      longer.duration = min(scenario.duration, Self.week, size.duration + .days(1))
      guard cost(longer) <= most else { break }
      size = longer
    }
    return size
  }

  /// From two days of the fewest devices on, each larger than the one before; the last is all.
  var sizes: [AssumptionTrials.Size] {
    let lengths = isShortened ? [Self.days, Self.week].map { min($0, whole.duration) } : []
    let fewest = min(Self.leastSeeds, whole.seeds)
    let most = min(Self.mostSeeds, whole.seeds)
    var size = whole
    size.devices = recorded == nil ? fewestDevices : whole.devices
    size.seeds = fewest
    var sizes: [AssumptionTrials.Size] = []
    for length in lengths.isEmpty ? [whole.duration] : lengths {
      size.duration = length
      sizes.append(size)
    }
    size.seeds = most
    while size.devices < whole.devices {
      sizes.append(size)
      size.devices *= 2
    }
    size.devices = whole.devices
    return (sizes + [size, whole]).uniqued
  }

  /// In words.
  func text(of size: AssumptionTrials.Size) -> String {
    let seeds = "under \(NumberText.counted(size.seeds, "seed"))"
    if recorded != nil { return "the recorded workload \(seeds)" }
    let people =
      haveSeveralDevices
      ? NumberText.counted(size.devices, "person", plural: "people")
      : NumberText.counted(size.devices, "device")
    return "\(people) for \(Display.length(size.duration)) \(seeds)"
  }

  /// What is tried first is tried on, in words.
  var least: String { haveSeveralDevices ? "one person" : "one device" }

  private var haveSeveralDevices: Bool { scenario.devicesOfPerson.count > 1 }
}
