internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// Which opens are told of.
struct OpenArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The first opens of a screen, by its number or its name as in 'model 3'.",
      valueName: "number"))
  var view: String?

  @Option(
    help: ArgumentHelp(
      """
      The open that begins then, or the one on screen: 09:14 of the first day, '2d 09:14:30' of \
      the second.
      """, valueName: "time"))
  var at: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The worst opens by latency, staleness or flash, and how many; by default 1.",
      valueName: "measure> <count"))
  var worst: [String] = []

  @Option(help: "How many opens of --view are told; by default 1.")
  var count: Int?

  @Option(help: "The device; by default any.")
  var device: UInt32?

  func validate() throws {
    if [view != nil, at != nil, !worst.isEmpty].count(where: { $0 }) > 1 {
      throw ValidationError("expected one of --view, --at and --worst")
    }
    if let count, count < 1 { throw ValidationError("--count: expected 1 or more, found \(count)") }
    if count != nil && view == nil {
      throw ValidationError("--count: expected with --view; --worst takes its count behind it")
    }
    _ = try choice
  }

  /// What is asked for; the one worst wait where nothing is.
  var choice: OpenChoice {
    get throws {
      if let view {
        guard let last = view.split(whereSeparator: { " -".contains($0) }).last,
          let number = ResourceIndex(last)
        else {
          throw ValidationError(
            "--view: expected a screen's number such as 3 or 'model 3', found '\(view)'")
        }
        return .view(number, count ?? 1)
      }
      if let at {
        guard let time = ClockTime(at) else {
          throw ValidationError(
            "--at: expected a time such as 09:14, 09:14:30 or '2d 09:14', found '\(at)'")
        }
        return .at(time)
      }
      return try worstChoice
    }
  }

  private var worstChoice: OpenChoice {
    get throws {
      guard let name = worst.first else { return .worst(.latency, 1) }
      let names = OpenChoice.Measure.allCases.map(\.rawValue)
      guard let measure = OpenChoice.Measure(rawValue: name) else {
        throw ValidationError(
          "--worst: unknown measure '\(name)'\(Suggestion.hint(for: name, among: names))")
      }
      guard worst.count > 1 else { return .worst(measure, 1) }
      guard worst.count == 2, let count = Int(worst[1]), (1...1_000).contains(count) else {
        throw ValidationError(
          "--worst: expected a measure and a count from 1 to 1000, found "
            + "'\(worst.joined(separator: " "))'")
      }
      return .worst(measure, count)
    }
  }
}
