internal import ArgumentParser

/// How much a command says beside its answer: the same for every command that can last.
struct TalkArguments: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "No progress, notes or warnings; where a report is written, nothing but errors.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Say on standard error what is read, run and written, and how long it takes.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose: expected one of them") }
  }

  /// Says something that is worth knowing and no error.
  func note(_ text: String) {
    if !quiet { Terminal.note(text) }
  }

  /// Says something that only who asks wants to know.
  /// - Parameter topic: what it is about, in a word.
  func detail(_ topic: String, _ words: @autoclosure () -> String) {
    if verbose { Self.tell(topic, words()) }
  }

  /// A line of progress, on a terminal.
  var progress: Progress { Progress(isShown: Terminal.isWatched && !quiet) }

  /// Says which program it is.
  static func tellVersion() { tell("version", "cachesim \(Version.text)") }

  /// Says at the end how long it took.
  static func tellTime(since start: ContinuousClock.Instant) {
    let tenths = Int64((start.duration(to: .now) / .milliseconds(100)).rounded())
    tell("took", "\(tenths / 10).\(tenths % 10) s")
  }

  private static func tell(_ topic: String, _ words: String) {
    let padding = String(repeating: " ", count: max(8 - topic.count, 1))
    Terminal.note("\(topic)\(padding)\(words)")
  }
}

/// A command that can last, and says what it does to who asks.
protocol TalkingCommand {
  var talk: TalkArguments { get }
}
