internal import HTTPCaching
internal import SimCore

/// The positions of the switches of an HTTP cache, as far as a search tries them.
///
/// Words and truth values are all tried; of sets of statuses, numbers and times those that a
/// bundled profile has, and of sets the same with one status more or less.
enum SwitchSpace {
  /// A switch in another position.
  struct Turn {
    let name: String
    let value: JSON

    var key: String { "\(name)=\(value.compact)" }

    func applied(to switches: HTTPSwitches) -> HTTPSwitches? {
      var problems = Problems()
      return HTTPSwitches.readGroup(
        .object([(name, value)]), over: switches, path: "", &problems)
    }
  }

  /// Switches that show in no choice between using, validating and loading: a proxy's `Age`
  /// and marks, a page's
  /// end, and which bytes are loaded.
  private static let hidden: Set = ["saysAge", "endsLoads", "completesParts", "unstoredMark"]

  static let fields = HTTPSwitches.list.filter { !hidden.contains($0.name) }

  /// The other positions of a switch.
  /// - Parameter statuses: of which one is put into a set, or taken out.
  static func turns(
    of field: Field<HTTPSwitches>, from switches: HTTPSwitches, statuses: [Int] = []
  ) -> [Turn] {
    let present = field.value(in: switches)
    let known =
      [HTTPSwitches()] + HTTPProfile.all.map(\.switches)
    var values = words(of: field.name) + known.map { field.value(in: $0) }
    if let set = set(field.name, present) {
      values += statuses.map { JSON(set.toggling($0).text) }
    }
    return values.uniqued.filter { $0 != present }.map { Turn(name: field.name, value: $0) }
  }

  private static let schemas = HTTPSwitches.groupSchema["properties"]

  /// The words to choose from; empty where a switch has none.
  private static func words(of name: String) -> [JSON] {
    schemas?[name].map(words) ?? []
  }

  private static func words(_ schema: JSON) -> [JSON] {
    if let words = schema["enum"]?.elements { return words }
    if let forms = schema["anyOf"]?.elements { return forms.flatMap(words) }
    switch schema["type"]?.string {
    case "boolean": return [false, true]
    case "null": return [JSON(.null)]
    default: return []
    }
  }

  private static let sets: Set = [
    "statuses", "statusesWithoutLifetime", "permanentStatuses", "heuristicStatuses",
    "validatedStatuses",
  ]

  /// The statuses of a switch that is a set; null stands for all.
  private static func set(_ name: String, _ value: JSON) -> StatusSet? {
    guard sets.contains(name) else { return nil }
    var problems = Problems()
    return value.string == nil ? .final : StatusSet.read(value, path: "", &problems)
  }
}
