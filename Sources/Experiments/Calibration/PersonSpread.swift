internal import CacheWorkloads
internal import DeviceModels
internal import Results
internal import SimCore

/// How the mean of a link differs between people, as a table of quantiles in a scenario: those of
/// a log-normal distribution, by its median and its sigma.
struct PersonSpread: Hashable, Sendable {
  /// As `people.groups[0].links` names it.
  let access: NetworkAccess
  let quantity: FieldQuantity

  static let accesses: [NetworkAccess] = [.wifi, .cellular3G, .cellular4G, .cellular5G]
  private static let shares = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
  static let group = "calibrated"

  var path: String {
    "people.groups[0].links.\(access.rawValue).\(quantity == .roundTrip ? "roundTrip" : "down")"
  }

  private static func name(_ share: Double) -> String {
    Percentile(basisPoints: Int((share * 10_000).rounded())).name
  }

  static func table(_ median: Assumption.Amount, sigma: Double) -> JSON {
    .object(
      shares.map { share in
        let factor = DeterministicMath.exp(sigma * DeterministicMath.normalQuantile(share))
        return (name(share), median.json(of: (median.count * factor).rounded()))
      })
  }

  /// What the table in a scenario's text says; nil: it is none.
  func read(_ root: JSON) -> (median: Assumption.Amount, sigma: Double)? {
    let links = root["people"]?["groups"]?.elements?.first?["links"]
    let table = links?[access.rawValue]?[quantity == .roundTrip ? "roundTrip" : "down"]
    guard let median = table?["p50"].flatMap({ Assumption.Amount($0) }), median.count > 0,
      let high = table?["p90"].flatMap({ Assumption.Amount($0) })
    else { return nil }
    let sigma =
      DeterministicMath.log(max(high.count / median.count, 1))
      / DeterministicMath.normalQuantile(0.9)
    return (median, sigma)
  }

  /// The text with another median or sigma, and the other one as it is.
  func write(_ value: JSON, isSigma: Bool, into root: JSON) -> JSON? {
    guard let present = read(root) else { return nil }
    let amount = isSigma ? present.median : Assumption.Amount(value) ?? present.median
    return SettingPath(path)?.set(
      Self.table(amount, sigma: isSigma ? value.real ?? present.sigma : present.sigma), in: root)
  }
}

extension FieldData {
  /// So many people with several values each show how much people differ. An assumption.
  static let leastPeople = 8

  var tellsPeopleApart: Bool {
    guard people >= Self.leastPeople else { return false }
    return [FieldQuantity.roundTrip, .rateDown].contains { quantity in
      let sample = sample(quantity, FieldUnits(self), singleOnly: true)
      return sample.logarithms.count { $0.count > 1 } >= Self.leastPeople
    }
  }
}

extension Scenario {
  /// The people of a scenario that has none: one group, whose links are to be spread; nil: there
  /// is nothing to spread, or the scenario's people differ already.
  var peopleToFit: JSON? {
    guard people.groups.isEmpty, !workload.product.hasOwnLength else { return nil }
    var links: [(name: String, value: JSON)] = []
    for network in namedNetworks where network.profile.recording == nil {
      let access = network.profile.access
      guard PersonSpread.accesses.contains(access),
        !links.contains(where: { $0.name == access.rawValue }),
        let down = Assumption.Amount(network.profile.down.json), down.count > 0,
        let trip = Assumption.Amount(network.profile.roundTrip.json), trip.count > 0
      else { continue }
      let tables = [("roundTrip", trip), ("down", down)]
      links.append(
        (access.rawValue, .object(tables.map { ($0, PersonSpread.table($1, sigma: 0)) })))
    }
    guard !links.isEmpty else { return nil }
    let group = JSON.object([
      "name": JSON(PersonSpread.group), "share": JSON(1), "links": .object(links),
    ])
    return .object(["groups": JSON([group])])
  }

  /// The median and the sigma of each kind of link of the group that was written to be fitted;
  /// people whose links a population says keep theirs.
  func spreadSettings(for data: FieldData) -> [CalibratedSetting] {
    guard people.groups.count == 1, people.groups[0].name == PersonSpread.group else { return [] }
    let root = JSON.object([("people", people.json)])
    return [FieldQuantity.roundTrip, .rateDown].flatMap { quantity -> [CalibratedSetting] in
      let isSaid = data.observations.contains { $0.quantity == quantity && $0.access != nil }
      let all = PersonSpread.accesses.map { PersonSpread(access: $0, quantity: quantity) }
        .filter { $0.read(root) != nil }
      return (isSaid ? all.map { [$0] } : [all]).filter { !$0.isEmpty }.flatMap {
        Self.settings($0, root, access: isSaid ? $0[0].access : nil)
      }
    }
  }

  private static func settings(
    _ spreads: [PersonSpread], _ root: JSON, access: NetworkAccess?
  ) -> [CalibratedSetting] {
    let quantity = spreads[0].quantity
    let isTrip = quantity == .roundTrip
    @Sendable func sample(_ data: FieldData, _ units: FieldUnits) -> SampleByUnit {
      data.sample(quantity, units) { access == nil || $0.access == access }
    }
    func targets(isSigma: Bool) -> [CalibratedSetting.Target] {
      spreads.compactMap { spread in
        spread.read(root).map { present in
          CalibratedSetting.Target(
            path: spread.path + (isSigma ? ", sigma" : ".p50"),
            amount: isSigma ? .real(present.sigma) : present.median,
            scale: isSigma || !isTrip ? 1 : 1e9, spread: spread)
        }
      }
    }
    return [
      CalibratedSetting(
        targets: targets(isSigma: false), scale: .logarithmic, method: .simulated(.link(access))
      ) { .level(of: sample($0, $1)) },
      CalibratedSetting(
        targets: targets(isSigma: true), scale: .sigma, method: .simulated(.link(access))
      ) { $1.arePeople ? .variance(betweenUnitsOf: sample($0, $1)) : nil },
    ]
  }
}
