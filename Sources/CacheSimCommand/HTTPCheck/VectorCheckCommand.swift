internal import ArgumentParser
internal import HTTPCaching
internal import SimCore

struct VectorCheckCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "vectors", abstract: "Plays HTTP cache vectors against the URL cache's engine.",
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

  /// The longest latency; a minute is more than any vector waits.
  private static let longestLatency = TimeSpan.seconds(60)

  @Argument(help: "A file of vectors.", completion: .file(extensions: ["json"]))
  var file: String
  @Option(help: "Only the vectors of a suite or of a kind, or the one of that name.")
  var filter: String?
  @Option(help: ArgumentHelp("Explain one vector instead.", valueName: "id"))
  var explain: String?
  @Option(
    help: "How long a message takes, each way; 0ms by default.",
    transform: FlagValue.setting)
  var latency = TimeSpan.zero
  @OptionGroup var rules: ProfileArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    guard latency <= Self.longestLatency else {
      throw ValidationError(
        "--latency: expected \(Self.longestLatency.text) or less, found \(latency.text)")
    }
    if explain != nil, filter != nil {
      throw ValidationError("--explain is for one vector: leave --filter out")
    }
    if explain != nil, writing.format != .table {
      throw ValidationError("--explain writes a text: leave --format out")
    }
  }

  func run() throws {
    let input = try HTTPCheckInput(file, verbosity)
    guard input.log == nil else {
      throw CommandError(
        .badInput, "\(file): expected vectors, found a HAR capture: use 'http-check capture'")
    }
    let suite = try read { try VectorSuite(input.bytes) }
    guard !suite.tests.isEmpty else {
      throw CommandError(.badInput, "\(file): there are no vectors")
    }
    try check(suite)
    let run = try read {
      try VectorRun(
        suite, filter: explain ?? filter,
        settings: VectorSettings(
          latency: latency, options: HTTPCacheOptions(rules.profile ?? .rfc9111)))
    }
    if let explain {
      let results = run.results.filter { $0.test.id == explain }
      return Terminal.write(results.map(VectorTable.explanation).joined())
    }
    Terminal.write(
      VectorTable.listing(of: run).written(
        writing.format, text: VectorTable.text(of: run), json: run.summary))
    let required = run.count(of: .required)
    if required.pass < required.total { throw CommandError(.failed) }
  }

  private func read<Read>(_ body: () throws -> Read) throws(CommandError) -> Read {
    do { return try body() } catch { throw CommandError(.badInput, "\(file): \(error)") }
  }

  private func check(_ suite: VectorSuite) throws {
    let names = suite.tests.map(\.id)
    if let explain, !names.contains(explain) {
      throw ValidationError(
        "--explain: there is no vector '\(explain)'\(Self.hint(for: explain, names, short: []))")
    }
    guard let filter else { return }
    do { _ = try suite.tests(matching: filter) } catch {
      let kinds = VectorTest.Kind.allCases.map(\.rawValue)
      let groups = (kinds + suite.tests.map(\.suite)).uniqued
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
  private static let counts: [(title: String, verdicts: [VectorVerdict])] = [
    ("pass", [.pass, .yes]), ("fail", [.fail, .optionalFail, .no]), ("setup-fail", [.setupFail]),
    ("dependency-fail", [.dependencyFail]),
  ]

  /// A line for each suite and kind that has vectors, then for each kind.
  static func listing(of run: VectorRun) -> Listing {
    let titles = counts.map(\.title) + ["total"]
    let suites = run.countsBySuite.map { Optional($0.suite) } + [nil]
    let rows = suites.flatMap { suite in
      VectorTest.Kind.allCases.compactMap { kind -> [String]? in
        let own = run.results.filter {
          $0.test.kind == kind && (suite == nil || $0.test.suite == suite)
        }
        guard !own.isEmpty else { return nil }
        let cells = counts.map { count in own.count { count.verdicts.contains($0.verdict) } }
        return [suite ?? "all", kind.rawValue] + (cells + [own.count]).map { "\($0)" }
      }
    }
    return Listing(["suite", "kind"] + titles, rows, numbers: Set(titles))
  }

  static func text(of run: VectorRun) -> String {
    let text = listing(of: run).text
    // A check with the result no is no failure.
    let failures = run.results.filter { !$0.verdict.isPass && $0.test.kind != .check }
    guard !failures.isEmpty else { return text }
    return text + "\nNot passed\n" + failures.map { "\n" + explanation(of: $0) }.joined()
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
