package import CacheWorkloads
internal import SimCore

package struct TraceInput: Sendable {
  /// A file, or `-` for standard input.
  package var path: String
  /// Its format; nil: detected by the content, else by the ending of the name.
  package var format: TraceFormat?
  /// The reader's options, but for the columns, which a replay chooses itself.
  package var options = RequestOptions()

  package init(path: String, format: TraceFormat? = nil) {
    self.path = path
    self.format = format
  }

  /// Refuses a trace that would have to be read twice and cannot be.
  func checkRepeatable(_ reason: String) throws(InputError) {
    guard path == "-" else { return }
    throw InputError("standard input can be read only once, and \(reason): use a file")
  }

  func open(_ columns: RequestColumns) throws(InputError) -> RequestReader {
    var options = options
    options.columns = columns
    return try RequestReader(path: path, format: format, options: options)
  }
}

/// The totals of a trace, from a first reading.
struct TraceTotals {
  var requests: Int64 = 0
  var objects: Int64 = 0
  /// The sum of the objects' sizes, each as it was met first; the number of objects where they
  /// count 1.
  var footprint: Int64 = 0

  /// Reads the whole trace. - Complexity: O(requests).
  init(_ input: TraceInput, countsObjects: Bool, progress: (Int64) -> Void) throws(InputError) {
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
      progress(requests)
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
