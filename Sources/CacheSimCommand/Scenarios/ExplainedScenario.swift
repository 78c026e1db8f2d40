internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
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

  func text(_ look: WaterfallLook) -> String {
    strategies.flatMap { strategy in
      strategy.explanations.map { explanation in
        ExplanationText(explanation).text(
          title: title(of: explanation, under: strategy.label), look)
      }
    }.joined(separator: "\n") + comparison
  }

  /// A waterfall of each view, strategy by strategy, as many as a page shows.
  var charts: [WaterfallChart] {
    strategies.flatMap { strategy in strategy.explanations.map { (strategy.label, $0) } }
      .prefix(Self.chartLimit).enumerated().map { place, view in
        WaterfallChart(
          name: "waterfall-\(place + 1)", title: "What \(view.1.name) waited for, \(view.0)",
          subtitle: title(of: view.1, under: view.0), [(view.0, view.1.waterfall)])
      }
  }

  /// More pictures than these are not looked at.
  private static let chartLimit = 24

  /// The explanations for a document: a section for each strategy, then all side by side. Each view
  /// has its picture, or, where there is none, its bars in letters.
  func sections(_ figures: [Figure]) -> [Document.Section] {
    var figures = figures[...]
    let sections = strategies.map { strategy in
      Document.Section(
        strategy.label,
        strategy.explanations.flatMap { explanation -> [Block] in
          let figure = figures.popFirst()
          let place = title(of: explanation, under: strategy.label)
          let lines = ExplanationText(explanation).text(
            title: place, figure == nil ? .document : .none)
          return (figure.map { [.figure($0)] } ?? []) + [.code(lines, name: place)]
        })
    }
    return sections
      + (comparison.isEmpty
        ? [] : [Document.Section("Side by side", [.code(comparison, name: "Side by side")])])
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
      "scenario": JSON(name), "seed": JSON(seed), "varied": JSON(varied),
      "strategies": JSON(
        strategies.map { strategy in
          .object([
            "strategy": JSON(strategy.label), "opens": JSON(strategy.explanations.map(\.json)),
          ])
        }),
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
      "device": JSON(record.id.device), "screen": JSON(record.id.screen),
      "view": JSON(view.resource), "name": JSON(name), "opened_at": JSON(view.openedAt.clockText),
      "opened_at_ms": milliseconds(view.openedAt.sinceStart),
      "closed_at_ms": milliseconds(view.closedAt.sinceStart),
      "launch_ms": milliseconds(view.launch), "first_content_ms": milliseconds(view.firstContent),
      "fresh_content_ms": milliseconds(view.freshContent),
      "first_source": JSON("\(view.firstSource)"),
      "first_outdated_for_ms": milliseconds(view.isFirstOutdated ? view.firstOutdatedFor : nil),
      "flash_write_bytes": JSON(record.flash.count), "summary": JSON(summary),
      "lines": JSON(
        lines.map { line in
          .object([
            "at_ms": milliseconds(line.at.sinceStart), "since_open_ms": milliseconds(line.since),
            "what": JSON(line.what), "why": JSON(line.why),
          ])
        }), "bars": waterfall.json,
    ])
  }
}

extension ViewWaterfall {
  /// Each bar with its row, which is 0 for the main content, in milliseconds from the tap on.
  fileprivate var json: JSON {
    JSON(
      rows.enumerated().flatMap { place, row in
        row.bars.map { bar in
          .object([
            "row": JSON(place), "name": JSON(row.name), "role": JSON(row.role.rawValue),
            "stage": JSON(bar.stage.rawValue), "begin_ms": JSON(bar.begin.milliseconds),
            "end_ms": JSON(bar.end.milliseconds),
          ])
        }
      })
  }
}

/// How bars are written in letters.
struct WaterfallLook {
  /// The cells of a line; nil: bars are left out.
  var width: Int?
  var isColored = false

  static let none = WaterfallLook()
  /// In documents, where no terminal says how wide a line may be.
  static let document = WaterfallLook(width: WrappedText.lineLimit)

  static func terminal(_ color: ColorChoice) -> WaterfallLook {
    WaterfallLook(
      width: min(Terminal.columns ?? WrappedText.lineLimit, widest),
      isColored: Terminal.isColored(color))
  }

  /// A wider line shows no more.
  private static let widest = 120

  /// With a line above that says what they are; empty: there is nothing to draw.
  func text(_ views: [(label: String, waterfall: ViewWaterfall)]) -> String {
    guard let width else { return "" }
    let bars = WaterfallText(views).text(width: width, isColored: isColored)
    return bars.isEmpty ? "" : "  from the tap on:\n" + bars
  }
}

/// An explanation as lines of a terminal: clock, time since the view opened, event, reason.
struct ExplanationText {
  private let explanation: Explanation

  init(_ explanation: Explanation) { self.explanation = explanation }

  func text(title: String, _ look: WaterfallLook) -> String {
    let isColored = look.isColored
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
    return text + look.text([("", explanation.waterfall)])
      + styled(explanation.summary, "1", isColored) + "\n"
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
