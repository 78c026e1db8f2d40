internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

enum OutputFile {
  static func check(_ path: String?) throws {
    if let path, path.isEmpty || path.hasSuffix("/") {
      throw ValidationError("--output: expected a file, found '\(path)'")
    }
  }

  /// Writes it whole or not at all; an interruption comes before or after it.
  static func write(_ text: TextPieces, to path: String, makesFolder: Bool = false) throws {
    Interruption.expect { "nothing was written" }
    do throws(FileError) {
      var file: AnswerFile? = try AnswerFile(at: path, makesFolder: makesFolder)
      try file?.write(text)
      try Interruption.step(kept: "\(path) is whole") { () throws(FileError) in
        try file.take()?.commit()
      }
    } catch {
      throw CommandError(.inputOutput, "\(path): cannot be written: \(error.reason)")
    }
  }
}

enum WorkingFolder {
  /// Whether a report can take the place of what is at a path.
  ///
  /// A report appears by renaming, which would remove the working folder of the shell, or one above
  /// it.
  static func canMake(aReportAt path: String) -> Bool {
    !path.isEmpty && !FolderTree.isAbove(FolderTree.foreseen(path), ".")
  }

  static func check(_ path: String, of owner: String = "the report's") throws {
    guard canMake(aReportAt: path) else {
      throw ValidationError(
        "--output: expected a folder of \(owner) own, found '\(path)', which is the working "
          + "folder or above it")
    }
  }
}

/// Charts in a folder that an option names, outside of any report.
enum ChartDrawing {
  /// Draws charts; the folder gets them when all are drawn, or what would redraw them when gnuplot
  /// fails. `failing` is what is written when charts are not; `page`, named `name`, comes with
  /// them.
  static func draw(
    _ charts: [any Chart], title: String, into folder: String, failing: String,
    _ verbosity: VerbosityArguments, page: (([Figure]) -> TextPieces)? = nil,
    named name: String = HTMLRenderer.fileName
  ) throws -> [DrawnChart] {
    verbosity.detail("write", folder)
    let lost = page == nil ? "no chart was written" : "nothing was written"
    Interruption.expect { lost }
    if FileKind(of: folder) == .plain {
      throw CommandError(
        .inputOutput, "\(folder): cannot be written to: it is a file, not a folder")
    }
    var unfinished: AnswerFiles? = try AnswerFiles(in: folder)
    let place = unfinished?.path ?? folder
    let data = ChartData(scenario: title, strategies: [])
    let outcome = Result { try charts.map { try ChartRenderer().draw($0, data, into: place) } }
    if let page {
      let figures = (try? outcome.get())?.map(\.figure) ?? []
      try unfinished?.write(page(figures), to: name)
    }
    try Interruption.step(kept: "what is in \(folder) is whole") { () throws(FileError) in
      try unfinished.take()?.commit()
    }
    switch outcome {
    case .success(let drawn):
      for chart in drawn where !chart.warning.isEmpty {
        verbosity.note("warning: \(chart.warning)")
      }
      return drawn
    case .failure(let error):
      throw CommandError(
        error is FileError ? .inputOutput : .chartsUnavailable,
        "\(failing), the chart is not: \(error)")
    }
  }
}

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
    try Self.write(charts, title: title, into: output, verbosity, make)
  }

  static func write(
    _ charts: [any Chart], title: String, into output: String, _ verbosity: VerbosityArguments,
    _ make: @escaping ([Figure]) -> Document
  ) throws {
    let path = "\(output)/\(HTMLRenderer.fileName)"
    verbosity.detail("write", path)
    if charts.isEmpty || !Gnuplot.isBuiltIn {
      try OutputFile.write(text(of: make([])), to: path, makesFolder: true)
    } else {
      _ = try ChartDrawing.draw(
        charts, title: title, into: output, failing: "the page is there", verbosity
      ) { text(of: make($0)) }
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
