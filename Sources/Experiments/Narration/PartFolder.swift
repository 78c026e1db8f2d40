internal import CacheWorkloads
internal import Measurement
internal import SimCore

/// Gathers what happens to the parts of a screen: one line for each kind of thing.
struct PartFolder {
  private struct Fold {
    var phrase: PartPhrase
    /// Where its line stands among those of the main resource.
    var place: Int
    var name: String
    var first: Instant
    var last: Instant
    var count = 1
    var whys: [String]
  }

  private var folds: [Fold] = []

  /// Adds what a line says; `place` is how many lines stand before it.
  mutating func add(_ phrase: PartPhrase, of line: ScreenTrace.Line, at place: Int) {
    guard let index = folds.firstIndex(where: { $0.phrase.form == phrase.form }) else {
      let name = line.resource.map { StoryWords.name(of: $0, line.kind) } ?? phrase.subject
      folds.append(
        Fold(
          phrase: phrase, place: place, name: name, first: line.at, last: line.at,
          whys: phrase.why.map { [$0] } ?? []))
      return
    }
    folds[index].count += 1
    folds[index].last = max(folds[index].last, line.at)
    folds[index].phrase.bytes += phrase.bytes
    if let why = phrase.why, !folds[index].whys.contains(why) { folds[index].whys.append(why) }
  }

  /// All lines in order.
  func lines(among own: [Telling.Line], openedAt: Instant) -> [Telling.Line] {
    var lines: [Telling.Line] = []
    var next = 0
    for index in 0...own.count {
      while next < folds.count, folds[next].place <= index {
        lines.append(line(of: folds[next], openedAt))
        next += 1
      }
      if index < own.count { lines.append(own[index]) }
    }
    return lines
  }

  private func line(of fold: Fold, _ openedAt: Instant) -> Telling.Line {
    let phrase = fold.phrase
    var what =
      fold.count == 1
      ? "\(fold.name) \(phrase.one)" : "\(phrase.subjects(fold.count)) \(phrase.many)"
    if phrase.bytes > .zero { what += ", \(StoryWords.bytes(phrase.bytes))" }
    var whys = fold.whys.count > 2 ? Array(fold.whys.prefix(1)) + ["others otherwise"] : fold.whys
    if fold.last - fold.first >= .milliseconds(1) {
      whys.append("the last one \(StoryWords.time(fold.last - fold.first)) later")
    }
    return Telling.Line(
      at: fold.first, since: fold.first - openedAt, what: what,
      why: whys.isEmpty ? nil : whys.joined(separator: "; "))
  }
}
