internal import SimCore

/// The part of a page that is written from the catalogue: the table of settings and the presets.
enum SettingsPart {
  static let beginning =
    "<!-- settings: written by `cachesim describe NAME --format markdown`, not by hand -->"
  static let end = "<!-- end of settings -->"

  /// What stands before and after the marked part; a page without marks stands before it.
  static func around(_ page: String) -> (before: String, after: String) {
    guard let start = page.firstRange(of: beginning),
      let stop = page[start.upperBound...].firstRange(of: end)
    else { return (page, "") }
    return (String(page[..<start.lowerBound]), String(page[stop.upperBound...]))
  }

  /// A page with this text in its marked part.
  static func filled(_ page: String, with text: String) -> String {
    let parts = around(page)
    if parts.after.isEmpty { return page }
    return parts.before + beginning + "\n\n" + text + "\n\n" + end + parts.after
  }

  static func markdown(of thing: Description) -> String {
    guard !thing.lines.isEmpty else { return "It has no settings." }
    var lines = ["| setting | unit | default | meaning |", "|---|---|---|---|"]
    lines += thing.lines.map { line in
      let value = line.defaultText.isEmpty ? "" : "`\(line.defaultText)`"
      return "| `\(line.name)` | \(line.unit) | \(value) | "
        + line.summary.replacing("|", with: "\\|") + " |"
    }
    if !thing.presets.isEmpty {
      lines += ["", "Presets, to be chosen by `\"preset\"` among the settings:", ""]
      lines += thing.presets.map { "- `\($0.name)`: \($0.summary)" }
    }
    return lines.joined(separator: "\n")
  }

  static func text(of thing: Description) -> String {
    guard !thing.lines.isEmpty else { return "  It has no settings.\n" }
    var text = ""
    if !thing.presets.isEmpty {
      text += "Presets, to be chosen by \"preset\" among the settings\n"
      for preset in thing.presets {
        text += "  \(preset.name)\n"
        text += TerminalMarkdown.wrapped(preset.summary, indent: "      ") + "\n"
      }
      text += "\n"
    }
    text += "Settings, with their defaults and units\n"
    for line in thing.lines {
      let value = line.defaultText.isEmpty ? "" : " = \(line.defaultText)"
      text += TerminalMarkdown.wrapped(
        "\(line.name)\(value)  (\(line.unit))", indent: "  ", hanging: "      ")
      text += "\n" + TerminalMarkdown.wrapped(line.summary, indent: "      ") + "\n"
    }
    return text
  }
}
