internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import SimCore

/// The first open at which two strategies part, told for both.
struct PartingStory {
  private let labels: [String]
  private let parting: Parting?
  private let opens: Int
  private let tellings: [Telling]

  /// Finds the open in one world, and has it told.
  init(
    _ pair: [Chosen<AnyStrategy>], _ narrator: Narrator
  ) throws(WorkloadError) {
    labels = pair.map(\.label)
    (parting, opens) = try narrator.parting(of: pair[0].product, and: pair[1].product)
    var tellings: [Telling] = []
    if let parting {
      for strategy in pair {
        tellings += try narrator.tell([parting.first.id], of: strategy.product)
      }
    }
    self.tellings = tellings
  }

  /// The stories for people, one after the other.
  func text(_ title: String, isColored: Bool) -> String {
    guard let parting else {
      return "\(TextWidth.printable(title)): all \(opens) opens are alike.\n"
    }
    var text =
      "\(TextWidth.printable(title)): they part at open \(parting.alike + 1) of \(opens): "
      + parting.differences.joined(separator: ", ") + ".\n"
    for (label, telling) in zip(labels, tellings) {
      text +=
        "\n"
        + StoryText(telling).text(
          title: "\(TextWidth.printable(label)): \(telling.place)", isColored: isColored)
    }
    return text
  }

  /// The stories for programs; null where all opens are alike.
  var json: JSON {
    guard let parting else { return JSON(.null) }
    return .object([
      ("open", JSON(.integer(Int64(parting.alike + 1)))), ("opens", JSON(.integer(Int64(opens)))),
      ("differences", JSON(.array(parting.differences.map { JSON(.string($0)) }))),
      ("first", tellings[0].json), ("second", tellings[1].json),
    ])
  }
}
