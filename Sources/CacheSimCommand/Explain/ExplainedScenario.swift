internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Measurement
internal import SimCore

/// What one strategy made of the opens that are told.
struct TelledStrategy {
  var label: String
  var tellings: [Telling]
}

/// The stories that a command prints.
struct ExplainedScenario {
  var name: String
  var seed: UInt64
  var varied: String?
  var strategies: [TelledStrategy]

  /// The stories for people.
  func text(isColored: Bool) -> String {
    strategies.flatMap { strategy in
      strategy.tellings.map { telling in
        StoryText(telling).text(
          title: title(of: telling, under: strategy.label), isColored: isColored)
      }
    }.joined(separator: "\n")
  }

  /// The stories as Markdown.
  var markdown: String {
    MarkdownTable.fenced(text(isColored: false), "text")
  }

  /// A row for each line of the stories.
  var listing: Listing {
    Listing(
      ["strategy", "device", "screen", "at_ms", "since_open_ms", "what", "why"],
      of: strategies.flatMap { strategy in
        strategy.tellings.flatMap { telling -> [JSON] in
          let open: [(String, JSON)] = [
            ("strategy", JSON(.string(strategy.label))),
            ("device", JSON(.integer(Int64(telling.open.id.device)))),
            ("screen", JSON(.integer(Int64(telling.open.id.screen)))),
          ]
          return (telling.json["lines"]?.elements ?? []).map { line in
            JSON.object(open + (line.members ?? []).map { ($0.name, $0.value) })
          }
        }
      })
  }

  private func title(of telling: Telling, under label: String) -> String {
    var words = [TextWidth.printable(label), "seed \(seed)"]
    if let varied { words.insert(TextWidth.printable(varied), at: 1) }
    return "\(TextWidth.printable(name)), \(words.joined(separator: ", ")): \(telling.place)"
  }

  /// The stories for programs; times in milliseconds of virtual time.
  var json: JSON {
    .object([
      ("scenario", JSON(.string(name))), ("seed", JSON(.integer(Int64(seed)))),
      ("varied", varied.map { JSON(.string($0)) } ?? JSON(.null)),
      (
        "strategies",
        JSON(
          .array(
            strategies.map { strategy in
              .object([
                ("strategy", JSON(.string(strategy.label))),
                ("opens", JSON(.array(strategy.tellings.map(\.json)))),
              ])
            }))
      ),
    ])
  }
}

extension Telling {
  /// Which open it is.
  var place: String {
    "device \(open.id.device), screen \(open.id.screen), \(name), \(open.visit.openedAt.clockText)"
  }

  /// The story for programs.
  var json: JSON {
    let visit = open.visit
    func milliseconds(_ span: TimeSpan?) -> JSON {
      span.map { JSON(.real($0.milliseconds)) } ?? JSON(.null)
    }
    return .object([
      ("device", JSON(.integer(Int64(open.id.device)))),
      ("screen", JSON(.integer(Int64(open.id.screen)))),
      ("view", JSON(.integer(Int64(visit.resource)))), ("name", JSON(.string(name))),
      ("opened_at", JSON(.string(visit.openedAt.clockText))),
      ("opened_at_ms", milliseconds(visit.openedAt.sinceStart)),
      ("closed_at_ms", milliseconds(visit.closedAt.sinceStart)),
      ("first_content_ms", milliseconds(visit.firstContent)),
      ("fresh_content_ms", milliseconds(visit.freshContent)),
      ("first_source", JSON(.string("\(visit.firstSource)"))),
      ("first_outdated_for_ms", milliseconds(visit.isFirstOutdated ? visit.firstOutdatedFor : nil)),
      ("flash_write_bytes", JSON(.integer(open.flash.count))),
      ("summary", JSON(.string(summary))),
      (
        "lines",
        JSON(
          .array(
            lines.map { line in
              .object([
                ("at_ms", milliseconds(line.at.sinceStart)),
                ("since_open_ms", milliseconds(line.since)),
                ("what", JSON(.string(line.what))),
                ("why", line.why.map { JSON(.string($0)) } ?? JSON(.null)),
              ])
            }))
      ),
    ])
  }
}
