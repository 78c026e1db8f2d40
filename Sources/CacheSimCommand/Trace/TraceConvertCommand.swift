internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

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

  @OptionGroup var privacy: PrivacyArguments

  static let guardHelp: ArgumentHelp =
    "In rows, put an apostrophe before names that a spreadsheet would read as formulas."
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

  var form: TraceForm {
    if let to { return to }
    let name = output.lowercased()
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonl }
    if name.hasSuffix(".ids") || name.hasSuffix(".txt") { return .ids }
    return name.contains(".oraclegeneral") ? .oracleGeneral : .csv
  }

  func open(_ verbosity: VerbosityArguments) throws -> TraceWriter {
    let path = output
    Interruption.expect {
      path == "-" ? "standard output has only a part" : "nothing was written to \(path)"
    }
    verbosity.detail("write", path == "-" ? "standard output" : path)
    return try TraceWriter(
      path: output, form: form, guardsFormulas: forSpreadsheets, hiding: privacy.hiding)
  }

  /// Ends the file, and reports where it is unless it went to standard output.
  static func finish(_ writer: consuming TraceWriter, _ verbosity: VerbosityArguments) throws {
    let count = writer.count
    let path = writer.path
    let hiding = writer.hiding
    try writer.complete()
    var made: TraceWriter? = writer
    try Interruption.step(kept: "\(path) is whole") { () throws(InputError) in
      try made.take()?.finish()
    }
    if path != "-", !verbosity.quiet {
      let requests = NumberText.counted(count, "request is", plural: "requests are")
      Terminal.note("\(requests) in \(path)")
    }
    PrivacyArguments.note(hiding, verbosity)
  }
}

struct TraceConvertCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a trace in another format.",
    discussion: """
      Times stay as they are. Of addresses only known words, registered domains and small counts \
      are written; all else may be a secret and has a number in its place, the same one each \
      time. oracle-general has whole seconds, numbers in place of names that are texts, and next \
      accesses, which are computed.

      EXAMPLES
        cachesim trace convert access.log --to csv
        cachesim trace convert requests.csv --output requests.oracleGeneral.bin
        zcat p3.lis.gz | cachesim trace convert - --trace-format arc --to ids
      """)

  @OptionGroup var input: TraceArguments
  @OptionGroup var destination: TraceDestination
  @OptionGroup var verbosity: VerbosityArguments

  func run() throws {
    let isRow = destination.form == .csv || destination.form == .jsonl
    let reader = try input.open(
      verbosity, columns: isRow && input.trace != "-" ? .all : .onePass, keepsNames: true,
      showsSecrets: destination.privacy.showsAll)
    var writer = try destination.open(verbosity)
    try TracePass.run(reader, verbosity) { block, reader in
      try writer.write(block, reader.names)
      return true
    }
    try TraceDestination.finish(writer, verbosity)
  }
}
