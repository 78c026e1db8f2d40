internal import CacheWorkloads
internal import Measurement
package import SimCore

/// The story of one open under one strategy, in words.
package struct Telling: Sendable {
  /// The open as the run's book has it.
  package var open: Open
  /// What the screen shows.
  package var name: String
  /// What happened, in order of time.
  package var lines: [Line]
  /// The story in a sentence: when there was something to see, from where, and why so.
  package var summary: String

  /// One thing that happened.
  package struct Line: Hashable, Sendable {
    /// When.
    package var at: Instant
    /// The same, from the opening on; less than zero before it.
    package var since: TimeSpan
    /// What.
    package var what: String
    /// Why, or what it was about; nil: it explains itself.
    package var why: String?
  }

  /// How many things that befell the main resource before the open are told.
  private static let pastLines = 5

  init(_ open: Open, _ story: [ScreenTrace.Line], partByPart: Bool) {
    let main = open.visit.resource
    let steps = StoryStep.steps(of: story)
    let past = steps.count { $0.line.resource == main && $0.line.at < open.visit.openedAt }
    var skipped = max(0, past - Self.pastLines)
    var lines: [Line] = []
    var folder = PartFolder()
    for (index, step) in steps.enumerated() {
      let line = step.line
      let isPast = line.at < open.visit.openedAt
      if line.resource == main, isPast, skipped > 0 {
        skipped -= 1
        continue
      }
      if Self.isFolded(line, main: main, partByPart) {
        // What befell parts before is told by why they are not where they are looked for.
        guard !isPast, let phrase = PartPhrase(step) else { continue }
        let next = index + 1 < steps.count ? steps[index + 1].line : nil
        if phrase.isInVain, let next, next.isHit, next.resource == line.resource { continue }
        folder.add(phrase, of: line, at: lines.count)
        continue
      }
      guard let words = StoryWords(step, main: main) else { continue }
      lines.append(
        Line(
          at: line.at, since: line.at - open.visit.openedAt, what: words.what, why: words.why))
    }
    self.open = open
    self.name = StoryWords.name(of: main, story.first { $0.resource == main }?.kind)
    self.lines = folder.lines(among: lines, openedAt: open.visit.openedAt)
    summary = StorySummary(open, steps).text
  }

  /// Whether a line is told together with others of its kind: of parts, and of files beside the
  /// entries, as an index is.
  private static func isFolded(
    _ line: ScreenTrace.Line, main: ResourceIndex, _ partByPart: Bool
  ) -> Bool {
    if let resource = line.resource { return resource != main && !partByPart }
    if case .wrote = line.event { return true }
    return false
  }
}

extension ScreenTrace.Line {
  /// Whether a tier was asked and had the copy.
  fileprivate var isHit: Bool {
    if case .looked(_, .some) = event { return true }
    return false
  }
}
