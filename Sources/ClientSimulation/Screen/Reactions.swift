internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
package import SimCore

/// How users react to what a screen shows them, or does not: assumptions, all of them.
///
/// What they intend, the workload's views and edits, is alike for every strategy. Reactions are
/// beside it: a view that is opened again because it stayed blank is no view of the workload, and
/// counts in no ratio or percentile of views. Without variance nothing is drawn: patience is its
/// median, and users neither open again nor refresh.
package struct ReactionSettings: Settings {
  package var patienceSigma = 0.5
  package var reopening = 0.3
  package var reopeningDelay = TimeSpan.seconds(2)
  package var refreshing = 0.2
  package var refreshingDelay = TimeSpan.seconds(2)
  package var editsUnseen = false

  package init() {}
  package static let fields: [Field<ReactionSettings>] = [
    Field(
      "patienceSigma", \.patienceSigma, in: 0...3,
      "The standard deviation of the logarithm of patience, unless variance is none."
    ).assumed(),
    Field(
      "reopening", \.reopening, in: 0...1,
      "Share of views given up that the user opens again, while the view was to last."
    ).assumed(),
    Field(
      "reopeningDelay", \.reopeningDelay, in: .milliseconds(1)...(.hours(1)),
      "How long after giving up."
    ).assumed(),
    Field(
      "refreshing", \.refreshing, in: 0...1,
      "Share of views of a screen that show the same version as the view of it before, and that "
        + "the user pulls to refresh."
    ).assumed(),
    Field(
      "refreshingDelay", \.refreshingDelay, in: .milliseconds(1)...(.hours(1)),
      "How long after that content appeared."
    ).assumed(),
    Field(
      "editsUnseen", \.editsUnseen,
      "Whether users edit records whose screens stayed blank, as if they had read them."),
  ]

  /// Users who do what the workload says, whatever they are shown.
  package static let none: ReactionSettings = {
    var settings = ReactionSettings()
    settings.patienceSigma = 0
    settings.reopening = 0
    settings.refreshing = 0
    settings.editsUnseen = true
    return settings
  }()
}

/// What users make of the screens that they open.
struct UserState {
  /// Counts the views of the workload: the key of their draws, alike for every strategy.
  fileprivate(set) var viewCount: UInt64 = 0
  /// The last screen of the view before the present one.
  fileprivate(set) var formerSerial: UInt32 = 0
  /// The screen that the workload has open, whether or not it is still open here.
  fileprivate(set) var intended: ResourceIndex?
  /// The main resource of the latest screen, if nothing was ever shown on it.
  var blank: ResourceIndex?
  var seen = SeenVersions()

  fileprivate enum Draw: UInt64 {
    case patience, reopening, refreshing
  }
}

extension DeviceSimulation {
  mutating func begin(_ resource: ResourceIndex) {
    user.viewCount += 1
    user.formerSerial = screens.serial
    user.intended = resource
    open(resource)
  }

  /// The workload's screen is over, whatever is open here.
  mutating func endView() { user.intended = nil }

  /// For how long the user waits for the screen that is opened; nil: as long as it lasts.
  func drawPatience() -> TimeSpan? {
    guard let median = plan.patience else { return nil }
    let sigma = plan.reactions.patienceSigma
    guard plan.variance == .measured, sigma > 0 else { return median }
    let quantile = DeterministicMath.normalQuantile(
      min(max(draw(.patience), 0x1p-53), 1 - 0x1p-53))
    return TimeSpan(rounding: median.seconds * DeterministicMath.exp(sigma * quantile))
  }

  /// The user gave up a screen, and may open it again while the workload's view lasts.
  mutating func considerReopening(_ resource: ResourceIndex) {
    guard plan.variance == .measured, user.intended == resource,
      draw(.reopening) < plan.reactions.reopening
    else { return }
    agenda.schedule(
      .reopen(screen: screens.serial), at: now + plan.reactions.reopeningDelay)
  }

  /// The user opens again what stayed blank, unless something else is open or was.
  mutating func reopen(_ serial: UInt32) {
    guard screens.serial == serial, !screens.isOpen, app.state == .foreground,
      let resource = user.intended
    else { return }
    record(.user(.reopened), of: resource)
    open(resource, isReaction: true)
  }

  /// A screen shows what its last view showed: the user may pull to refresh it.
  mutating func considerRefreshing() {
    guard plan.variance == .measured, draw(.refreshing) < plan.reactions.refreshing
    else { return }
    agenda.schedule(
      .refresh(screen: screens.serial), at: now + plan.reactions.refreshingDelay)
  }

  mutating func refresh(_ serial: UInt32) {
    guard screens.serial == serial, let main = screens.main else { return }
    pullToRefresh(main)
  }

  /// The user pulls the open screen to refresh it; nothing happens when it is not there (yet).
  mutating func pullToRefresh(_ main: ResourceIndex) {
    guard screens.main == main, screens.isReady else { return }
    record(.user(.refreshed), of: main)
    tell(.refreshed(main))
  }

  /// A uniform number of the present view of the workload.
  private func draw(_ purpose: UserState.Draw) -> Double {
    var generator = SeededGenerator(
      seed: plan.seed, purpose: .user, entity: UInt64(device) << 8 | purpose.rawValue,
      attempt: user.viewCount << 8 | UInt64(screens.attempts & 0xff))
    return generator.unit()
  }
}
