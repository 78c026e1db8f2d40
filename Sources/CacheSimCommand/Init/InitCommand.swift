internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import SimCore

struct InitCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a scenario of your own app, from a capture, a log or some answers.",
    discussion: """
      The scenario has the app's screens, sizes, cache headers and rhythm as far as a capture \
      (HAR) or an access log shows them, the strategies worth comparing, and comments that say \
      what was assumed. Without --har and --log the program asks, or reads the answers from \
      standard input, one a line. Hosts, queries, cookies and whatever in a path may name \
      somebody are left out.

      EXAMPLES
        cachesim init --har app.har
        cachesim init --log access.log --output mine.json
        cachesim init --output mine.json
      """)

  @Option(help: "A HAR capture of the app.", completion: .file(extensions: ["har"]))
  var har: String?

  @Option(help: "An access log of the app's server.", completion: .file())
  var log: String?

  @Option(
    help: "The scenario's file; by default the name of the capture or log with .json, or app.json.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Replace a file that is there.")
  var force = false

  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    if har != nil && log != nil { throw ValidationError("--har and --log: expected one of them") }
    try OutputFile.check(output)
  }

  func run() throws {
    let path = output ?? Self.standardOutput(for: har ?? log)
    // Before any question is asked.
    if !force, FileKind(of: path) != nil {
      throw CommandError(
        .inputOutput, "\(path): there is such a file; --force replaces it, --output names another")
    }
    var questions = AppQuestions()
    let scenario = try readTrace() ?? questions.scenario()
    let text = scenario.text(runAs: path)
    let file = try ScenarioFile(bytes: Array(text.utf8), file: path, name: "app")
    verbosity.detail("write", "\(path), digest of all settings \(file.hash)")
    try OutputFile.write(TextPieces(text), to: path)
    if !verbosity.quiet { Terminal.write(scenario.summary(writtenTo: path)) }
  }

  /// The scenario's file beside the working folder's others: the input's name without its endings.
  private static func standardOutput(for input: String?) -> String {
    guard let name = input?.split(separator: "/").last else { return "app.json" }
    var stem = name
    for ending in [".gz", ".zst", ".har", ".log", ".txt", ".tsv", ".json"]
    where stem.lowercased().hasSuffix(ending) && stem.count > ending.count {
      stem = stem.dropLast(ending.count)
    }
    let output = "\(stem).json"
    return output == name ? "\(stem)-scenario.json" : output
  }

  /// What a capture or a log shows; nil: none is named.
  private func readTrace() throws -> OwnAppScenario? {
    guard let path = har ?? log else { return nil }
    try InputFile.check(path)
    verbosity.detail("read", path)
    let profile = try AppProfile(path: path)
    let issues = profile.issues
    if issues.malformedCount > 0 {
      // Without excerpts, in which names and tokens may stand.
      verbosity.note(
        "warning: \(issues.malformedCount) of \(NumberText.counted(issues.itemCount, "item")) "
          + "\(issues.malformedCount == 1 ? "is malformed and was" : "are malformed and were") "
          + "left out")
    }
    if issues.skippedCount > 0 {
      verbosity.note(
        "note: \(issues.skippedCount) of \(NumberText.counted(issues.itemCount, "item")) "
          + "\(issues.skippedCount == 1 ? "opens" : "open") no screen")
    }
    guard profile.isCapture == (har != nil) else {
      let (expected, found) =
        har == nil
        ? ("an access log", "a capture; --har reads it")
        : ("a HAR capture, an object of JSON", "something else; --log reads access logs")
      throw CommandError(.badInput, "\(path): expected \(expected), found \(found)")
    }
    guard profile.views > 0 else {
      // What was found may be a name.
      let reason = issues.examples.first?.reason.split(separator: ", found").first ?? ""
      let example = reason.isEmpty ? "" : ": \(reason)"
      throw CommandError(
        .badInput,
        "\(path): none of its "
          + NumberText.counted(issues.itemCount, "entry", plural: "entries")
          + " opens a screen, of which "
          + "\(issues.malformedCount) cannot be read\(example)")
    }
    return OwnAppScenario(profile, from: path)
  }
}

/// The questions about an app, answered at a terminal or line by line from standard input.
struct AppQuestions {
  /// Whether a wrong answer can be given again.
  private let isTerminal = Terminal.isAsked
  private var count = 0
  private var hasEnded = false

  private static let screenLimit = 8

  mutating func scenario() throws -> OwnAppScenario {
    var screens: [AppScreen] = []
    while screens.count < Self.screenLimit, let screen = try screen(isFirst: screens.isEmpty) {
      screens.append(screen)
    }
    let sessions = try number("Sessions of a person in a day", 8, in: 0.01...500)
    let length: TimeSpan = try value(
      "How long is a session", .seconds(72), in: .seconds(1)...(.hours(12)))
    let view: TimeSpan = try value(
      "How long is a screen looked at", .seconds(20), in: .seconds(1)...(.hours(5)))
    guard count > 0 else {
      throw ValidationError("expected --har, --log, or answers on standard input, found none")
    }
    return OwnAppScenario(
      screens: screens, sessionsPerDay: sessions, sessionLength: length, viewTime: view)
  }

  /// Nil: there are no more.
  private mutating func screen(isFirst: Bool) throws -> AppScreen? {
    var screen = AppScreen()
    let name =
      isFirst
      ? try answer("What is the first screen called?", or: "home")
      : try answer("Another kind of screen? Its name, or nothing", or: "")
    if name.isEmpty { return nil }
    screen.name = name
    screen.isList = isFirst
    screen.kind = isFirst ? .model : .document
    screen.pages =
      isFirst ? 1 : Int(try number("How many different ones are there", 40, in: 1...10_000))
    if !isFirst {
      screen.share = try number(
        "How often is it opened, against the first screen", 2, in: 0...1_000)
    }
    screen.bytes = try value(
      "How large is its text or JSON", .kilobytes(isFirst ? 30 : 18),
      in: Bytes(1)...(.gigabytes(1)))
    screen.changesPerDay = try number(
      "How often does one change in a day", isFirst ? 24 : 1, in: 0...10_000)
    screen.headers = try headers()
    let pictures = Int(try number("How many pictures are on it", isFirst ? 10 : 3, in: 0...1_000))
    if pictures > 0 {
      var part = AppPart()
      part.count = pictures
      part.bytes = try value(
        "How large is a picture", .kilobytes(isFirst ? 15 : 59), in: Bytes(1)...(.gigabytes(1)))
      part.headers.maxAge = .days(7)
      screen.parts = [part]
    }
    return screen
  }

  private mutating func headers() throws -> AppHeaders {
    let words = "none, no-store, or a time such as 5m"
    while true {
      let text = try answer("How long may it be reused (Cache-Control)? \(words)", or: "none")
      var headers = AppHeaders()
      if text == "none" { return headers }
      if text == "no-store" {
        headers.noStore = true
        return headers
      }
      if let span = TimeSpan(json: JSON(text)), span >= .zero, span <= .days(36_500) {
        headers.maxAge = span
        return headers
      }
      try refuse(text, expected: words)
    }
  }

  private mutating func number(
    _ question: String, _ standard: Double, in range: ClosedRange<Double>
  ) throws -> Double {
    let shown = JSON(standard).compact
    while true {
      let text = try answer("\(question)?", or: shown)
      if let number = Double(text), range.contains(number) { return number }
      let bounds = [range.lowerBound, range.upperBound].map { JSON($0).compact }
      try refuse(text, expected: "a number from \(bounds[0]) to \(bounds[1])")
    }
  }

  private mutating func value<Value: ScalarSettingValue & Comparable>(
    _ question: String, _ standard: Value, in range: ClosedRange<Value>
  ) throws -> Value {
    while true {
      let text = try answer("\(question)?", or: standard.json.string ?? standard.json.compact)
      if let value = Value(json: JSON(text)), range.contains(value) { return value }
      try refuse(
        text,
        expected: "\(Value.form), \(range.lowerBound.json.compact) to "
          + range.upperBound.json.compact)
    }
  }

  /// The next line, without blanks around it; what stands in brackets where it is empty or missing.
  private mutating func answer(_ question: String, or standard: String) throws -> String {
    if isTerminal { Terminal.note(standard.isEmpty ? question : "\(question) [\(standard)]") }
    guard !hasEnded, let line = readLine() else {
      hasEnded = true
      return standard
    }
    count += 1
    func isBlank(_ character: Character) -> Bool { " \t\r".contains(character) }
    let text = line.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return text.isEmpty ? standard : String(text)
  }

  /// Asks again at a terminal; elsewhere a wrong answer ends the command.
  private func refuse(_ text: String, expected: String) throws {
    let words = "expected \(expected), found '\(VisibleText.shortened(text))'"
    guard isTerminal else { throw CommandError(.badInput, "standard input:\(count): \(words)") }
    Terminal.note(words)
  }
}
