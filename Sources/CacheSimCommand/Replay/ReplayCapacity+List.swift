internal import ArgumentParser
internal import Experiments

extension ReplayCapacity {
  /// The capacities that a flag lists, each once.
  static func list(_ text: String, countsObjects: Bool) throws -> [ReplayCapacity] {
    var all: [ReplayCapacity] = []
    for part in ChoiceText.list(text) {
      guard let sizes = read(part, countsObjects: countsObjects) else {
        let amount = countsObjects ? "a number of objects such as 1000" : "bytes such as 64MiB"
        throw ValidationError(
          "--capacity: expected \(amount), a share such as 1%, or auto, all more than nothing; "
            + "found '\(part)'")
      }
      all += sizes.filter { !all.contains($0) }
    }
    return all
  }
}
