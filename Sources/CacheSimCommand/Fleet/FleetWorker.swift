internal import Dispatch
internal import SimCore
internal import SyncTrials
internal import Synchronization

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
    var played: [Played] = []
    for result in results.withLock({ $0 }) {
      guard let result else { break }
      played.append(try result.get())
    }
    return played
  }
}
