internal import CacheWorkloads
internal import DeviceModels
internal import Results
internal import SimCore

/// What is uncertain about the networks that a schedule names.
extension Scenario {
  /// A network that stands in settings of the schedule.
  struct Named {
    var network: NetworkChoice
    var profile: NetworkProfile
    var paths: [String]
  }

  /// Round trips and rates of each network, at half and double, and each of several alone; a
  /// recording stays as it was recorded.
  var networkAssumptions: [Assumption] {
    let networks = namedNetworks
    var found = networks.filter { $0.profile.recording == nil }.flatMap(Self.figures)
    if networks.count > 1 {
      let (names, paths) = (networks.map(\.network.json), networks.flatMap(\.paths))
      found.append(
        Assumption(
          path: Robustness.everyNetwork, value: JSON(networkSchedule.name), others: names,
          isRange: false, source: "some people have no other"
        ) { Self.set($0, at: paths, in: $1) })
    }
    return found
  }

  private static func figures(of named: Named) -> [Assumption] {
    let (profile, paths) = (named.profile, named.paths)
    let members = named.network.own?.json.members ?? []
    let own = members.filter { $0.value != JSON(.null) }
    let network = own.isEmpty ? [JSON.Member("preset", JSON(profile.name))] : own
    func assumption(_ name: String, _ value: JSON, beside others: [JSON.Member]) -> Assumption? {
      Assumption("\(profile.name).\(name)", value) { value, root in
        let changed = others + [JSON.Member(name, value)]
        let kept = network.filter { member in !changed.contains { $0.name == member.name } }
        return set(JSON(.object(kept + changed)), at: paths, in: root)
      }
    }
    let path = JSON.Member("serverPath", profile.serverPath.json)
    return [
      assumption("roundTrip", profile.linkRoundTrip.json, beside: [path]),
      assumption("down", profile.down.json, beside: []),
    ].compactMap(\.self)
  }

  private static func set(_ value: JSON, at paths: [String], in root: JSON) -> JSON? {
    paths.reduce(root as JSON?) { tree, path in
      tree.flatMap { SettingPath(path)?.set(value, in: $0) }
    }
  }

  /// Each once, in the order of the settings; what never delivers a packet is none.
  var namedNetworks: [Named] {
    var found: [Named] = []
    let known = networkSchedule.product.networks
    func visit(_ json: JSON, _ path: String) {
      for member in json.members ?? [] {
        let inner = "\(path).\(member.name)"
        guard let network = known.first(where: { $0.json == member.value }) else {
          visit(member.value, inner)
          continue
        }
        guard let profile = try? RecordedNetworks.profile(of: network), !profile.isOffline else {
          continue
        }
        if let place = found.firstIndex(where: { $0.network == network }) {
          found[place].paths.append(inner)
        } else {
          found.append(Named(network: network, profile: profile, paths: [inner]))
        }
      }
    }
    visit(networkSchedule.settings, "networkSchedule.settings")
    return found
  }
}
