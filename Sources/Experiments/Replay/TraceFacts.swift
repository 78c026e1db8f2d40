internal import CacheWorkloads
internal import SimCore

/// What a first reading tells of a trace.
struct TraceFacts {
  var requests: Int64 = 0
  var objects: Int64 = 0
  /// The sum of the objects' sizes, each as it was met first; the number of objects where they
  /// count 1.
  var footprint: Int64 = 0

  /// Reads the whole trace. - Complexity: O(requests).
  init(_ input: TraceInput, countsObjects: Bool, tell: (Int64) -> Void) throws(WorkloadError) {
    var reader = try input.open(countsObjects ? [] : .sizes)
    var block = RequestBlock()
    while try reader.fill(&block) {
      requests += Int64(block.count)
      let known = objects
      objects = Int64(reader.objectCount)
      if block.sizes.isEmpty {
        footprint += objects - known
      } else {
        addFirstSizes(block, known: known)
      }
      tell(requests)
    }
  }

  /// Adds the sizes of objects that are met for the first time: their keys count up.
  private mutating func addFirstSizes(_ block: RequestBlock, known: Int64) {
    var next = known
    for (key, size) in zip(block.keys, block.sizes) where Int64(key) == next {
      footprint += size
      next += 1
    }
  }
}
