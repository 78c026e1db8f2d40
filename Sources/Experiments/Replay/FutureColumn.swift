internal import CacheWorkloads
internal import SimCore

/// When each request's object is asked for again, found by a first reading: four bytes a request.
struct FutureColumn {
  /// How many requests later; 0: never, or so much later that it does not fit 32 bits.
  private var gaps: [UInt32] = []

  /// Reads the whole trace. - Complexity: O(requests).
  init(_ input: TraceInput, tell: (Int64) -> Void) throws(WorkloadError) {
    var reader = try input.open([])
    var block = RequestBlock()
    /// By key: the last request.
    var last: [Int] = []
    while try reader.fill(&block) {
      for position in 0..<block.count {
        let key = block.keys[position]
        let index = gaps.count
        gaps.append(0)
        if Int(key) == last.count {
          last.append(index)
        } else {
          gaps[last[Int(key)]] = UInt32(exactly: index - last[Int(key)]) ?? 0
          last[Int(key)] = index
        }
      }
      tell(Int64(gaps.count))
    }
  }

  /// Fills the column of a block that begins at a request of the trace.
  func fill(_ block: inout RequestBlock, from start: Int) {
    block.nextAccesses.removeAll(keepingCapacity: true)
    for index in start..<(start + block.count) {
      let gap = gaps[index]
      block.nextAccesses.append(gap == 0 ? .max : Int64(index) + Int64(gap))
    }
  }
}
