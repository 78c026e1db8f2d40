public import SimCore

/// The tests of a suite, played in virtual time and counted as the suite counts.
public struct VectorRun: Sendable {
  /// How tests are played.
  public struct Settings: Hashable, Sendable {
    /// How long a message is on its way between cache and origin; verdicts do not depend on it.
    public var latency: TimeSpan
    /// The cache that is put to the test; tests for shared caches make it one.
    public var options: HTTPCacheOptions

    /// Makes settings.
    public init(latency: TimeSpan = .zero, options: HTTPCacheOptions = HTTPCacheOptions()) {
      self.latency = latency
      self.options = options
    }
  }

  /// Tests that passed, and all of them.
  public struct Count: Hashable, Sendable {
    /// How many passed, or were answered with yes.
    public var pass: Int
    /// How many there are.
    public var total: Int

    /// Makes a count.
    public init(pass: Int = 0, total: Int = 0) {
      self.pass = pass
      self.total = total
    }

    mutating func add(_ verdict: VectorVerdict) {
      total += 1
      if verdict.isPass { pass += 1 }
    }
  }

  /// The results in the order of the file.
  public let results: [VectorResult]

  /// Plays the tests that a word names, and for their verdicts those that they depend on; all
  /// where it is nil.
  /// - Throws: `unknownTest` where the word names none. - Complexity: O(tests).
  public init(
    _ suite: VectorSuite, filter: String? = nil, settings: Settings = Settings()
  ) throws(VectorError) {
    let tests = try suite.tests(matching: filter)
    var grader = VectorGrader(suite, settings: settings)
    results = tests.map { grader.result(of: $0) }
  }

  /// The count of the tests of a kind.
  public func count(of kind: VectorTest.Kind) -> Count {
    results.filter { $0.test.kind == kind }.reduce(into: Count()) { $0.add($1.verdict) }
  }

  /// The counts of each suite, in the order in which the suites begin.
  public var countsBySuite: [(suite: String, count: Count)] {
    var counts: [(suite: String, count: Count)] = []
    for result in results {
      if let index = counts.firstIndex(where: { $0.suite == result.test.suite }) {
        counts[index].count.add(result.verdict)
      } else {
        var count = Count()
        count.add(result.verdict)
        counts.append((result.test.suite, count))
      }
    }
    return counts
  }

  /// The result of one test. - Throws: `unknownTest` where it is not among the results.
  public func result(of id: String) throws(VectorError) -> VectorResult {
    guard let result = results.first(where: { $0.test.id == id }) else { throw .unknownTest(id) }
    return result
  }

  /// The counts of each kind and suite and the verdict of each test, for other programs.
  public var summary: JSON {
    func json(_ count: Count) -> JSON {
      .object([
        ("pass", JSON(.integer(Int64(count.pass)))), ("total", JSON(.integer(Int64(count.total)))),
      ])
    }
    return .object(
      VectorTest.Kind.allCases.map { ($0.rawValue, json(count(of: $0))) } + [
        ("suites", .object(countsBySuite.map { ($0.suite, json($0.count)) })),
        ("tests", .object(results.map { ($0.test.id, JSON(.string($0.verdict.rawValue))) })),
      ])
  }
}
