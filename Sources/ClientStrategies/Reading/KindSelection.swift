internal import CacheWorkloads
internal import ClientSimulation
public import SimCore

/// For which resources a rule holds, by what they are: for all, for none, or for some kinds.
///
/// Lists that lead to records are a kind of their own, whatever they are written in.
public struct KindSelection: SettingValue, NamedUnit, Equatable, ExpressibleByBooleanLiteral {
  /// In the order of all.
  private var kinds: [ScreenKind]

  public init(booleanLiteral isAll: Bool) { kinds = isAll ? ScreenKind.allCases : [] }

  /// Whether it holds for all.
  var isAll: Bool { kinds.count == ScreenKind.allCases.count }

  func contains(
    _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> Bool {
    guard !kinds.isEmpty else { return false }
    let isList = simulation.isList(resource)
    return kinds.contains(isList ? .list : ScreenKind(simulation.kind(of: resource)))
  }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> KindSelection? {
    if let isAll = Bool(json: json) { return KindSelection(booleanLiteral: isAll) }
    guard let elements = json.elements else {
      problems.note(
        at: json.offset, path: path,
        "expected true, false or a list of kinds of resources, found \(json.found)")
      return nil
    }
    let words = elements.enumerated().compactMap { place, element in
      CatalogName.read(
        element, path: "\(path)[\(place)]", "kind of resource", among: names, &problems)
    }
    guard words.count == elements.count else { return nil }
    var selection: KindSelection = false
    selection.kinds = ScreenKind.allCases.filter { words.contains($0.word) }
    return selection
  }

  public var json: JSON {
    isAll || kinds.isEmpty ? JSON(isAll) : JSON(.array(kinds.map { JSON($0.word) }))
  }

  public static var schema: JSON {
    let list = JSON.object(["type": "array", "items": CatalogName.schema(names)])
    return .object(["anyOf": JSON([Bool.schema, list])])
  }
  package static var unit: String { "\(Bool.unit), or list: \(names.joined(separator: ", "))" }

  private static let names = ScreenKind.allCases.map(\.word)
}

/// Which resources are fetched ahead, and which of them only where the network is not paid by
/// volume.
package struct KindsAhead: Sendable {
  package var prefetched: KindSelection = true
  package var onlyUnmetered: KindSelection = false

  /// Whether a resource is fetched ahead, on whatever network.
  func includes(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> Bool {
    prefetched.isAll || prefetched.contains(resource, in: simulation)
  }

  /// Whether a resource that is fetched ahead waits for another network.
  func defers(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> Bool {
    simulation.isMetered && onlyUnmetered.contains(resource, in: simulation)
  }
}
