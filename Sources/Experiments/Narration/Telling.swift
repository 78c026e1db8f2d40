internal import Client
public import SimCore
internal import Workloads

/// The story of one open under one strategy, in words.
public struct Telling: Sendable {
  /// The open as the run's book has it.
  public var open: Open
  /// What the screen shows.
  public var name: String
  /// What happened, in order of time.
  public var lines: [Line]
  /// The story in a sentence: when there was something to see, from where, and why so.
  public var summary: String

  /// One thing that happened.
  public struct Line: Hashable, Sendable {
    /// When.
    public var at: Instant
    /// The same, from the opening on; less than zero before it.
    public var since: TimeSpan
    /// What.
    public var what: String
    /// Why, or what it was about; nil: it explains itself.
    public var why: String?
  }

  init(_ open: Open, _ story: [StoryLine], partByPart: Bool) {
    let main = open.visit.resource
    let memory = StoryMemory(story)
    var lines: [Line] = []
    var folder = PartFolder()
    for (index, line) in story.enumerated() {
      if !partByPart, let resource = line.resource, resource != main {
        if let phrase = PartPhrase(line, memory.why(index)) {
          folder.add(phrase, of: line, at: lines.count)
        }
        continue
      }
      guard let words = StoryWords(line, main: main, memory.why(index)) else { continue }
      lines.append(
        Line(
          at: line.at, since: line.at - open.visit.openedAt, what: words.what, why: words.why))
    }
    self.open = open
    self.name = StoryWords.name(of: main, story.first { $0.resource == main }?.kind)
    self.lines = folder.lines(among: lines, openedAt: open.visit.openedAt)
    summary = StorySummary(open, story, memory).text
  }
}
