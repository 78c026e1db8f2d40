internal import ArgumentParser
internal import Experiments
internal import SimCore

extension ReplaySpan {
  /// The stretch of a trace that a flag names.
  static func read(_ text: String, for flag: String) throws -> ReplaySpan {
    if let span = read(text) { return span }
    let expected =
      TimeSpan.excess(in: text)
      ?? "expected a number of requests, a time such as 1h or a share such as 10%"
    throw ValidationError("\(flag): \(expected), found '\(text)'")
  }
}
