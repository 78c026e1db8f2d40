package import CacheWorkloads

/// Why a replay cannot be had.
package enum ReplayError: Error, Sendable {
  /// The trace cannot be read.
  case trace(WorkloadError)
  /// The plan does not fit the trace; the words say what was found and what helps.
  case plan(String)
}
