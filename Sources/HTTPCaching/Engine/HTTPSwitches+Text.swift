package import SimCore

extension HTTPSwitches {
  /// The switches that are not as RFC 9111 has them, and their positions.
  package var changes: [(field: Field<Self>, value: String)] {
    let usual = HTTPSwitches()
    return Self.list.compactMap { field in
      let value = Self.text(of: field, self)
      return value == Self.text(of: field, usual) ? nil : (field, value)
    }
  }

  /// A switch's position as listings and pages show it.
  package static func text(of field: Field<Self>, _ switches: HTTPSwitches) -> String {
    let value = field.value(in: switches)
    return value.string ?? value.compact
  }

  /// The clients that turn a switch, by its position: `loads: okhttp, chromium`.
  package static func clients(of field: Field<Self>) -> String {
    var positions: [(value: String, names: [String])] = []
    let usual = text(of: field, HTTPSwitches())
    for profile in HTTPProfile.all {
      let value = text(of: field, profile.switches)
      if value == usual { continue }
      if let place = positions.firstIndex(where: { $0.value == value }) {
        positions[place].names.append(profile.name)
      } else {
        positions.append((value, [profile.name]))
      }
    }
    return positions.map { "\($0.value): \($0.names.joined(separator: ", "))" }
      .joined(separator: "; ")
  }
}
