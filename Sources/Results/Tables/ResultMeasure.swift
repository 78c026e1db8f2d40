package import CacheMetrics
package import SimCore

/// A number that results have: its name, its unit, and in which direction it is good.
package struct ResultMeasure: Hashable, Sendable {
  package var name: String
  package var unit: MetricUnit
  package var better: Better
}

extension ResultMeasure {
  init(_ metric: Metric) { self.init(name: metric.name, unit: metric.unit, better: metric.better) }

  /// The metrics of simulations, in the catalogue's order.
  package static let metrics = MetricCatalog.all.map { ResultMeasure($0) }

  /// These, and those of parts that a goal names.
  package static func metrics(for goal: Goal?) -> [ResultMeasure] {
    metrics + (goal?.metrics ?? []).filter { !$0.tags.isEmpty }.map { ResultMeasure($0) }
  }

  /// The numbers of replays of a trace, as `cachesim replay` calls them. Where every object counts
  /// 1, bytes are numbers of objects.
  package static let replay: [ResultMeasure] = [
    ResultMeasure(name: "requests", unit: .count, better: .neither),
    ResultMeasure(name: "bytes", unit: .bytes, better: .neither),
    ResultMeasure(name: "misses", unit: .count, better: .lower),
    ResultMeasure(name: "miss_bytes", unit: .bytes, better: .lower),
    ResultMeasure(name: missRatio, unit: .ratio, better: .lower),
    ResultMeasure(name: byteMissRatio, unit: .ratio, better: .lower),
  ]

  package static let missRatio = "miss_ratio"
  package static let byteMissRatio = "byte_miss_ratio"

  init?(_ json: JSON) {
    guard let name = json["name"]?.string,
      let unit = json["unit"]?.string.flatMap(MetricUnit.init(rawValue:)),
      let better = json["better"]?.string.flatMap(Better.init(rawValue:))
    else { return nil }
    self.init(name: name, unit: unit, better: better)
  }

  package var json: JSON { .object(members) }

  var members: [(String, JSON)] {
    [("name", JSON(name)), ("unit", JSON(unit.rawValue)), ("better", JSON(better.rawValue))]
  }
}

extension Sequence {
  /// Each first one of those with the same key, in order.
  package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var known: Set<Key> = []
    return filter { known.insert(key($0)).inserted }
  }

  /// Those with the same key together, in the order in which the keys come first.
  func groups<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, elements: [Element])] = []
    for element in self {
      let key = key(element)
      let place = places[key] ?? groups.count
      if place == groups.count {
        groups.append((key, []))
        places[key] = place
      }
      groups[place].elements.append(element)
    }
    return groups
  }
}
