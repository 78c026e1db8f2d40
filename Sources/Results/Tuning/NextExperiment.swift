internal import CacheMetrics
internal import SimCore

/// An experiment that would tell more than the search did.
package struct NextExperiment: Hashable, Sendable {
  package var reason: String
  package var command: String
}

extension TuningResult {
  /// The three experiments that would tell most, the most telling one first: more seeds where a
  /// constraint or two settings are undecided, a wider range where the best lies at its end, a
  /// finer one where neighbours of the best were left out, and what the best gains.
  package var nextExperiments: [NextExperiment] {
    guard let best = front.first ?? nearest.first else { return [] }
    let candidates = constraintDoubts(best) + widerRanges + undecided(best) + comparisons(best)
    return Array(candidates.prefix(3))
  }

  private func constraintDoubts(_ best: Int) -> [NextExperiment] {
    let own = candidate(best)
    guard let doubt = goal.constraints.first(where: { goal.isOpen($0, of: own) }) else { return [] }
    let text = goal.text(of: own, at: doubt.metric)
    return [
      NextExperiment(
        reason: "whether the best keeps \(MarkdownTable.code(doubt.text)) is open: \(text)",
        command: search(with: [], seeds: outline.seeds.count * 2))
    ]
  }

  /// The axes at whose end the best lies, where the objective still gained by as much as matters
  /// from the middle of the values to that end.
  private var widerRanges: [NextExperiment] {
    guard let centre else { return [] }
    return sensitivities.compactMap { sensitivity in
      let axis = outline.axes[sensitivity.axis]
      let along = lines(along: sensitivity.axis, through: centre)
      let seeds = along.map { lines[$0].seeds }.min() ?? 1
      func value(_ line: Int) -> Double? { goal.value(of: candidate(line, seeds: seeds), at: 0) }
      guard let level = lines[centre].levels[sensitivity.axis], axis.unit != nil,
        axis.values.count > 2, level == 0 || level == axis.values.count - 1,
        goal.objectives[0].isBetter(value(centre), than: value(along[along.count / 2])),
        goal.smallestDifference(at: 0).isReached(
          from: value(along[along.count / 2]), by: value(centre)),
        let wider = axis.beyond(isUp: level > 0)
      else { return nil }
      return NextExperiment(
        reason: "the best of what is varied has the \(level > 0 ? "largest" : "smallest") "
          + "\(MarkdownTable.code(axis.name)) that was allowed, "
          + "\(MarkdownTable.code(axis.values[level].text)): beyond it may be better",
        command: search(with: [(sensitivity.axis, wider)]))
    }
  }

  /// A rival that the seeds cannot tell from the best, and how many could.
  private func undecided(_ best: Int) -> [NextExperiment] {
    guard let ranking = answer?.ranking, outline.seeds.count > 1,
      let rival = alike.first(where: { line in
        compared.firstIndex(of: line).map { ranking.places[$0].kind == .undecided } ?? false
      }),
      outline.axes.indices.allSatisfy({ axis in
        (lines[rival].levels[axis] == nil) == (lines[best].levels[axis] == nil)
      }),
      let differences = goal.differences(at: 0, of: candidate(rival), from: candidate(best)),
      let deviation = differences.standardDeviation, differences.mean != 0
    else { return [] }
    // Where the half-width of the interval, 1.96 s / √n, is the difference itself.
    let ratio = 1.96 * deviation / abs(differences.mean)
    let needed = max((ratio * ratio).rounded(.up), Double(outline.seeds.count) * 2)
    let isWorthwhile = needed <= Self.mostSeeds
    let difference = Display.difference(
      differences.difference, within: differences.differenceInterval, goal.objectives[0].unit)
    return [
      NextExperiment(
        reason: "\(outline.seeds.count) seeds cannot tell the best from "
          + "\(MarkdownTable.code(title(of: rival))) (difference \(difference)); about "
          + (isWorthwhile ? "\(Int(needed)) would" : "more than \(Int(Self.mostSeeds)) would"),
        command: sweep(over: [best, rival], seeds: Int(min(max(needed, 2), Self.mostSeeds))))
    ]
  }

  private static let mostSeeds = 64.0

  private func comparisons(_ best: Int) -> [NextExperiment] {
    let label = ShellWord.quoted(lines[best].label)
    let settings = zip(outline.axes, lines[best].levels).compactMap { axis, level in
      level.map { " --set \(ShellWord.quoted("\(axis.name)=\(axis.values[$0].text)"))" }
    }.joined()
    return [
      NextExperiment(
        reason:
          "what the best gains over the other strategies of the scenario, with all metrics and "
          + "charts", command: "cachesim run \(subject)\(settings)"),
      NextExperiment(
        reason: "whether the answer rests on what was assumed and not measured",
        command: "cachesim sensitivity \(subject)\(settings)"),
      NextExperiment(
        reason: "which screens still wait under the best, and why",
        command: "cachesim explain \(subject) --strategy \(label)\(settings)"),
    ]
  }

  /// The scenario for another command; `seeds` is how many there are to be, nil: as before.
  private func subject(seeds: Int?) -> String {
    guard let seeds else { return subject }
    let words = ShellWord.all(in: subject)
    let others = words.indices.filter { place in
      words[place] != "--seeds" && (place == 0 || words[place - 1] != "--seeds")
    }
    let first = outline.seeds.first ?? 1
    return others.map { String(words[$0]) }.joined(separator: " ")
      + " --seeds \(first)..\(first + UInt64(max(seeds, 1)) - 1)"
  }

  private func search(with changed: [(axis: Int, values: String)], seeds: Int? = nil) -> String {
    let axes = outline.axes.enumerated().map { index, axis in
      let values =
        changed.first { $0.axis == index }?.values ?? axis.values.map(\.text).joined(separator: ",")
      return " --vary \(ShellWord.quoted("\(axis.name)=\(values)"))"
    }.joined()
    return "cachesim tune \(subject(seeds: seeds))\(axes)"
  }

  private func sweep(over lines: [Int], seeds: Int) -> String {
    let axes = outline.axes.enumerated().compactMap { index, axis -> String? in
      let chosen = lines.compactMap { self.lines[$0].levels[index] }
      guard !chosen.isEmpty else { return nil }
      let values = axis.values.indices.filter { chosen.contains($0) }
        .map { axis.values[$0].text }.joined(separator: ",")
      return " --vary \(ShellWord.quoted("\(axis.name)=\(values)"))"
    }.joined()
    return "cachesim sweep \(subject(seeds: seeds))\(axes)"
  }
}

extension SweptSetting {
  /// The last value and two beyond it, as a command line has them; nil: there is none, such as
  /// below zero.
  fileprivate func beyond(isUp: Bool) -> String? {
    guard let end = isUp ? values.last : values.first, let amount = end.amount, amount > 0 else {
      return nil
    }
    let factors = isUp ? [1.0, 2, 4] : [0.25, 0.5, 1]
    let amounts = factors.map { amount * $0 }
    let texts = amounts.compactMap(text(of:))
    return texts.count == amounts.count ? texts.joined(separator: ",") : nil
  }

  /// An amount as a scenario writes it; nil: it is none, such as half a thing.
  private func text(of amount: Double) -> String? {
    let isWhole = amount == amount.rounded()
    switch unit {
    case .number:
      if values.allSatisfy({ $0.amount.map { $0 == $0.rounded() } ?? true }) && !isWhole {
        return nil
      }
      return NumberText.decimal(amount, places: 9)
    case .bytes: return isWhole ? Bytes(Int64(amount)).text : nil
    case .seconds: return TimeSpan(nanoseconds: Int64((amount * 1e9).rounded())).text
    case .percent: return amount <= 100 ? "\(NumberText.decimal(amount, places: 6))%" : nil
    case .bitRate: return isWhole ? BitRate(bitsPerSecond: Int64(amount)).text : nil
    case nil: return nil
    }
  }
}
