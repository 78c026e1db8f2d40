internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Synchronization

extension SweepCommand {
  /// Makes the cells of a part that are missing, with progress on a terminal; Ctrl-C says what is
  /// kept.
  /// - Throws: an exit code, after telling what is wrong.
  func make(
    _ work: SweepWork, _ shard: SweepShard, in folder: SweepFolder
  ) async throws -> SweepRunner.Outcome {
    let progress = reporting.talk.progress
    let latest = Latest()
    Interruption.expect { latest.words }
    defer { progress.end() }
    do {
      let outcome = try await work.make(
        shard, in: folder, jobs: simulation.width,
        progress: { advance in
          latest.advance.withLock { $0 = advance }
          progress.show(
            Int64(advance.done), of: Int64(advance.all), "simulations", kept: Int64(advance.kept))
        })
      progress.end()
      for path in outcome.broken {
        Terminal.note("warning: \(path) was torn or altered, and was made anew")
      }
      if outcome.kept > 0 {
        reporting.talk.note(
          "note: \(outcome.kept) of \(outcome.kept + outcome.made) cells were there already")
      }
      return outcome
    } catch let error as WorkloadError {
      throw error.refused()
    } catch let error as ReplayError {
      throw ReplayInput.told(error).error
    } catch let error as ResultFolderError {
      Terminal.note("error: \(error)")
      throw ExitStatus.inputOutput.error
    }
  }
}

/// How far a sweep has come, for whoever interrupts it.
private final class Latest: Sendable {
  let advance = Mutex<SweepAdvance?>(nil)

  var words: String {
    guard let advance = advance.withLock({ $0 }) else { return "nothing was made yet" }
    return "\(advance.finishedCells) of \(advance.allCells) cells are finished and kept; "
      + "the same command goes on with the others"
  }
}
