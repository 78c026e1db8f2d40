internal import CacheWorkloads
internal import ClientStrategies
internal import HTTPCaching
internal import Measurement
internal import SimCore

/// What a story says of why a copy was not where a strategy looked.
struct StoryMemory {
  /// What is said where the story knows nothing of a resource.
  static let unknown = "never fetched before"

  private let story: [ScreenTrace.Line]

  init(_ story: [ScreenTrace.Line]) { self.story = story }

  /// Why the copy that line looked for is not there; nil for other lines.
  func absence(_ index: Int) -> String? {
    guard case .looked(let tier, nil) = story[index].event, let resource = story[index].resource
    else { return nil }
    return absence(of: resource, from: tier, before: index)
  }

  /// Why a tier does not hold a resource, in words that follow a comma.
  private func absence(of resource: ResourceIndex, from tier: String, before end: Int) -> String {
    var reason = Self.unknown
    var refusal: String?
    for line in story[..<end] where line.resource == resource {
      let time = line.at.timeText(near: story[end].at)
      switch line.event {
      case .exchanged(let exchange) where exchange.status == 200:
        reason = "fetched at \(time), but kept nowhere"
        refusal = nil
      case .explained(let reason): refusal = Self.refusal(reason as? Reason, at: time) ?? refusal
      case .closed(_, .died):
        reason = "the app died at \(time) before the screen's model was kept"
      case .stored(let place, _, _, _, let isKept) where place == tier:
        reason =
          isKept
          ? "stored at \(time), and no longer there" : "there was no room for it at \(time)"
      case .left(let place, _, let departure, _, let isUnsaved) where place == tier:
        reason = Self.words(for: departure, at: time, isUnsaved: isUnsaved)
      default: break
      }
    }
    return refusal ?? reason
  }

  /// Why an answer was not stored; nil for reasons of other things.
  private static func refusal(_ reason: Reason?, at time: String) -> String? {
    switch reason {
    case .refused(let why): "the answer of \(time) was not stored: \(why.text)"
    case .tooLarge: "the answer of \(time) is too large to be kept"
    default: nil
    }
  }

  private static func words(
    for departure: Departure, at time: String, isUnsaved: Bool
  ) -> String {
    let words =
      switch departure {
      case .evicted: "evicted at \(time) to make room"
      case .removed: "removed at \(time)"
      case .emptied: "emptied out at \(time)"
      case .died(let ending): "lost at \(time), when \(StoryWords.words(for: ending))"
      case .discarded: "discarded by the system at \(time)"
      case .purged: "removed by the system at \(time), which lacked space"
      case .loggedOut: "removed at \(time), when its person logged out"
      case .upgraded: "removed at \(time), after an upgrade"
      }
    return isUnsaved ? words + ", not yet on flash" : words
  }
}

extension Instant {
  /// The time of day, with the day where it is another one.
  func timeText(near other: Instant) -> String {
    let time = String(timeOfDayText.prefix(8))
    return day == other.day ? time : "day \(day) \(time)"
  }
}
