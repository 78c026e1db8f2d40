internal import ArgumentParser
internal import Experiments

extension ReplaySpan {
  /// The stretch of a trace that a flag names.
  static func read(_ text: String, for flag: String) throws -> ReplaySpan {
    if let span = read(text) { return span }
    throw ValidationError(
      "\(flag): expected a number of requests, a time such as 1h or a share such as 10%, "
        + "found '\(text)'")
  }
}
