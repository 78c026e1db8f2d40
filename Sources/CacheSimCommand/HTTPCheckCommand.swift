internal import ArgumentParser
internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// Plays a file of HTTP cache vectors against the URL cache's engine and counts the verdicts.
struct HTTPCheckCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "http-check",
    abstract: "Plays HTTP cache vectors or a HAR capture against the URL cache's engine.",
    discussion: """
      The vectors have the form of the cache-tests suite and are counted as it counts: a vector is \
      worth what it depends on. Of a check, yes counts as pass and no as fail; neither is wrong. \
      All happens in virtual time.

      Of a HAR capture with repeated visits it says which requests our cache would have answered \
      by the recorded header lines, and where the browser did otherwise. Pages that began with an \
      emptied cache begin a session; they are found by their titles (Run 2, First View) or by what \
      was loaded again although it was fresh, unless --sessions says otherwise.

      EXAMPLES
        cachesim http-check vectors.json
        cachesim http-check vectors.json --filter optimal --format json
        cachesim http-check vectors.json --explain freshness-max-age
        cachesim http-check capture.har

      EXIT CODES
        0    every required vector that was asked for passed; --explain and
             captures: always
        1    a required vector did not pass
        65   the file is neither vectors nor a capture, or is empty
        66   there is no such file
      """)

  /// The longest way of a message; a minute is more than any vector waits.
  private static let longestLatency = TimeSpan.seconds(60)

  @Argument(
    help: "A file of vectors or a HAR capture.", completion: .file(extensions: ["json", "har"]))
  var vectors: String

  @Option(help: "Only the vectors of a suite or of a kind, or the one of that name.")
  var filter: String?

  @OptionGroup var writing: FormatArguments

  @OptionGroup var talk: TalkArguments

  @Option(help: ArgumentHelp("Tell the story of one vector instead.", valueName: "id"))
  var explain: String?

  @Option(
    help: "How long a message is on its way, each way; 0ms by default.",
    transform: FlagValue.setting)
  var latency = TimeSpan.zero

  @Option(
    help: ArgumentHelp(
      "Which pages of a capture met one cache: detect, one or each-page; by default detect.",
      valueName: "reading"),
    transform: FlagValue.setting)
  var sessions: HARSessions.Reading?

  func validate() throws {
    guard latency <= Self.longestLatency else {
      throw ValidationError(
        "--latency: expected \(Self.longestLatency.text) or less, found \(latency.text)")
    }
    if explain != nil, filter != nil {
      throw ValidationError("--explain tells of one vector: leave --filter out")
    }
    if explain != nil, writing.format != .table {
      throw ValidationError("--explain tells a story: leave --format out")
    }
  }

  func run() throws {
    talk.detail("read", vectors)
    let bytes = try read()
    let tree = try? JSON.parse(bytes, limit: InputFile.mostValues)
    if let log = tree?["log"], let entries = log["entries"]?.elements {
      try judge(log, isEmpty: entries.isEmpty)
      return
    }
    guard sessions == nil else {
      throw ValidationError("--sessions is for captures, not for vectors")
    }
    let suite = try parse(bytes)
    try check(suite)
    let settings = VectorSettings(latency: latency)
    let run: VectorRun
    do {
      run = try VectorRun(suite, filter: explain ?? filter, settings: settings)
    } catch {
      throw refusal("\(vectors): \(error)", .badInput)
    }
    if let explain {
      let results = run.results.filter { $0.test.id == explain }
      Terminal.write(results.map(HTTPCheckStory.text).joined())
      return
    }
    Terminal.write(
      HTTPCheckTable.listing(of: run).written(
        writing.format, text: HTTPCheckTable.text(of: run), json: run.summary))
    let required = run.count(of: .required)
    if required.pass < required.total { throw ExitStatus.failed.error }
  }

  /// Reads the file. - Throws: how the command ends, after a word on why.
  private func read() throws -> [UInt8] {
    guard let path = ScenarioLocator.existingPath(vectors) else {
      throw refusal("there is no file '\(vectors)'", .missingFile)
    }
    do throws(InputFile.Unreadable) {
      return try InputFile.contents(of: path)
    } catch {
      throw refusal("\(vectors): \(error.words)", .inputOutput)
    }
  }

  private func parse(_ bytes: [UInt8]) throws -> VectorSuite {
    let suite: VectorSuite
    do { suite = try VectorSuite(bytes) } catch {
      throw refusal("\(vectors): \(error)", .badInput)
    }
    guard !suite.tests.isEmpty else {
      throw refusal("\(vectors): there are no vectors", .badInput)
    }
    return suite
  }

  /// Tells what our cache would have done with the requests of a capture.
  private func judge(_ log: JSON, isEmpty: Bool) throws {
    guard filter == nil, explain == nil, latency == .zero else {
      throw ValidationError("--filter, --explain and --latency are for vectors, not for captures")
    }
    guard !isEmpty else {
      throw refusal("\(vectors): there are no entries", .badInput)
    }
    let judgement = CaptureJudgement(log, sessions: sessions ?? .detect)
    Terminal.write(
      CaptureTable.listing(of: judgement).written(
        writing.format, text: CaptureTable.text(of: judgement),
        json: CaptureTable.json(of: judgement)))
  }

  /// Asks whether what is filtered or explained is in the file.
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

  private func refusal(_ message: String, _ status: ExitStatus) -> ExitCode {
    Terminal.note("error: \(message)")
    return status.error
  }
}
