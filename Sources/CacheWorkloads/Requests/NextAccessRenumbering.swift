internal import SimCore

/// How next accesses are counted when requests of no bytes are left out.
///
/// A format counts all requests of the file; a block's column counts those that are kept. What is
/// left out later in the file is only known after a first reading, which this is. Memory: 16 bytes
/// for each request that is left out.
struct NextAccessRenumbering {
  private var empty: [RawRequests.EmptyRequest]
  private let fileCount: Int64

  /// Reads the file once; nil when the format or the file has no next accesses.
  init?(path: String, format: TraceFormat, skipsMalformed: Bool) throws(WorkloadError) {
    var requests = RawRequests(columns: .nextAccesses, skipsMalformed: skipsMalformed)
    requests.notesEmpty = true
    let decoder = try format.open(try ByteReader(path: path))
    var hasColumn = false
    while true {
      requests.identifiers.removeAll(keepingCapacity: true)
      requests.block.removeAll()
      let hasMore = try decoder.decode(into: &requests)
      requests.keptCount += Int64(requests.count)
      hasColumn = hasColumn || !requests.block.nextAccesses.isEmpty
      guard hasMore, decoder.canTellNextAccesses else { break }
      requests.wantsOnlyEmpty = hasColumn
    }
    guard hasColumn else { return nil }
    empty = requests.empty
    fileCount = requests.keptCount + requests.emptyCount
  }

  /// Counts the next accesses of a block in kept requests. Those beyond the file's end are never.
  func apply(to next: inout [Int64]) {
    var span = next.mutableSpan
    for index in span.indices { span[index] = kept(span[index]) }
  }

  private func kept(_ index: Int64) -> Int64 {
    var index = index
    while index < fileCount {
      let place = firstEmpty(from: index)
      guard place < empty.count, empty[place].index == index else { return index - Int64(place) }
      index = empty[place].next
    }
    return .max
  }

  /// How many requests that are left out stand before an index.
  private func firstEmpty(from index: Int64) -> Int {
    var low = 0
    var high = empty.count
    while low < high {
      let middle = (low + high) / 2
      if empty[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
