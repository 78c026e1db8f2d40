internal import ArgumentParser
internal import CacheReports

/// The flags of every command that writes a report's folder.
struct ReportFlags: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Draw charts.")
  var charts = true

  @Flag(
    help: "Write the report also into a folder that has files and no report of this program.")
  var force = false

  /// What is to be known of the folder.
  static let discussion = """
    A report appears whole, in place of the one before; files in it that are yours stay. When \
    several processes write one folder, the last one's report stays, whole. A chart that takes \
    gnuplot more than \(Int(Gnuplot.usualLimit)) s is given up; \
    \(Gnuplot.limitVariable) sets other seconds.
    """

  /// Whether charts are drawn: they are wanted, and this build can.
  var wantsCharts: Bool { charts && Gnuplot.isBuiltIn }

  /// The making of a report.
  func making(at path: String, _ talk: TalkArguments) -> ReportMaking {
    ReportMaking(path: path, force: force, talk: talk)
  }
}
