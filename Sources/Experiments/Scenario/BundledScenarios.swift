internal import SimCore

package enum BundledScenarios {
  package typealias Named = (name: String, bytes: [UInt8])

  /// The questions of an app's author, in the order in which listings show them.
  package static let all = EmbeddedFile.all(in: "Scenarios", ending: ".json")

  /// What begins the names of those that stand beside published studies.
  package static let publishedPrefix = "published/"

  package static let published: [Named] = EmbeddedFile.all(
    in: "Scenarios/Published", ending: ".json"
  ).map { (publishedPrefix + $0.name, $0.bytes) }

  package static var known: [Named] { all + published }

  package static func bytes(named name: String) -> [UInt8]? {
    known.first { $0.name == name }?.bytes
  }
}
