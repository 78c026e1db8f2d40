internal import ArgumentParser
internal import HTTPCaching
internal import SimCore

struct VectorCheckCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "vectors",
    abstract: "Plays HTTP cache vectors against the URL cache's engine.",
    discussion: """
      The vectors have the form of the cache-tests suite and are counted as it counts: a vector \
      passes only when those that it depends on pass. Of a check, yes counts as pass and no as \
      fail; neither is wrong. All happens in virtual time.

      EXAMPLES
        cachesim http-check vectors vectors.json
        cachesim http-check vectors vectors.json --filter optimal --format json
        cachesim http-check vectors vectors.json --explain freshness-max-age
        cachesim http-check vectors vectors.json --profile okhttp

      EXIT CODES
        0    every selected required vector passed; --explain: always
        1    a required vector did not pass
        65   the file has no vectors
        66   there is no such file
      """)

  @Argument(help: "A file of vectors.", completion: .file(extensions: ["json"]))
  var file: String
  @OptionGroup var options: VectorCheckOptions
  @OptionGroup var rules: ProfileArguments
  @OptionGroup var writing: FormatArguments
  @OptionGroup var verbosity: VerbosityArguments

  func validate() throws { try options.validate(writing.format) }

  func run() throws {
    let input = try HTTPCheckInput(file, verbosity)
    guard input.log == nil else {
      throw CommandError(
        .badInput, "\(file): expected vectors, found a HAR capture: use 'http-check capture'")
    }
    try options.run(input.bytes, at: file, by: rules.profile, writing.format)
  }
}

struct VectorCheckOptions: ParsableArguments {
  /// The longest latency; a minute is more than any vector waits.
  private static let longestLatency = TimeSpan.seconds(60)

  @Option(help: "Only the vectors of a suite or of a kind, or the one of that name.")
  var filter: String?
  @Option(help: ArgumentHelp("Explain one vector instead.", valueName: "id"))
  var explain: String?
  @Option(
    help: "How long a message takes, each way; 0ms by default.",
    transform: FlagValue.setting)
  var latency = TimeSpan.zero

  func validate(_ format: OutputFormat) throws {
    guard latency <= Self.longestLatency else {
      throw ValidationError(
        "--latency: expected \(Self.longestLatency.text) or less, found \(latency.text)")
    }
    if explain != nil, filter != nil {
      throw ValidationError("--explain is for one vector: leave --filter out")
    }
    if explain != nil, format != .table {
      throw ValidationError("--explain writes a text: leave --format out")
    }
  }

  /// `profile` is the client whose cache is put to the test; nil: one by RFC 9111.
  func run(
    _ bytes: [UInt8], at file: String, by profile: HTTPProfile?, _ format: OutputFormat
  ) throws {
    let suite = try parse(bytes, at: file)
    try check(suite)
    let run: VectorRun
    do {
      run = try VectorRun(
        suite, filter: explain ?? filter,
        settings: VectorSettings(
          latency: latency, options: HTTPCacheOptions(profile ?? .rfc9111)))
    } catch {
      throw CommandError(.badInput, "\(file): \(error)")
    }
    if let explain {
      let results = run.results.filter { $0.test.id == explain }
      Terminal.write(results.map(VectorTable.explanation).joined())
      return
    }
    Terminal.write(
      VectorTable.listing(of: run).written(
        format, text: VectorTable.text(of: run), json: run.summary))
    let required = run.count(of: .required)
    if required.pass < required.total { throw CommandError(.failed) }
  }

  private func parse(_ bytes: [UInt8], at file: String) throws(CommandError) -> VectorSuite {
    let suite: VectorSuite
    do {
      suite = try VectorSuite(bytes)
    } catch {
      throw CommandError(.badInput, "\(file): \(error)")
    }
    guard !suite.tests.isEmpty else {
      throw CommandError(.badInput, "\(file): there are no vectors")
    }
    return suite
  }

  private func check(_ suite: VectorSuite) throws {
    let names = suite.tests.map(\.id)
    if let explain, !names.contains(explain) {
      throw ValidationError(
        "--explain: there is no vector '\(explain)'\(Self.hint(for: explain, names, short: []))")
    }
    guard let filter else { return }
    do { _ = try suite.tests(matching: filter) } catch {
      var groups = VectorTest.Kind.allCases.map(\.rawValue)
      for test in suite.tests where !groups.contains(test.suite) { groups.append(test.suite) }
      throw ValidationError(
        "--filter: no suite, kind or vector is called '\(filter)'"
          + Self.hint(for: filter, groups + names, short: groups))
    }
  }

  /// The nearest name; where none is near, the few of the groups, never the many of the vectors.
  private static func hint(for name: String, _ names: [String], short: [String]) -> String {
    guard let nearest = Suggestion.nearest(to: name, among: names) else {
      return short.isEmpty ? "" : " (suites and kinds: \(short.joined(separator: ", ")))"
    }
    return " (did you mean '\(nearest)'?)"
  }
}

/// The verdicts of a run as a table, and below it what did not pass.
enum VectorTable {
  /// Verdicts of one suite and kind, or of a kind alone.
  private struct Row {
    let suite: String
    let kind: VectorTest.Kind
    var pass = 0
    var fail = 0
    var setupFail = 0
    var dependencyFail = 0

    mutating func add(_ verdict: VectorVerdict) {
      switch verdict {
      case .pass, .yes: pass += 1
      case .fail, .optionalFail, .no: fail += 1
      case .setupFail: setupFail += 1
      case .dependencyFail: dependencyFail += 1
      }
    }

    var cells: [String] {
      let total = pass + fail + setupFail + dependencyFail
      return [suite, kind.rawValue]
        + [pass, fail, setupFail, dependencyFail, total].map { "\($0)" }
    }
  }

  static func listing(of run: VectorRun) -> Listing {
    let kinds = VectorTest.Kind.allCases
    var rows: [Row] = []
    for suite in run.countsBySuite.map(\.suite) {
      rows += kinds.map { row(suite, $0, run.results.filter { $0.test.suite == suite }) }
    }
    rows += kinds.map { row("all", $0, run.results) }
    let counts = ["pass", "fail", "setup-fail", "dependency-fail", "total"]
    return Listing(
      ["suite", "kind"] + counts, rows.map(\.cells).filter { $0.last != "0" },
      numbers: Set(counts))
  }

  static func text(of run: VectorRun) -> String {
    let listing = listing(of: run)
    // A check with the result no is no failure.
    let failures = run.results.filter { !$0.verdict.isPass && $0.test.kind != .check }
    guard !failures.isEmpty else { return listing.text }
    return listing.text + "\nNot passed\n"
      + failures.map { "\n" + explanation(of: $0) }.joined()
  }

  private static func row(
    _ suite: String, _ kind: VectorTest.Kind, _ results: [VectorResult]
  ) -> Row {
    var row = Row(suite: suite, kind: kind)
    for result in results where result.test.kind == kind { row.add(result.verdict) }
    return row
  }

  static func explanation(of result: VectorResult) -> String {
    let test = result.test
    var lines = ["\(test.id): \(result.verdict.rawValue)", "  \(test.name)"]
    lines.append("  suite \(test.suite), \(test.kind.rawValue), \(test.profile.rawValue) cache")
    if !test.dependencies.isEmpty {
      lines.append("  depends on \(test.dependencies.joined(separator: ", "))")
    }
    if let failure = result.failure { lines.append("  why: \(failure)") }
    if let exception = result.exception { lines.append("  known exception: \(exception)") }
    lines += result.steps.map { "    " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }
}
