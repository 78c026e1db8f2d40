internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import HTTPCaching
package import Results
package import SimCore

/// What happened in one screen view under one strategy, when and why, in words.
package struct Explanation: Sendable {
  package var record: ViewRecord
  /// What the screen shows.
  package var name: String
  /// Its name in a story, or its number.
  package var device: String
  package var lines: [Line]
  /// All of it in a sentence: when content came, from where, and why so.
  package var summary: String
  package var waterfall: ViewWaterfall

  package struct Line: Hashable, Sendable {
    package var at: Instant
    /// From the opening on; less than zero before it.
    package var since: TimeSpan
    package var what: String
    /// Why, or what it was about; nil: it is clear without.
    package var why: String?
  }

  /// How many lines of the main resource from before the opening are shown.
  private static let earlierLines = 5

  init(
    _ record: ViewRecord, _ trace: [ScreenTrace.Line], partByPart: Bool,
    names: StoryNames = StoryNames()
  ) {
    let names = ResourceNames(names: names, device: record.id.device)
    let main = record.view.resource
    let openedAt = record.view.openedAt
    let steps = ExplanationStep.steps(of: trace)
    let earlier = steps.count { $0.line.resource == main && $0.line.at < openedAt }
    var skipped = max(0, earlier - Self.earlierLines)
    var lines: [Line] = []
    var subresources = SubresourceLines(names)
    for (index, step) in steps.enumerated() {
      let line = step.line
      let isEarlier = line.at < openedAt
      if line.resource == main, isEarlier, skipped > 0 {
        skipped -= 1
        continue
      }
      if Self.isGrouped(line, main: main, partByPart) {
        // What happened to subresources before is the reason why a lookup misses them.
        guard !isEarlier, let phrase = SubresourcePhrase(step, names) else { continue }
        let next = index + 1 < steps.count ? steps[index + 1].line : nil
        if step.isMiss, let next, case .looked(_, .some) = next.event,
          next.resource == line.resource
        {
          continue
        }
        subresources.add(phrase, of: line, at: lines.count)
        continue
      }
      guard let words = EventDescription(step, main: main, names) else { continue }
      lines.append(Line(at: line.at, since: line.at - openedAt, what: words.what, why: words.why))
    }
    self.record = record
    device = names.deviceName
    self.name = names.name(of: main, trace.first { $0.resource == main }?.kind)
    self.lines = subresources.lines(among: lines, openedAt: openedAt)
    summary = ExplanationSummary(record.view, steps).text
    waterfall = WaterfallReader(view: record.view, lines: trace, names: names).waterfall
  }

  /// Whether a line is shown together with others of its kind: of subresources, and of files beside
  /// the entries, such as an index.
  private static func isGrouped(
    _ line: ScreenTrace.Line, main: ResourceIndex, _ partByPart: Bool
  ) -> Bool {
    if let resource = line.resource { return resource != main && !partByPart }
    if case .wrote = line.event { return true }
    return false
  }
}

/// A trace line with what belongs to it: misses at one instant are one step, and so are storing a
/// copy on flash and the write that it costs.
struct ExplanationStep {
  var line: ScreenTrace.Line
  /// Of a miss: all tiers that were looked up.
  var tiers: [String] = []
  /// Of a miss: why the copy is not there.
  var missCause: String?
  /// Of a write to flash: the version that it stores there.
  var version: UInt32?

  static func steps(of trace: [ScreenTrace.Line]) -> [ExplanationStep] {
    let causes = MissCauses(trace: trace)
    var steps: [ExplanationStep] = []
    for (index, line) in trace.enumerated() {
      var step = ExplanationStep(line: line)
      switch line.event {
      case .looked(let tier, nil):
        step.tiers = [tier]
        step.missCause = causes.cause(at: index)
        if let last = steps.last, last.isMiss, last.line.resource == line.resource,
          last.line.at == line.at
        {
          step.tiers = last.tiers + step.tiers
          step.missCause = last.hasKnownCause ? last.missCause : step.missCause
          steps.removeLast()
        }
      case .wrote(let tier, _):
        if let last = steps.last, last.line.resource == line.resource, last.line.at == line.at,
          case .stored(tier, .flash, let version, _, true) = last.line.event
        {
          step.version = version
          steps.removeLast()
        }
      default: break
      }
      steps.append(step)
    }
    return steps
  }

  var isMiss: Bool { !tiers.isEmpty }
  private var hasKnownCause: Bool { missCause != nil && missCause != MissCauses.unknown }
}

/// Why lookups missed, from earlier lines of a screen's trace.
struct MissCauses {
  static let unknown = "never fetched before"

  let trace: [ScreenTrace.Line]

  /// Why the lookup of that line missed, in words that follow a comma; nil for other lines.
  func cause(at end: Int) -> String? {
    guard case .looked(let tier, nil) = trace[end].event, let resource = trace[end].resource
    else { return nil }
    var cause = Self.unknown
    var refusal: String?
    for line in trace[..<end] where line.resource == resource {
      let time = line.at.timeText(near: trace[end].at)
      switch line.event {
      case .exchanged(let exchange) where exchange.status == 200:
        cause = "fetched at \(time), but not stored"
        refusal = nil
      case .exchanged(let exchange) where exchange.isCancelled && cause == Self.unknown:
        cause = "its request was cancelled at \(time)"
      case .explained(let reason): refusal = Self.refusal(reason as? Reason, at: time) ?? refusal
      case .closed(_, .died):
        cause = "the app's process ended at \(time) before the screen's model was stored"
      case .stored(let place, _, _, _, let isStored) where place == tier:
        cause = isStored ? "stored at \(time), and no longer there" : "it did not fit at \(time)"
      case .left(let place, _, let departure, _, let isUnsaved) where place == tier:
        cause = Self.words(for: departure, at: time, isUnsaved: isUnsaved)
      default: break
      }
    }
    return refusal ?? cause
  }

  /// Why a response was not stored; nil for reasons of other things.
  private static func refusal(_ reason: Reason?, at time: String) -> String? {
    switch reason {
    case .refused(let why): "the response of \(time) was not stored: \(why.text)"
    case .tooLarge: "the response of \(time) is too large to be stored"
    default: nil
    }
  }

  private static func words(for departure: Departure, at time: String, isUnsaved: Bool) -> String {
    let words =
      switch departure {
      case .evicted: "evicted at \(time) to free space"
      case .removed: "removed at \(time)"
      case .emptied: "removed at \(time), when the tier was emptied"
      case .died(let ending): "lost at \(time), when \(EventDescription.words(for: ending))"
      case .discarded: "discarded by the system at \(time)"
      case .purged: "removed by the system at \(time), which lacked space"
      case .loggedOut: "removed at \(time), when its user logged out"
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
