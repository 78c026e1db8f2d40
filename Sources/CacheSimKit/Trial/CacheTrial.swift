public import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
public import Experiments
internal import Results
public import SimCore
internal import Synchronization

/// Runs a scenario or a story with a real cache in the place of a simulated one.
///
/// Events, origin, network, screens and metrics are those of every strategy; what the cache finds,
/// forgets and writes is its own. Each device of each seed has a cache of its own in a folder of
/// its own. A crash drops the cache without a word, a relaunch opens a new one in the same folder,
/// and a system that lacks space empties the folder while the app does not run.
///
/// ```swift
/// let row = try await CacheTrial(of: MyCache.self, in: "news").run()
/// #expect(row.objectHitRatio >= 0.8)
/// ```
///
/// The simulation runs on a thread of its own, one device after the other; two trials of a
/// deterministic cache give the same results, byte for byte. What the cache writes is seen by whole
/// files: after each call the folder is compared with what it was before.
public struct CacheTrial<Cache: CacheUnderTest>: Sendable {
  /// What reports call the cache, without `(live)`.
  public var name: String
  /// From which age on what the cache has is fetched again behind it; nil: never.
  public var staleAfter: TimeSpan?
  /// Where the cache's entries lie: on flash, reading takes time and survives the process.
  public var medium: Medium
  /// Strategies beside the cache: labels of the scenario's own, or names of the catalogue.
  public var beside: [String]
  /// The most that a call may take of real time; a call that does not return ends the trial.
  public var callLimit = TimeSpan.seconds(10)
  /// Whether errors that the cache throws are counted, and mean that it has nothing; otherwise the
  /// first one ends the trial.
  public var countsErrors = false
  private let source: Source

  private enum Source: Sendable {
    case named(String)
    case made(Scenario)
  }

  /// A trial in a scenario or story.
  /// - Parameter place: the name of a bundled scenario, the path of a scenario or a story, or the
  ///   text of a story.
  public init(
    of cache: Cache.Type, in place: String, named name: String? = nil,
    staleAfter: TimeSpan? = .minutes(15), medium: Medium = .memory, beside: [String] = []
  ) {
    self.init(.named(place), name, staleAfter, medium, beside)
  }

  /// A trial in a scenario made in Swift; its strategies are those that `beside` may name.
  public init(
    of cache: Cache.Type, in scenario: Scenario, named name: String? = nil,
    staleAfter: TimeSpan? = .minutes(15), medium: Medium = .memory, beside: [String] = []
  ) {
    self.init(.made(scenario), name, staleAfter, medium, beside)
  }

  private init(
    _ source: Source, _ name: String?, _ staleAfter: TimeSpan?, _ medium: Medium, _ beside: [String]
  ) {
    self.source = source
    self.name = name ?? "\(Cache.self)"
    self.staleAfter = staleAfter
    self.medium = medium
    self.beside = beside
  }

  /// Runs the trial.
  /// - Throws: `ToolError` when the cache throws or does not return, `InputError` when the scenario
  ///   cannot be run.
  public func run() async throws -> TrialRow {
    let row = try await outcome()
    if let failure = row.failure { throw ToolError("\(row.name): \(failure)", .failed) }
    return row
  }

  /// The same; of a trial that ended early, the row that says why, and has no values.
  public func outcome() async throws -> TrialRow { try await outcome(in: scenario()) }

  func scenario() throws -> Scenario {
    switch source {
    case .named(let place): try Scenario(named: place)
    case .made(let scenario): scenario
    }
  }

  func outcome(in scenario: Scenario) async throws -> TrialRow {
    let label = "\(name) (live)"
    let session = TrialSession(
      staleAfter: staleAfter, medium: medium, countsErrors: countsErrors,
      names: try scenario.workload.product.story?.story().names ?? StoryNames(),
      limit: callLimit, folder: try CacheSim.temporaryFolder("cachesim-trial"))
    var options = TrialStrategy<Cache>.Options()
    options.session = session
    var tried = scenario.alone
    tried.strategies =
      [
        StrategyChoice(
          name: TrialStrategy<Cache>.name, label: label,
          product: AnyStrategy(TrialStrategy<Cache>.self, options), settings: options.json)
      ]
      + (try beside.map { name in
        try scenario.strategies.first { $0.label == name } ?? StrategyChoice(named: name)
      })
    tried.metrics += FaultMetrics.all
    let file = try ScenarioFile(name: scenario.title ?? "trial", tried)
    let outcome = try await withTaskExecutorPreference(TrialExecutor("cachesim.trial")) {
      try await Runner.run(file, jobs: 1, command: "")
    }
    var result = outcome.result
    if session.failure != nil { result.rows.removeAll { $0.label == label } }
    return TrialRow(name: label, results: Results(result), failure: session.failure)
  }
}

extension Scenario {
  /// Finds a scenario.
  /// - Parameter place: the name of a bundled one, the path of a scenario or a story, or the text
  ///   of a story.
  /// - Throws: `InputError` with all that is wrong with it.
  public init(named place: String) throws {
    let isText = place.contains("\n") || place.drop(while: \.isWhitespace).hasPrefix("{")
    if isText {
      self = try Scenario(playing: Story(text: place, named: "story"))
    } else if let bytes = BundledScenarios.bytes(named: place) {
      self = try ScenarioFile(bytes: bytes, file: "bundled:\(place).json", name: place).scenario
    } else if FileKind(of: place) == .plain {
      let isStory = [".jsonl", ".ndjson"].contains { place.lowercased().hasSuffix($0) }
      self =
        isStory
        ? try Scenario(playing: StoryFile(path: place).story()) : try Scenario(contentsOf: place)
    } else {
      let names = BundledScenarios.known.map(\.name)
      throw InputError(
        .missingFile, at: place,
        "there is no such file, and no bundled scenario of that name"
          + Suggestion.hint(for: place, among: names))
    }
  }
}

/// A cache that a trial asks in the place of a simulated one: one's own, or a library's behind a
/// few lines.
///
/// Requirements are `async throws`, so that a plain class, an actor and a cache with callbacks
/// behind continuations satisfy them as they are. Virtual time stands still while a call lasts.
/// Calls of a trial come one after the other. What has a default need not be written.
public protocol CacheUnderTest: SendableMetatype {
  /// Opens the cache; a relaunch opens a new one in the same folder.
  /// - Parameters:
  ///   - folder: the path of a folder of its own, which exists. The system may empty it while the
  ///     app does not run.
  ///   - clock: virtual time, in the place of the system's clock.
  init(folder: String, clock: TrialClock) async throws
  /// What is stored; nil: nothing, or nothing that may be used any more.
  func value(for key: String) async throws -> [UInt8]?
  func store(_ value: [UInt8], for key: String) async throws
  func remove(_ key: String) async throws

  /// Notes who uses the app, right after the cache was opened; 0 is the first user.
  func launched(as user: Int) async throws
  /// Notes that another user uses the app from now on.
  func switchUser(to user: Int) async throws
  /// Notes that the system wants memory back.
  func memoryWarning() async throws
  /// Notes that the app came back to the front.
  func foreground() async throws
  /// Notes that the app left the front and has a few seconds; by default, `flush`.
  func background() async throws
  /// Notes that the app is about to end; by default, `flush`. A crash says nothing.
  func terminate() async throws
  /// Writes what is not yet on flash.
  func flush() async throws
}

extension CacheUnderTest {
  public func launched(as user: Int) async throws {}
  public func switchUser(to user: Int) async throws {}
  public func memoryWarning() async throws {}
  public func foreground() async throws {}
  public func background() async throws { try await flush() }
  public func terminate() async throws { try await flush() }
  public func flush() async throws {}
}

/// Virtual time, as a cache under test reads it.
public final class TrialClock: Sendable {
  private let instant = Mutex(Instant.start)
  private let secondsAtStart: Int64

  /// A clock that stands at the beginning of virtual time.
  /// - Parameter secondsAtStart: the second since 1970 of that; the default is that of the
  ///   simulated origin's dates.
  public init(secondsAtStart: Int64 = 1_767_225_600) { self.secondsAtStart = secondsAtStart }

  /// The present instant of virtual time.
  public var now: Instant { instant.withLock { $0 } }

  /// Seconds since 1970, as for `Date(timeIntervalSince1970:)`.
  public var secondsSince1970: Double { Double(secondsAtStart) + (now - .start).seconds }

  /// Lets time pass.
  public func advance(by span: TimeSpan) { instant.withLock { $0 = $0 + span } }

  func set(_ now: Instant) { instant.withLock { $0 = now } }

  /// Seconds since 1970, rounded down.
  var wholeSeconds: Int64 { UnixClock(secondsAtStart: secondsAtStart).seconds(at: now) }
}
