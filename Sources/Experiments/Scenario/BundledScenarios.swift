internal import SimCore

/// The scenarios that travel inside the program.
package enum BundledScenarios {
  /// Their names and texts, in the order in which listings show them.
  package static let all = EmbeddedFile.all(in: "Scenarios", ending: ".json")

  /// The text of one of them; nil when there is none of that name.
  package static func bytes(named name: String) -> [UInt8]? {
    all.first { $0.name == name }?.bytes
  }
}
