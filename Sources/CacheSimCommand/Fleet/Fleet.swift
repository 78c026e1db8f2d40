internal import Dispatch
internal import SimCore
internal import SyncTrials
internal import Synchronization

/// Runs of engines, several at once, with the stories that broke a promise.
struct Fleet {
  private let engines: [SyncEngine]
  /// For shrinking, one story after the other.
  private let benches: [SyncBench]
  private let workers: [FleetWorker]
  private(set) var rows: [FleetRow]
  private(set) var findings: [FleetFinding] = []
  private let folder: String
  /// By engine: the options that choose it alone.
  private let choices: [String]
  private let stop = StopFlag()
  /// By engine: of which promises and kinds a story was shrunk.
  private var known: [Set<String>]
  private var noted: Set<String> = []
  var manner = FleetWorker.Manner()
  /// Whether findings are the result itself, and not beside it.
  var showsFindings = true
  var verbosity = VerbosityArguments()
  /// Whether two runs of a seed differed.
  private(set) var isDifferent = false

  init(_ engines: [SyncEngine], choices: [String], folder: String, width: Int) {
    self.engines = engines
    self.choices = choices
    self.folder = folder
    benches = engines.map { SyncBench($0) }
    workers = (0..<width).map { _ in FleetWorker(engines) }
    rows = engines.map { FleetRow($0) }
    known = engines.map { _ in [] }
    let stop = stop
    Interruption.onSignal { stop.set() }
  }

  /// Whether the user wants it to end.
  var isStopped: Bool { stop.isSet }

  /// Plays stories, each with one engine, and shows what they break.
  /// - Parameter flags: what draws a story of this fleet again, beside its seed; nil: the stories
  ///   were given, and all that they break is shown.
  mutating func play(_ plays: [FleetWorker.Play], drawnBy flags: String?) async throws {
    let stop = stop
    let results = try FleetWorker.results(of: plays, by: workers, manner) { stop.isSet }
    for (play, played) in zip(plays, results) {
      let name = engines[play.engine].name
      if manner.showsTranscript {
        Terminal.write(played.outcome.transcript.map { $0 + "\n" }.joined())
      }
      note(played, name, play.story.seed)
      let broken = rows[play.engine].add(played.outcome)
      guard let flags else {
        for violation in played.outcome.violations {
          show(
            FleetFinding(
              engine: name, violation: violation, isPromised: broken.contains(violation)))
        }
        continue
      }
      for violation in broken where known[play.engine].insert(violation.title).inserted {
        let shrunk = try await shrunk(violation, of: play, flags)
        show(FleetFinding(engine: name, violation: violation, shrunk: shrunk))
      }
    }
  }

  private mutating func show(_ finding: FleetFinding) {
    findings.append(finding)
    Terminal.clearLine()
    if showsFindings {
      Terminal.write(finding.text)
    } else {
      verbosity.note(String(finding.text.dropLast()))
    }
  }

  private func shrunk(
    _ violation: SyncViolation, of play: FleetWorker.Play, _ flags: String
  ) async throws -> FleetFinding.Shrunk {
    let bench = benches[play.engine]
    let name = bench.engine.name
    let story = try await bench.shrink(
      play.story, breaking: violation, isStopped: { isStopped })
    let file = "\(name) \(violation.title).jsonl".map { " !'\"/".contains($0) ? "-" : $0 }
    let path = "\(folder)/\(String(file))"
    let text = story.story.text([
      ("engine", JSON(name)), ("breaks", JSON(violation.title)),
      ("what", JSON(story.violation.what)),
    ])
    try OutputFile.write(TextPieces(text), to: path, makesFolder: true)
    let command = "cachesim fleet\(choices[play.engine])"
    return FleetFinding.Shrunk(
      seed: play.story.seed, again: "\(command) --seeds \(play.story.seed)\(flags)", story: story,
      path: path, replay: "\(command) --story \(ShellWord.quoted(path))")
  }

  private mutating func note(_ played: FleetWorker.Played, _ name: String, _ seed: UInt64) {
    for what in played.outcome.unseen where noted.insert("\(name): \(what)").inserted {
      verbosity.note("note: \(name): writes are not seen of \(what)")
    }
    guard let difference = played.difference, !isDifferent else { return }
    isDifferent = true
    Terminal.note(
      "note: \(name) is not deterministic: under seed \(seed), call \(difference.call) was once '"
        + VisibleText.shortened(difference.first, to: 160) + "' and then '"
        + VisibleText.shortened(difference.second, to: 160) + "'")
  }
}

/// Set once by a signal.
private final class StopFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// Benches of all engines on a thread of their own: runs of several workers go on at once.
final class FleetWorker: Sendable {
  /// A story that an engine is to play.
  struct Play: Sendable {
    var engine: Int
    var story: SyncStory
  }

  /// How it is to be played.
  struct Manner: Sendable {
    var isTwice = false
    var showsTranscript = false
  }

  struct Played: Sendable {
    var outcome: SyncOutcome
    /// Where a second run differed: the call's number, and what it was each time.
    var difference: (call: Int, first: String, second: String)?
  }

  private let benches: Mutex<[SyncBench]>
  private let queue = DispatchQueue(label: "cachesim.fleet")

  init(_ engines: [SyncEngine]) { benches = Mutex(engines.map { SyncBench($0) }) }

  private func result(of play: Play, _ manner: Manner) -> Result<Played, ToolError> {
    benches.withLock { benches in
      let bench = benches[play.engine]
      return Result { () throws(ToolError) in
        let keeps = manner.isTwice || manner.showsTranscript
        var played = Played(outcome: try bench.run(play.story, keepsTranscript: keeps))
        guard manner.isTwice else { return played }
        let second = try bench.run(play.story, keepsTranscript: true).transcript
        let first = played.outcome.transcript
        guard first != second else { return played }
        let place = zip(first, second).prefix { $0 == $1 }.count
        let end = "nothing"
        played.difference = (
          place + 1, place < first.count ? first[place] : end,
          place < second.count ? second[place] : end
        )
        return played
      }
    }
  }

  /// The results of plays in their order, each by whichever worker has nothing to do.
  /// - Returns: as many as were played before it was stopped.
  static func results(
    of plays: [Play], by workers: [FleetWorker], _ manner: Manner,
    isStopped: @escaping @Sendable () -> Bool
  ) throws -> [Played] {
    let results = Mutex<[Result<Played, ToolError>?]>(plays.map { _ in nil })
    let next = Atomic(0)
    let group = DispatchGroup()
    for worker in workers.prefix(plays.count) {
      worker.queue.async(group: group) {
        while !isStopped() {
          let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard place < plays.count else { return }
          let result = worker.result(of: plays[place], manner)
          results.withLock { $0[place] = result }
        }
      }
    }
    group.wait()
    return try results.withLock { $0 }.prefix { $0 != nil }.compactMap { try $0?.get() }
  }
}
