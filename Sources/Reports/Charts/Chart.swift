/// A picture of a result: its data, and the commands that draw it from them.
public struct Chart: Sendable {
  /// Its name, which is its files' name too.
  public let name: String
  /// What it shows, in a few words.
  public let title: String
  /// What to see in it, in a sentence or two.
  public let caption: String
  /// Makes the drawing of a result.
  let drawing: @Sendable (RunResult) -> Drawing

  /// What gnuplot needs to draw a chart.
  struct Drawing {
    /// A table with a header line: the file beside the picture.
    var data: CSV
    /// What to plot; the data's file is called `data` in it.
    var commands: [String]
  }

  /// The script that draws the chart as SVG and as PNG from the data in its own folder.
  ///
  /// The fonts are Debian's, which gnuplot brings along; texts of users stand in single quotes and
  /// `noenhanced`, in which gnuplot takes nothing for a command.
  func script(for drawing: Drawing) -> String {
    let identifier = name.replacing("-", with: "_")
    return """
      # Draws \(name).svg and \(name).png again: gnuplot \(name).gp
      reset
      set encoding utf8
      set datafile separator comma
      data = '\(name).csv'
      do for [picture = 1:2] {
        if (picture == 1) {
          set terminal svg size 900,540 dynamic noenhanced font 'DejaVu Sans,14' \\
            name '\(identifier)' background '#ffffff'
          set output '\(name).svg'
        } else {
          set terminal pngcairo size 1800,1080 noenhanced font 'DejaVu Sans,14' \\
            fontscale 2 linewidth 2 pointscale 2 background '#ffffff'
          set output '\(name).png'
        }
        \(drawing.commands.joined(separator: "\n  "))
        unset output
      }

      """
  }
}

/// All charts, one line each, in the order in which a report shows them.
public enum Charts {
  /// The charts.
  public static let all: [Chart] = [
    .hitComposition, .latencyDistribution, .flashWritesByCause, .flashWritesOverTime,
    .latencyAgainstFlash,
  ]
}
