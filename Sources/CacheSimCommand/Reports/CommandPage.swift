internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import SimCore

/// The option of a command that prints its answer, and can write it as a page too.
struct PageArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the answer as a page, report.html, into a folder; charts are drawn beside it.",
      valueName: "folder"), completion: .directory)
  var output: String?

  /// Writes the page where one is wanted, together with its charts; where gnuplot fails, without.
  /// - Parameters:
  ///   - charts: what is drawn beside it.
  ///   - make: the page with the charts that were drawn.
  func write(
    _ charts: [any Chart] = [], title: String, _ verbosity: VerbosityArguments,
    _ make: ([ReportChart]) -> WebSections
  ) throws {
    guard let output else { return }
    let path = "\(output)/\(WebSections.name)"
    verbosity.detail("write", path)
    if charts.isEmpty || !Gnuplot.isBuiltIn {
      try OutputFile.write(TextPieces(make([]).text), to: path, makesFolder: true)
    } else {
      _ = try ChartDrawing.draw(
        charts, title: title, into: output, failing: "the page is there", verbosity
      ) { TextPieces(make($0).text) }
    }
    verbosity.note("The page is \(path)")
  }

  /// A page of this program.
  static func page(title: String, question: String) -> WebSections {
    WebSections(title: title, question: question, version: ProgramVersion.text)
  }

  /// The command as it was given.
  static var command: String {
    (["cachesim"] + CommandLine.arguments.dropFirst().map(ShellWord.quoted)).joined(separator: " ")
  }
}
