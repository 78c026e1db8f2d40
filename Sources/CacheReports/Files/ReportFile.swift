package import Results
package import SimCore

/// A file of a report: a name within its folder, and a text.
package struct ReportFile: Sendable, Hashable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// `run.json` alone, for a baseline: it lists no other files.
  package static func run(of result: RunResult) -> ReportFile {
    ReportFile(name: RunFile.name, text: RunFile.text(of: result, files: []))
  }

  package static func summary(of result: RunResult) -> ReportFile {
    ReportFile(name: "summary.csv", text: SummaryFile.text(of: result))
  }

  package static func tags(of result: RunResult) -> ReportFile {
    ReportFile(name: "tags.csv", text: TagsFile.text(of: result))
  }

  /// The page in Markdown alone, without pictures.
  package static func page(of result: RunResult) -> ReportFile {
    ReportFile(name: "report.md", text: MarkdownRenderer.text(of: Document(result, charts: [])))
  }

  /// Tables, the pages of a document, and the description of the report, which lists these, the
  /// files of charts, and others; in the order in which they are written.
  ///
  /// They are a pure function of the arguments: equal results give equal bytes.
  static func report(
    _ tables: [ReportFile], _ document: Document, version: String, charts: [Figure],
    others: [String], _ description: String, text: (_ files: [String]) -> String
  ) -> [ReportFile] {
    let files =
      tables + [
        ReportFile(name: "report.md", text: MarkdownRenderer.text(of: document)),
        ReportFile(
          name: HTMLRenderer.fileName, text: HTMLRenderer.text(of: document, version: version)),
      ]
    let names = files.map(\.name) + [description] + charts.map(\.file) + others
    return files + [ReportFile(name: description, text: text(names))]
  }

  /// - Parameters:
  ///   - charts: the charts in the same folder.
  ///   - others: names of further files that the run puts into the folder, such as a web page.
  /// - Complexity: O(rows × (seeds × metrics + intervals)).
  package static func all(
    of result: RunResult, charts: [Figure] = [], others: [String] = []
  ) -> [ReportFile] {
    var result = result
    if !charts.isEmpty, let note = ChartChoice(of: result).note {
      result.sections.append(Document.Section("Charts left out", [.sentence(note)]))
    }
    let tables = [
      summary(of: result), tags(of: result),
      ReportFile(name: "metrics.csv", text: MetricsFile.text(of: result)),
      ReportFile(name: "latency.csv", text: LatencyFile.text(of: result)),
      ReportFile(name: "differences.csv", text: DifferencesFile.text(of: result)),
      ReportFile(name: "timeline.csv", text: TimelineFile.text(of: result)),
    ]
    return report(
      tables, Document(result, charts: charts), version: result.programVersion, charts: charts,
      others: others, RunFile.name
    ) { RunFile.text(of: result, files: $0) }
  }
}

/// A file that the user names on the command line, apart from any report: it is written under a
/// temporary name, and renamed when it is complete.
///
/// A link is followed. What is no plain file, such as a device or a pipe, is written to directly.
package struct AnswerFile: ~Copyable, Sendable {
  private let target: String
  /// The file until it is complete; nil: it is a device or a pipe.
  private var entry: UnfinishedEntry?
  /// The descriptor of the file; nil: it is a device or a pipe.
  private let descriptor: Int32?

  /// Begins the file.
  /// - Parameter makesFolder: whether the folders above it are made where they are missing.
  package init(at path: String, makesFolder: Bool = false) throws(FileError) {
    let target = Disk.resolved(path)
    if Disk.isFolder(target) {
      throw FileError(action: "write", path: path, reason: "it is a folder, not a file")
    }
    self.init(target, try Self.begin(target, makesFolder))
  }

  private init(_ target: String, _ entry: consuming UnfinishedEntry?) {
    self.target = target
    descriptor = entry?.descriptor
    self.entry = entry
  }

  private static func begin(
    _ target: String, _ makesFolder: Bool
  ) throws(FileError) -> UnfinishedEntry? {
    guard !Disk.isSpecial(target) else { return nil }
    if !makesFolder, let slash = target.lastIndex(of: "/"), slash > target.startIndex {
      _ = try Disk.names(in: String(target[..<slash]))
    }
    return try UnfinishedEntry(fileFor: target)
  }

  /// Writes a text that comes in pieces; to a pipe it goes at once.
  package func write(_ pieces: some Sequence<[UInt8]>) throws(FileError) {
    guard let descriptor else { return try Disk.send(pieces, to: target) }
    try Disk.put(pieces, into: descriptor, at: target)
  }

  package consuming func commit() throws(FileError) {
    let code = entry?.commit(to: target) ?? 0
    if code != 0 { throw Disk.error("write", target, code) }
  }
}
