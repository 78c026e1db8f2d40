internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Measurement
internal import Results
internal import SimCore

struct ExplainedStrategy {
  var label: String
  var explanations: [Explanation]
}

struct ExplainedScenario {
  var name: String
  var seed: UInt64
  var varied: String?
  var strategies: [ExplainedStrategy]

  func text(isColored: Bool) -> String {
    strategies.flatMap { strategy in
      strategy.explanations.map { explanation in
        ExplanationText(explanation).text(
          title: title(of: explanation, under: strategy.label), isColored: isColored)
      }
    }.joined(separator: "\n") + comparison
  }

  /// The explanations for a page: a section for each strategy, then all side by side.
  var sections: [(title: String, lines: String)] {
    strategies.map { strategy in
      let views = strategy.explanations.map { explanation in
        ExplanationText(explanation).text(
          title: title(of: explanation, under: strategy.label), isColored: false)
      }
      return (strategy.label, views.joined(separator: "\n"))
    } + (comparison.isEmpty ? [] : [("Side by side", comparison)])
  }

  /// Each view under all strategies side by side; empty: there is one strategy.
  private var comparison: String {
    guard strategies.count > 1, let first = strategies.first else { return "" }
    return first.explanations.map { view in
      let rows = strategies.flatMap { strategy in
        strategy.explanations.filter { $0.record.id == view.record.id }.map { explanation in
          [TextWidth.printable(strategy.label)] + explanation.cells
        }
      }
      let columns = [
        "strategy", "launch", "first content", "fresh content", "from", "outdated", "written",
      ]
      return "\n\(view.place)\n" + AlignedText.table([columns] + rows, .left)
    }.joined()
  }

  var listing: Listing {
    Listing(
      ["strategy", "device", "screen", "at_ms", "since_open_ms", "what", "why"],
      of: strategies.flatMap { strategy in
        strategy.explanations.flatMap { explanation -> [JSON] in
          let open: [(String, JSON)] = [
            ("strategy", JSON(strategy.label)),
            ("device", JSON(explanation.record.id.device)),
            ("screen", JSON(explanation.record.id.screen)),
          ]
          return (explanation.json["lines"]?.elements ?? []).map { line in
            JSON.object(open + (line.members ?? []).map { ($0.name, $0.value) })
          }
        }
      })
  }

  private func title(of explanation: Explanation, under label: String) -> String {
    var words = [TextWidth.printable(label), "seed \(seed)"]
    if let varied { words.insert(TextWidth.printable(varied), at: 1) }
    return "\(TextWidth.printable(name)), \(words.joined(separator: ", ")): \(explanation.place)"
  }

  /// Times in milliseconds of virtual time.
  var json: JSON {
    .object([
      ("scenario", JSON(name)), ("seed", JSON(seed)),
      ("varied", JSON(varied)),
      (
        "strategies",
        JSON(
          .array(
            strategies.map { strategy in
              .object([
                ("strategy", JSON(strategy.label)),
                ("opens", JSON(.array(strategy.explanations.map(\.json)))),
              ])
            }))
      ),
    ])
  }
}

extension Explanation {
  var place: String {
    "\(TextWidth.printable(device)), screen \(record.id.screen), \(TextWidth.printable(name)), "
      + record.view.openedAt.clockText
  }

  /// What a row of a table says of it: launch and waits, source, outdated time, and bytes written
  /// to flash.
  var cells: [String] {
    let view = record.view
    func span(_ span: TimeSpan?) -> String {
      span.map { Display.text($0.milliseconds, .milliseconds) } ?? "none"
    }
    return [
      span(view.launch), span(view.firstContent), span(view.freshContent),
      view.firstContent == nil ? "nothing" : "\(view.firstSource)",
      view.timeOutdated == .zero ? "no" : span(view.timeOutdated),
      Display.text(Double(record.flash.count), .bytes),
    ]
  }

  var json: JSON {
    let view = record.view
    func milliseconds(_ span: TimeSpan?) -> JSON {
      span.map { JSON($0.milliseconds) } ?? JSON(.null)
    }
    return .object([
      ("device", JSON(record.id.device)),
      ("screen", JSON(record.id.screen)),
      ("view", JSON(view.resource)), ("name", JSON(name)),
      ("opened_at", JSON(view.openedAt.clockText)),
      ("opened_at_ms", milliseconds(view.openedAt.sinceStart)),
      ("closed_at_ms", milliseconds(view.closedAt.sinceStart)),
      ("launch_ms", milliseconds(view.launch)),
      ("first_content_ms", milliseconds(view.firstContent)),
      ("fresh_content_ms", milliseconds(view.freshContent)),
      ("first_source", JSON("\(view.firstSource)")),
      ("first_outdated_for_ms", milliseconds(view.isFirstOutdated ? view.firstOutdatedFor : nil)),
      ("flash_write_bytes", JSON(record.flash.count)),
      ("summary", JSON(summary)),
      (
        "lines",
        JSON(
          .array(
            lines.map { line in
              .object([
                ("at_ms", milliseconds(line.at.sinceStart)),
                ("since_open_ms", milliseconds(line.since)),
                ("what", JSON(line.what)),
                ("why", JSON(line.why)),
              ])
            }))
      ),
    ])
  }
}

/// An explanation as lines of a terminal: clock, time since the view opened, event, reason.
struct ExplanationText {
  private let explanation: Explanation

  init(_ explanation: Explanation) { self.explanation = explanation }

  func text(title: String, isColored: Bool) -> String {
    let rows = AlignedText.padded(
      explanation.lines.map { [clock(of: $0), since($0), $0.what] }, [.right, .right, .left])
    var text = styled(title, "1", isColored) + "\n"
    for (row, line) in zip(rows, explanation.lines) {
      var cells = row
      if let why = line.why, !why.isEmpty {
        cells.append(styled(TextWidth.printable(why), "2", isColored))
      } else {
        cells[2] = TextWidth.printable(line.what)
      }
      let words = cells.joined(separator: "  ")
      text += "  " + (line.since < .zero ? styled(words, "2", isColored) : words) + "\n"
    }
    return text + styled(explanation.summary, "1", isColored) + "\n"
  }

  /// The time of day; with the day where it is not the view's.
  private func clock(of line: Explanation.Line) -> String {
    let words = line.at.clockText.split(separator: " ")
    let day = explanation.record.view.openedAt.clockText.split(separator: " ")[1]
    return words[1] == day ? String(words[2]) : line.at.clockText
  }

  private func since(_ line: Explanation.Line) -> String {
    if line.since < .zero {
      let span = TimeSpan.zero - line.since
      return Display.text(span.milliseconds, .milliseconds) + " before"
    }
    return "+" + Self.milliseconds(line.since)
  }

  /// To a tenth of a millisecond, below 10 ms to a hundredth, rounded as the sentence's times are.
  private static func milliseconds(_ span: TimeSpan) -> String {
    let time = span.milliseconds
    let places = time < 9.995 ? 2 : 1
    return NumberText.fixed(time, places: places) + " ms"
  }

  private func styled(_ text: String, _ code: String, _ isColored: Bool) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
