internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

struct PageArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the answer as a page, report.html, into a folder; charts are drawn beside it.",
      valueName: "folder"), completion: .directory)
  var output: String?

  /// Writes the page where one is wanted, together with its charts; where gnuplot fails, without.
  func write(
    _ charts: [any Chart] = [], title: String, _ verbosity: VerbosityArguments,
    _ make: @escaping ([Figure]) -> Document
  ) throws {
    guard let output else { return }
    let path = "\(output)/\(HTMLRenderer.fileName)"
    verbosity.detail("write", path)
    if charts.isEmpty || !Gnuplot.isBuiltIn {
      try OutputFile.write(Self.text(of: make([])), to: path, makesFolder: true)
    } else {
      _ = try ChartDrawing.draw(
        charts, title: title, into: output, failing: "the page is there", verbosity
      ) { Self.text(of: make($0)) }
    }
    verbosity.note("The page is \(path)")
  }

  private static func text(of document: Document) -> TextPieces {
    TextPieces(HTMLRenderer.text(of: document, version: ProgramVersion.text))
  }

  static var command: String {
    (["cachesim"] + CommandLine.arguments.dropFirst().map(ShellWord.quoted)).joined(separator: " ")
  }
}
