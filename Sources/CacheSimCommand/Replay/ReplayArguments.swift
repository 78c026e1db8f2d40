internal import ArgumentParser
internal import CachePolicies
internal import CacheWorkloads
internal import Experiments
internal import SimCore

struct ReplayInput: ParsableArguments {
  @OptionGroup var trace: TraceArguments

  @Option(
    help: ArgumentHelp(
      "The same as --trace-format; settings may follow as in name:setting=value.",
      valueName: "format"), completion: .traceFormat)
  var format: String?

  @Option(help: "The expected number of objects: saves time, changes nothing.")
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

  var input: TraceInput {
    get throws {
      var input = TraceInput(path: trace.trace, format: try chosenFormat)
      input.options.skipsMalformed = trace.reading.skipMalformed
      input.options.expectedObjects = objects
      return input
    }
  }

  func report(_ verbosity: VerbosityArguments, _ summary: String, jobs: Int) {
    verbosity.detail("read", trace.trace)
    verbosity.detail("run", "\(summary), \(jobs) at once")
  }
}

extension ReplayCapacity {
  static func list(_ text: String, countsObjects: Bool) throws -> [ReplayCapacity] {
    var all: [ReplayCapacity] = []
    for part in ChoiceText.list(text) {
      guard let sizes = read(part, countsObjects: countsObjects) else {
        let amount = countsObjects ? "a number of objects such as 1000" : "bytes such as 64MiB"
        throw ValidationError(
          "--capacity: expected \(amount), a share such as 1%, or auto, all more than nothing; "
            + "found '\(part)'")
      }
      all += sizes.filter { !all.contains($0) }
    }
    return all
  }
}

enum ReplayExpiry {
  /// Without `check` copies are checked when they are looked up.
  static func read(_ text: String, check: Expiry.Check? = nil) throws -> Expiry {
    var expiry = try read(text)
    if let check { expiry.check = check }
    return expiry
  }

  static func check(_ text: String, for flag: String) throws -> Expiry.Check {
    if let check = Expiry.Check(rawValue: text) { return check }
    let words = Expiry.Check.allCases.map(\.rawValue)
    throw ValidationError(
      "\(flag): unknown word '\(text)'\(Suggestion.hint(for: text, among: words))")
  }

  private static func read(_ text: String) throws -> Expiry {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rule = parts.first.flatMap(Expiry.Rule.init(rawValue:))
    let rest = rule == nil ? text : parts.count == 2 ? parts[1] : "trace"
    if rest == "trace" { return Expiry(rule ?? .absolute) }
    guard let span = TimeSpan(json: JSON(rest)), span > .zero else {
      let expected =
        TimeSpan.excess(in: rest)
        ?? "expected a time such as 1h, absolute:1h, sliding:1h, or trace"
      throw ValidationError("--ttl: \(expected), found '\(text)'")
    }
    return Expiry(rule ?? .absolute, after: span)
  }
}

extension ReplaySpan {
  static func read(_ text: String, for flag: String) throws -> ReplaySpan {
    if let span = read(text) { return span }
    let expected =
      TimeSpan.excess(in: text)
      ?? "expected a number of requests, a time such as 1h or a share such as 10%"
    throw ValidationError("\(flag): \(expected), found '\(text)'")
  }
}

extension ReplayPlan {
  var summary: String {
    "policies \(policies.count) × capacities \(capacities.count), seed \(seed)"
  }
}

extension CurvePlan {
  var summary: String {
    let words = wantsEverySize ? "LRU at every size" : "curves \(curves.count)"
    return "\(words) × sizes \(capacities.count), seed \(seed)"
  }
}
