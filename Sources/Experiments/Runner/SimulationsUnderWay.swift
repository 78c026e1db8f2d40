internal import CacheWorkloads
internal import ClientSimulation
internal import SimCore
internal import Synchronization

/// How far the simulations are that have begun, by the time that they have simulated.
///
/// Batches run beside each other and tell of themselves; what is reported is how many simulations
/// are done, parts of one included. Of a trace it is not known before its end how long it is:
/// nothing is reported of it.
final class SimulationsUnderWay: Sendable {
  private struct State {
    var done = 0
    /// By batch, how much of it is done, in simulations.
    var parts: [Int: Double] = [:]
    /// Which are summed up in this order.
    var batches: [Int] = []
  }

  private let report: @Sendable (_ simulations: Double) -> Void
  private let state = Mutex(State())

  init(_ report: @escaping @Sendable (Double) -> Void) { self.report = report }

  /// A batch has come so far.
  func advance(_ batch: Int, to simulations: Double) {
    let sum = state.withLock { state in
      if state.parts.updateValue(simulations, forKey: batch) == nil { state.batches.append(batch) }
      return state.batches.reduce(Double(state.done)) { $0 + (state.parts[$1] ?? 0) }
    }
    report(sum)
  }

  /// A batch is over; so many simulations are done.
  func end(_ batch: Int, done: Int) {
    state.withLock { state in
      state.done = done
      state.parts[batch] = nil
      state.batches.removeAll { $0 == batch }
    }
  }
}

extension Scenario {
  /// Which part of the workload's time is over at an event, the last of a block; nil: it is not
  /// known. Devices follow one another, but for those on one clock.
  func partDone(at event: WorkloadEvent, isOnOneClock: Bool) -> Double? {
    guard !workload.product.hasOwnLength, duration > .zero else { return nil }
    let time = min((event.at - .start).seconds / duration.seconds, 1)
    return isOnOneClock ? time : min((Double(event.device) + time) / Double(max(devices, 1)), 1)
  }
}
