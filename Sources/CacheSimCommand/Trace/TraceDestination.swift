internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Where a trace is written, and in which format.
struct TraceDestination: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format: csv, jsonl, oracle-general or ids; by default by the file's name, else csv.",
      valueName: "format"), transform: Self.form)
  var to: TraceForm?

  @Option(
    name: .shortAndLong, help: "The file; - is standard output.",
    completion: .file())
  var output = "-"

  @Flag(help: TraceDestination.guardHelp)
  var forSpreadsheets = false

  /// What the flag does, here and where requests are shown.
  static let guardHelp: ArgumentHelp =
    "In rows, put an apostrophe before names that a spreadsheet would take for formulas."

  func validate() throws {
    if form == .oracleGeneral, output == "-" {
      throw ValidationError(
        "--to oracle-general: next accesses are filled in from the end of the file: name one with "
          + "--output")
    }
  }

  private static func form(_ text: String) throws -> TraceForm {
    if text == "oracleGeneral" { return .oracleGeneral }
    if let form = TraceForm(rawValue: text) { return form }
    let names = TraceForm.allCases.map(\.rawValue)
    throw ValidationError("unknown format '\(text)'\(Suggestion.hint(for: text, among: names))")
  }

  /// The format.
  var form: TraceForm {
    if let to { return to }
    let name = output.lowercased()
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonl }
    if name.hasSuffix(".ids") || name.hasSuffix(".txt") { return .ids }
    return name.contains(".oraclegeneral") ? .oracleGeneral : .csv
  }

  /// Begins the file.
  /// - Throws: an exit code, after telling what is wrong with it.
  func open(_ talk: TalkArguments) throws -> TraceWriter {
    let path = output
    Interruption.expect {
      path == "-" ? "standard output has only a part" : "nothing was written to \(path)"
    }
    talk.detail("write", path == "-" ? "standard output" : path)
    do throws(WorkloadError) {
      return try TraceWriter(path: output, form: form, guardsFormulas: forSpreadsheets)
    } catch {
      throw error.refused()
    }
  }

  /// Ends the file, and says where it is unless it went to standard output.
  static func finish(_ writer: consuming TraceWriter, _ talk: TalkArguments) throws {
    let count = writer.count
    let path = writer.path
    do throws(WorkloadError) {
      try writer.complete()
      var made: TraceWriter? = writer
      try Interruption.step(kept: "\(path) is whole") { () throws(WorkloadError) in
        try made.take()?.finish()
      }
    } catch {
      throw error.refused()
    }
    if path != "-", !talk.quiet { Terminal.note("\(count) requests are in \(path)") }
  }
}
