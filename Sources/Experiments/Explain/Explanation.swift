internal import CacheWorkloads
internal import Measurement
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
  /// What its waits consist of.
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
        if phrase.isMiss, let next, next.isHit, next.resource == line.resource { continue }
        subresources.add(phrase, of: line, at: lines.count)
        continue
      }
      guard let words = EventDescription(step, main: main, names) else { continue }
      lines.append(
        Line(at: line.at, since: line.at - openedAt, what: words.what, why: words.why))
    }
    self.record = record
    device = names.deviceName
    self.name = names.name(of: main, trace.first { $0.resource == main }?.kind)
    self.lines = subresources.lines(among: lines, openedAt: openedAt)
    summary = ExplanationSummary(record.view, steps).text
    waterfall = WaterfallReader(record.view, trace, names).waterfall
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

extension ScreenTrace.Line {
  fileprivate var isHit: Bool {
    if case .looked(_, .some) = event { return true }
    return false
  }
}
