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

  @OptionGroup(title: "Privacy") var privacy: PrivacyArguments

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
    return try FlagValue.word(text, "format")
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
    commandName: "convert", abstract: "Writes a trace in another format.",
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
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

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

struct TraceFilterCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter", abstract: "Writes those requests of a trace that meet all conditions.",
    discussion: """
      Times are counted from the trace's first request.

      EXAMPLES
        cachesim trace filter trace.csv --after 10m --before 1h
        cachesim trace filter cluster52.sort.zst --op get --op gets --output gets.csv
        cachesim trace filter access.log --key /index.html --max-size "1 MB"
      """)

  @OptionGroup var input: TraceArguments

  @Option(help: "Not before this time.", transform: FlagValue.setting)
  var after: TimeSpan?

  @Option(help: "Before this time.", transform: FlagValue.setting)
  var before: TimeSpan?

  @Option(help: "This operation; may be repeated.")
  var op: [String] = []

  @Option(help: "This object, by its name; may be repeated.")
  var key: [String] = []

  @Option(help: "This tenant; may be repeated.")
  var tenant: [String] = []

  @Option(help: "Objects of at least this size.", transform: FlagValue.bytes)
  var minSize: Bytes?

  @Option(help: "Objects of at most this size.", transform: FlagValue.bytes)
  var maxSize: Bytes?

  @Option(help: "Not more requests than this.")
  var limit: Int?

  @OptionGroup var destination: TraceDestination
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    if let limit { try expect("--limit", limit, in: 1...Int.max) }
    let isFiltered =
      after != nil || before != nil || minSize != nil || maxSize != nil || limit != nil
      || !op.isEmpty || !key.isEmpty || !tenant.isEmpty
    if !isFiltered {
      throw ValidationError("name at least one condition, such as --after 10m or --op get")
    }
  }

  func run() throws {
    let reader = try input.open(
      verbosity, keepsNames: true, showsSecrets: destination.privacy.showsAll)
    var writer = try destination.open(verbosity)
    var filter = TraceConditions(self)
    var left = limit ?? .max
    try TracePass.run(reader, verbosity) { block, reader in
      let names = reader.names
      try filter.check(block, at: input.trace)
      filter.meet(names)
      let kept = block.keys.indices.filter { filter.isMet(by: $0, of: block) }.prefix(left)
      left -= kept.count
      try writer.begin(block)
      block.keep(Array(kept))
      try writer.write(block, names)
      return left > 0
    }
    try TraceDestination.finish(writer, verbosity)
  }
}

/// The conditions of a filter, in the numbers of a trace.
struct TraceConditions {
  private let after: Int64
  private let before: Int64
  private let sizes: ClosedRange<Int64>
  private let operations: Set<String>
  private let tenants: Set<String>
  private let keys: Set<String>
  private var isOperation: [Bool] = []
  private var isTenant: [Bool] = []
  /// By key; only filled when objects are named.
  private var isKey: [Bool] = []
  private let hasTimes: Bool
  private let hasSizes: Bool

  init(_ filter: TraceFilterCommand) {
    after = filter.after?.nanoseconds ?? .min
    before = filter.before?.nanoseconds ?? .max
    let least = filter.minSize?.count ?? 0
    sizes = least...max(least, filter.maxSize?.count ?? .max)
    operations = Set(filter.op)
    tenants = Set(filter.tenant)
    keys = Set(filter.key)
    hasTimes = filter.after != nil || filter.before != nil
    hasSizes = filter.minSize != nil || filter.maxSize != nil
  }

  func check(_ block: RequestBlock, at path: String) throws {
    for (flag, column, isLacking) in [
      ("--after and --before", "times", hasTimes && block.times.isEmpty),
      ("--min-size and --max-size", "sizes", hasSizes && block.sizes.isEmpty),
      ("--op", "operations", !operations.isEmpty && block.operations.isEmpty),
      ("--tenant", "tenants", !tenants.isEmpty && block.tenants.isEmpty),
    ] where isLacking {
      throw InputError(.malformed, at: path, "the trace has no \(column), which \(flag) need")
    }
  }

  mutating func meet(_ names: RequestNames) {
    for name in names.operations.dropFirst(isOperation.count) {
      isOperation.append(operations.contains(name))
    }
    for name in names.tenants.dropFirst(isTenant.count) { isTenant.append(tenants.contains(name)) }
    if keys.isEmpty { return }
    for key in isKey.count..<max(isKey.count, names.objectCount) {
      isKey.append(keys.contains(names.object(ObjectKey(key)).text))
    }
  }

  func isMet(by index: Int, of block: RequestBlock) -> Bool {
    if !block.times.isEmpty, block.times[index] < after || block.times[index] >= before {
      return false
    }
    if !block.sizes.isEmpty, !sizes.contains(block.sizes[index]) { return false }
    if !operations.isEmpty, !isOperation[Int(block.operations[index])] { return false }
    if !tenants.isEmpty, !isTenant[Int(block.tenants[index])] { return false }
    return keys.isEmpty || isKey[Int(block.keys[index])]
  }
}
