/// Requests for objects at equal steps that one item of a trace stands for.
struct RequestRun {
  /// The most different objects that one item may stand for: each takes memory, and a request for
  /// so many blocks of 512 bytes would be one of 32 MiB.
  static let mostObjects: Int64 = 65_536
  /// The most requests for one object that one item may stand for; Meta's traces count those of a
  /// second.
  static let mostRepeats: Int64 = 1_000_000

  /// The first object, and that of the next request as the run is told.
  var first: UInt64
  /// From one object to the next: 0 for the same one again.
  var step: UInt64
  /// How many requests are left.
  var count: Int64
  /// What they have in common.
  var fields: RawFields
}

extension RawRequests {
  /// Begins a run, and tells of it what fits into the block.
  mutating func append(_ run: RequestRun) {
    self.run = run
    continueRun()
  }

  /// Tells of the present run what fits into the block.
  /// - Complexity: O(requests).
  mutating func continueRun() {
    guard var run else { return }
    while run.count > 0, !isFull {
      append(run.first, run.fields)
      run.first &+= run.step
      run.count -= 1
    }
    self.run = run.count > 0 ? run : nil
  }
}
