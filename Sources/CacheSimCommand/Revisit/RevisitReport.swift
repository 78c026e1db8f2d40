internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// Second visits to one capture, as the tables that say what they took.
struct RevisitReport {
  struct Second {
    var profile: HTTPProfile
    var network: String
    var after: TimeSpan
    var outcome: Revisit.Outcome
  }

  var file: String
  var navigation: PageNavigation
  var changed: [String]
  var top: Int
  var visits: [Second] = []

  /// Those over the first network, which alone tell of reasons: a network changes none.
  var ofFirstNetwork: [Second] { visits.filter { $0.network == visits.first?.network } }

  /// Visits of one client over one network, of which the first visit is the same.
  var groups: [[Second]] {
    var groups: [[Second]] = []
    for visit in visits {
      if let last = groups.last?.last, last.profile.name == visit.profile.name,
        last.network == visit.network
      {
        groups[groups.count - 1].append(visit)
      } else {
        groups.append([visit])
      }
    }
    return groups
  }

  /// Requests of a second visit that are alike: what they took, and why.
  struct Cost {
    var address: String
    var cause: RevisitCause
    var cacheControl: String
    var needs = 0
    var requests = 0
    var down = Bytes.zero
    var ways: [Revisit.Way] = []

    mutating func add(_ use: Revisit.Use) {
      needs += 1
      requests += use.requests
      down = down + use.down
      if !ways.contains(use.way) { ways.append(use.way) }
    }
  }

  /// The requests of a visit by what `address` makes of their addresses, and by their cause: the
  /// most bytes first, then the most requests.
  static func costs(
    of visit: Revisit.Visit, by address: (Revisit.Use) -> String
  ) -> [Cost] {
    var costs: [Cost] = []
    for use in visit.uses where use.requests > 0 || use.way == .nothing {
      let (name, control) = (address(use), use.cacheControl ?? "–")
      let place =
        costs.firstIndex {
          $0.address == name && $0.cause == use.cause && $0.cacheControl == control
        } ?? costs.count
      if place == costs.count {
        costs.append(Cost(address: name, cause: use.cause, cacheControl: control))
      }
      costs[place].add(use)
    }
    return costs.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.down != b.down { return a.down > b.down }
      return a.requests == b.requests ? left.offset < right.offset : a.requests > b.requests
    }.map(\.element)
  }

  /// The pattern of an address: a star for each part of its path that has a digit, but for its
  /// ending and for versions as `v2`; without its query.
  static func pattern(of address: String) -> String {
    let whole = address.prefix { $0 != "?" && $0 != "#" }
    let pathStart =
      whole.firstRange(of: "://").map { range in
        whole[range.upperBound...].firstIndex(of: "/") ?? whole.endIndex
      } ?? whole.startIndex
    let parts = whole[pathStart...].split(separator: "/", omittingEmptySubsequences: false)
    let path = parts.map { part -> String in
      let isVersion = part.first == "v" && part.count > 1 && part.dropFirst().allSatisfy(\.isNumber)
      guard part.contains(where: \.isNumber), !isVersion else { return String(part) }
      return "*" + (part.lastIndex(of: ".").map { String(part[$0...]) } ?? "")
    }
    return whole[..<pathStart] + path.joined(separator: "/")
  }
}
