internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import Results
internal import SimCore

/// A setting of a scenario that field data can tell, or several that move by one factor.
struct CalibratedSetting: Sendable {
  /// In which units a setting moves, so that what is measured moves nearly in proportion.
  enum Scale: Sendable {
    /// That of its values' logarithms.
    case logarithmic
    /// A standard deviation of logarithms moves by its square.
    case sigma
  }

  enum Method: Hashable, Sendable {
    /// The data's number is the setting's.
    case direct
    /// The simulation is to show the data's number (indirect inference: C. Gourieroux, A. Monfort
    /// and E. Renault, Journal of Applied Econometrics 8(S1), 1993), which depends on the settings
    /// of its block alone.
    case simulated(Block)
  }

  enum Block: Hashable, Sendable {
    /// A kind of link; nil: all.
    case link(NetworkAccess?)
    /// How often and for how long people use the app.
    case sessions
  }

  struct Target: Sendable {
    var path: String
    var amount: Assumption.Amount
    /// Also set, so that the value means what it says.
    var beside: [(path: String, value: JSON)] = []
    /// For how many of the amount's units one unit of the data stands: 1e9 of nanoseconds.
    var scale = 1.0
    /// Of what is drawn for each person: the table, whose median or sigma it is.
    var spread: PersonSpread?

    /// The value in the data's units.
    var value: Double { amount.count / scale }

    func json(of value: Double) -> JSON {
      amount.json(of: Assumption.Amount.rounded(max(value, 0), digits: 4) * scale)
    }
  }

  let targets: [Target]
  let scale: Scale
  let method: Method
  /// In the units in which the setting moves.
  let statistic: @Sendable (FieldData, FieldUnits) -> FieldEstimate?

  /// What a target has, in the units in which the setting moves.
  func position(of target: Target) -> Double {
    switch scale {
    case .sigma: target.value * target.value
    case .logarithmic: DeterministicMath.log(max(target.value, 1e-9))
    }
  }

  /// The value of a target that is moved so far.
  func value(of target: Target, moved: Double) -> Double {
    switch scale {
    case .sigma: max(position(of: target) + moved, 0).squareRoot()
    case .logarithmic: DeterministicMath.exp(position(of: target) + moved)
    }
  }

  /// As far as it may be moved: by e⁹ times, and a deviation to 0 and to 3.
  func allowed(_ moved: Double) -> Double {
    if scale == .logarithmic { return min(max(moved, -9), 9) }
    let present = position(of: targets[0])
    return min(max(moved, -present), max(9 - present, 0))
  }

  func write(moved: Double, into root: JSON) -> JSON? {
    var root = root
    for target in targets {
      let value = target.json(of: value(of: target, moved: moved))
      if let spread = target.spread {
        guard let changed = spread.write(value, isSigma: scale == .sigma, into: root) else {
          return nil
        }
        root = changed
        continue
      }
      for (path, json) in [(target.path, value)] + target.beside {
        guard let changed = SettingPath(path)?.set(json, in: root) else { return nil }
        root = changed
      }
    }
    return root
  }

}

extension ScenarioFile {
  /// The file in the form whose settings can be changed one by one: names of networks and of the
  /// device as objects, and the times of kinds of resources that the data has.
  /// - Parameter spreadsLinks: whether people get links of their own; nil: where the data shows it.
  func writingWhole(
    for data: FieldData, spreadsLinks: Bool? = nil
  ) throws(InputError) -> ScenarioFile {
    var changes: [(path: String, value: JSON)] = []
    for network in scenario.namedNetworks where network.profile.recording == nil {
      guard network.network.own == nil else { continue }
      let object = JSON.object([("preset", JSON(network.profile.name))])
      changes += network.paths.map { ($0, object) }
    }
    if let device = tree["device"], device.string != nil {
      changes.append(("device", .object([("preset", device)])))
    }
    let times = data.kindsOfServerTime.map { kind -> JSON in
      let own = scenario.origin.thinkTimes.first { $0.kind == kind }?.thinkTime
      return JSON.object([
        "kind": kind.json, "thinkTime": (own ?? scenario.origin.thinkTime).json,
      ])
    }
    if !times.isEmpty { changes.append(("origin.thinkTimes", JSON(.array(times)))) }
    if spreadsLinks ?? data.tellsPeopleApart, let people = scenario.peopleToFit {
      changes.append(("people", people))
    }
    var root = scenario.namingItsSchedule(tree)
    for change in changes { root.set(change.path, change.value) }
    return try with(root)
  }

  func moved(_ moves: [(setting: CalibratedSetting, by: Double)]) throws(InputError) -> ScenarioFile
  {
    try with(moves.reduce(tree) { $1.setting.write(moved: $1.by, into: $0) ?? $0 })
  }

  private func with(_ root: JSON) throws(InputError) -> ScenarioFile {
    try reading(root, .settings) { "calibrate: \($0.line)" }
  }
}

extension FieldData {
  /// So many answers of a kind tell its server time. An assumption.
  private static let leastAnswers = 30

  var kindsOfServerTime: [ResourceKind] {
    let kinds = ResourceKind.allCases.filter { kind in
      observations.count { $0.quantity == .serverTime && $0.kind == kind } >= Self.leastAnswers
    }
    return kinds.count > 1 ? kinds : []
  }

  /// Of a kind, or of all beside some.
  fileprivate func serverTimes(
    of kind: ResourceKind?, beside kinds: [ResourceKind], _ units: FieldUnits
  ) -> SampleByUnit {
    sample(.serverTime, units, singleOnly: true) { each in
      kind.map { each.kind == $0 } ?? !(each.kind.map { kinds.contains($0) } ?? false)
    }
  }
}

// MARK: - The settings of a scenario

extension Scenario {
  /// The settings of a scenario that was written whole which field data could tell.
  func calibratedSettings(for data: FieldData) -> [CalibratedSetting] {
    linkSettings(for: data) + serverSettings(for: data) + launchSettings + useSettings
      + screenSettings
  }

  /// A setting of one target; nil: its value is no number that could be moved.
  private func setting(
    _ path: String, _ value: JSON?, scale: Double = 1, _ kind: CalibratedSetting.Scale,
    _ method: CalibratedSetting.Method = .direct,
    _ statistic: @escaping @Sendable (FieldData, FieldUnits) -> FieldEstimate?
  ) -> CalibratedSetting? {
    value.flatMap { Assumption.Amount($0, isReal: $0.string == nil) }.map {
      CalibratedSetting(
        targets: [CalibratedSetting.Target(path: path, amount: $0, scale: scale)], scale: kind,
        method: method, statistic: statistic)
    }
  }

  private func time(
    _ path: String, _ value: TimeSpan,
    _ sample: @escaping @Sendable (FieldData, FieldUnits) -> SampleByUnit
  ) -> CalibratedSetting? {
    setting(path, value.json, scale: 1e9, .logarithmic) { .logarithm(ofMeanOf: sample($0, $1)) }
  }

  /// By the kind of link where the data says it, and else by one factor for all networks.
  private func linkSettings(for data: FieldData) -> [CalibratedSetting] {
    if !people.groups.isEmpty { return spreadSettings(for: data) }
    let networks = namedNetworks.filter { $0.profile.recording == nil }
    return [FieldQuantity.roundTrip, .rateDown].flatMap { quantity -> [CalibratedSetting] in
      let own = data.observations.filter { $0.quantity == quantity }
      let isSaid = own.contains { $0.access != nil }
      let accesses = isSaid ? networks.map { Optional($0.profile.access) }.uniqued : [nil]
      return accesses.compactMap { access in
        let targets = networks.filter { access == nil || $0.profile.access == access }
          .flatMap { $0.targets(of: quantity) }
        guard !targets.isEmpty else { return nil }
        return CalibratedSetting(
          targets: targets, scale: .logarithmic, method: .simulated(.link(access))
        ) { .level(of: $0.sample(quantity, $1) { access == nil || $0.access == access }) }
      }
    }
  }

  private func serverSettings(for data: FieldData) -> [CalibratedSetting] {
    let kinds = data.kindsOfServerTime
    func time(_ path: String, _ value: TimeSpan, of kind: ResourceKind?) -> CalibratedSetting? {
      self.time(path, value) { $0.serverTimes(of: kind, beside: kinds, $1) }
    }
    let times = origin.thinkTimes.enumerated().map {
      time("origin.thinkTimes[\($0)].thinkTime", $1.thinkTime, of: $1.kind)
    }
    let sigma = setting("origin.thinkTimeSigma", JSON(origin.thinkTimeSigma), .sigma) {
      data, units in
      let all = kinds.map(Optional.init) + [nil]
      return .variance(within: all.map { data.serverTimes(of: $0, beside: kinds, units) })
    }
    return (times + [time("origin.thinkTime", origin.thinkTime, of: nil), sigma]).compactMap { $0 }
  }

  private var launchSettings: [CalibratedSetting] {
    let sigma = setting("device.launchSigma", JSON(device.launchSigma), .sigma) { data, units in
      .variance(
        within: [.coldLaunch, .warmLaunch].map { data.sample($0, units, singleOnly: true) })
    }
    return [
      time("device.coldLaunch", device.coldLaunch) { $0.sample(.coldLaunch, $1, singleOnly: true) },
      time("device.warmLaunch", device.warmLaunch) { $0.sample(.warmLaunch, $1, singleOnly: true) },
      sigma,
    ].compactMap { $0 }
  }

  private var useSettings: [CalibratedSetting] {
    guard let use = workload.settings["use"] else { return [] }
    func ofUse(
      _ name: String, scale: Double = 1, _ kind: CalibratedSetting.Scale,
      _ statistic: @escaping @Sendable (FieldData, FieldUnits) -> FieldEstimate?
    ) -> CalibratedSetting? {
      setting(
        "workload.settings.use." + name, use[name], scale: scale, kind, .simulated(.sessions),
        statistic)
    }
    let settings = [
      ofUse("sessionsPerDay", .logarithmic) { .dailyMean(of: $0.sample(.sessionsPerDay, $1)) },
      ofUse("rateSigma", .sigma) {
        $1.arePeople ? .dailyVariance(of: $0.sample(.sessionsPerDay, $1)) : nil
      },
      ofUse("sessionLength", scale: 1e9, .logarithmic) { .mean(of: $0.sample(.sessionLength, $1)) },
      ofUse("sessionLengthSigma", .sigma) {
        .variance(of: $0.sample(.sessionLength, $1, singleOnly: true))
      },
    ]
    return settings.compactMap { $0 }
  }

  /// Of one's own app: the size and the lifetime of screens that the data names.
  private var screenSettings: [CalibratedSetting] {
    let screens = workload.settings["screens"]?.elements ?? []
    return screens.enumerated().flatMap { place, screen -> [CalibratedSetting] in
      guard let name = screen["name"]?.string else { return [] }
      let kind = screen["kind"]?.string
      func setting(
        _ path: String, _ value: JSON?, scale: Double, _ quantity: FieldQuantity
      ) -> CalibratedSetting? {
        self.setting(
          "workload.settings.screens[\(place)].\(path)", value, scale: scale, .logarithmic
        ) {
          let sample = $0.sample(quantity, $1) {
            $0.screen == name && ($0.kind == nil || $0.kind?.json.string == kind)
          }
          return quantity == .responseBytes ? .logarithm(ofMeanOf: sample) : .level(of: sample)
        }
      }
      return [
        setting("bytes", screen["bytes"], scale: 1, .responseBytes),
        setting("headers.maxAge", screen["headers"]?["maxAge"], scale: 1e9, .freshnessLifetime),
      ].compactMap { $0 }
    }
  }
}

extension Scenario.Named {
  /// The mean round trip is of the whole way, so that nothing comes to it beyond the link.
  fileprivate func targets(of quantity: FieldQuantity) -> [CalibratedSetting.Target] {
    let isTrip = quantity == .roundTrip
    let value = isTrip ? profile.roundTrip.json : profile.down.json
    guard let amount = Assumption.Amount(value), amount.count > 0 else { return [] }
    return paths.map { path in
      CalibratedSetting.Target(
        path: "\(path).\(isTrip ? "roundTrip" : "down")", amount: amount,
        beside: isTrip ? [("\(path).serverPath", TimeSpan.zero.json)] : [],
        scale: isTrip ? 1e9 : 1)
    }
  }
}
