internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// The trace of a command of the replay engine.
struct ReplayInput: ParsableArguments {
  @OptionGroup var trace: TraceArguments

  @Option(
    help: ArgumentHelp(
      "The same as --trace-format; settings may follow as in name:setting=value.",
      valueName: "format"), completion: .traceFormat)
  var format: String?

  @Option(help: "How many objects there may be: saves time, changes nothing.")
  var objects = 0

  func validate() throws {
    try expect("--objects", objects, in: 0...(1 << 31))
    if format != nil, trace.reading.traceFormat != nil {
      throw ValidationError("--format and --trace-format are the same: leave one out")
    }
    _ = try chosenFormat
  }

  private var chosenFormat: TraceFormat? {
    get throws {
      guard let format else { return try trace.reading.format() }
      let chosen: Chosen<TraceFormat> = try ChoiceText.choice(format, for: "--format")
      return chosen.product
    }
  }

  /// The trace, to be opened.
  var input: TraceInput {
    get throws {
      var input = TraceInput(path: trace.trace, format: try chosenFormat)
      input.options.skipsMalformed = trace.reading.skipMalformed
      input.options.expectedObjects = objects
      return input
    }
  }

  /// Says what is read and run.
  func tell(_ talk: TalkArguments, _ census: String, jobs: Int) {
    talk.detail("read", trace.trace)
    talk.detail("run", "\(census), \(jobs) at once")
  }

  /// Tells why there is no answer.
  /// - Returns: how the command ends.
  static func told(_ error: ReplayError) -> ExitStatus {
    switch error {
    case .trace(let error): return error.told()
    case .plan(let words):
      Terminal.note("error: \(words)")
      return .badInput
    }
  }
}
