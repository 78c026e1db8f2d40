internal import CacheReports
internal import Experiments
internal import Measurement
internal import SimCore

/// A story as lines of a terminal: clock, time since the open, what, why.
struct StoryText {
  private let telling: Telling

  init(_ telling: Telling) { self.telling = telling }

  /// The story under a title, with its summary at the end.
  func text(title: String, isColored: Bool) -> String {
    let rows = telling.lines.map { line in
      [clock(of: line), since(line), TextWidth.printable(line.what), line.why ?? ""]
    }
    let widths = (0..<3).map { column in
      rows.map { TextWidth.cells(of: $0[column]) }.max() ?? 0
    }
    var text = styled(title, "1", isColored) + "\n"
    for (row, line) in zip(rows, telling.lines) {
      var cells = [
        TextWidth.padded(row[0], to: widths[0], onLeft: true),
        TextWidth.padded(row[1], to: widths[1], onLeft: true),
      ]
      if row[3].isEmpty {
        cells.append(row[2])
      } else {
        let why = styled(TextWidth.printable(row[3]), "2", isColored)
        cells += [TextWidth.padded(row[2], to: widths[2], onLeft: false), why]
      }
      let isBefore = line.since < .zero
      text +=
        "  "
        + (isBefore
          ? styled(cells.joined(separator: "  "), "2", isColored)
          : cells.joined(separator: "  ")) + "\n"
    }
    return text + styled(telling.summary, "1", isColored) + "\n"
  }

  /// The time of day; with the day where it is not the open's.
  private func clock(of line: Telling.Line) -> String {
    let words = line.at.clockText.split(separator: " ")
    let day = telling.open.visit.openedAt.clockText.split(separator: " ")[1]
    return words[1] == day ? String(words[2]) : line.at.clockText
  }

  private func since(_ line: Telling.Line) -> String {
    if line.since < .zero {
      let span = TimeSpan.zero - line.since
      return Display.text(span.milliseconds, .milliseconds) + " before"
    }
    return "+" + Self.milliseconds(line.since)
  }

  /// To a tenth of a millisecond, cut off.
  private static func milliseconds(_ span: TimeSpan) -> String {
    let tenths = span.nanoseconds / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  private func styled(_ text: String, _ code: String, _ isColored: Bool) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
