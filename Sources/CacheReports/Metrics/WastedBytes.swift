internal import Measurement
internal import SimCore

extension Metric {
  /// What was received for nothing.
  static let wastedBytes = Metric.cost(
    "wasted_bytes", .bytes,
    "Bodies fetched ahead and never shown, plus bytes received in exchanges that failed; an "
      + "answer that came after its screen had closed is not counted"
  ) { book in
    let prefetched = book.devices.prefetched
    let unused = prefetched.fetchedBytes - prefetched.usedBytes
    return Double((unused + book.network.failedBytesDown).count)
  }
}
