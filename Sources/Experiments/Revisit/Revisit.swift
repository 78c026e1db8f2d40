internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
package import HTTPCaching
package import Results
package import SimCore

/// A second visit to what a HAR capture recorded: the first fills a client's HTTP cache by the
/// capture's own headers, the same requests come again after a while.
///
/// It is a run of the URL cache over the capture, on one network without variance.
package struct Revisit: Sendable {
  package var capture: String
  /// From the end of the first visit to the beginning of the second.
  package var after: TimeSpan
  package var profile: HTTPProfile
  package var network: String
  package var navigation = PageNavigation.link
  /// Addresses of which the origin has a new version at the second visit; `*` stands for any
  /// characters.
  package var changed: [String] = []

  package init(of capture: String, after: TimeSpan, by profile: HTTPProfile, over network: String) {
    self.capture = capture
    self.after = after
    self.profile = profile
    self.network = network
  }

  package struct Outcome: Sendable {
    package var first: Visit
    package var again: Visit
    /// The device from the beginning of the first visit to the end of the second.
    package var recording: DeviceRecording
    /// The screen that took longest at the first visit: then, and at the second.
    package var waterfalls: (first: ViewWaterfall, again: ViewWaterfall)
    /// What that screen shows.
    package var screen: String
    /// How many devices the capture has whose requests were left out.
    package var otherDevices: Int
  }

  /// - Throws: `malformed` when the capture has nothing that could be visited again.
  package func run() throws(InputError) -> Outcome {
    let input = try scenario().simulationInput(seed: 1)
    let isChanged = pattern(input.plan)
    let visit = try returnVisit(of: input.stream, isChanged)
    guard let visit else {
      throw InputError(
        .malformed, at: capture, "no request of the capture opens a page or a screen")
    }
    let explainer = Explainer { () throws(InputError) in
      var (plan, stream) = try scenario().simulationInput(seed: 1)
      guard let visit = try returnVisit(of: stream, isChanged) else { return (plan, stream) }
      plan.requests.repeatAll(
        after: visit.shift, from: visit.opensAt - .milliseconds(1))
      if navigation != .link { plan.navigation = (visit.opensAt, navigation) }
      plan.devices = 1
      return (plan, visit.stream)
    }
    let strategy = try scenario().strategies[0]
    let recording = try explainer.record(
      0, during: .start ..< .distantFuture, of: strategy.product, labelled: profile.name)
    let views = recording.views.filter { !$0.isReaction }
    let longest = Self.longest(of: views.prefix(visit.viewCount))
    let shown = try explainer.explain(
      [longest, longest + visit.viewCount].map {
        ViewRecord.ID(device: 0, screen: UInt32($0 + 1))
      }, of: strategy.product)
    guard shown.count == 2 else {
      throw InputError(.malformed, at: capture, "the second visit opens no screen")
    }
    let reader = VisitReader(recording, secondAt: visit.opensAt, navigation)
    return Outcome(
      first: reader.first, again: reader.again, recording: recording,
      waterfalls: (shown[0].waterfall, shown[1].waterfall), screen: shown[0].name,
      otherDevices: visit.deviceCount - 1)
  }

  private func returnVisit(
    of stream: EventStream, _ isChanged: @Sendable (ResourceIndex) -> Bool
  ) throws(InputError) -> ReturnVisit? {
    try ReturnVisit(
      of: stream, after: after, startsAnew: navigation == .link, changed: isChanged)
  }

  private func pattern(_ plan: SimulationPlan) -> @Sendable (ResourceIndex) -> Bool {
    guard !changed.isEmpty else { return { _ in false } }
    let patterns = changed.map { text in
      var pattern = PathKind()
      pattern.path = text
      return pattern
    }
    let origins = plan.origins(0)
    return { resource in
      guard let address = origins.address(of: resource) else { return false }
      return patterns.contains { $0.matches(Array(address.utf8)[...]) }
    }
  }

  /// The place of the view that took longest until all was shown.
  private static func longest(of views: ArraySlice<ScreenView>) -> Int {
    let waits = views.map { $0.completeContent ?? $0.closedAt - $0.openedAt }
    return waits.indices.max { (waits[$0], $1) < (waits[$1], $0) } ?? 0
  }

  private func scenario() throws(InputError) -> Scenario {
    var scenario = Scenario(
      question: "What does the second visit take?",
      workload: try Chosen(named: "trace", settings: ["path": JSON(capture)]),
      strategies: [
        try Chosen(named: URLCache.name, settings: ["profile": JSON(profile.name)])
      ])
    scenario.networkSchedule = try Chosen(named: "always", settings: ["profile": JSON(network)])
    scenario.variance = .none
    return scenario
  }
}
