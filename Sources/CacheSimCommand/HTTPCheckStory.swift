internal import HTTPCaching

/// One vector's verdict and how it came about, in words.
enum HTTPCheckStory {
  static func text(of result: VectorResult) -> String {
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
