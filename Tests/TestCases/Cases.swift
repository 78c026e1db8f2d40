internal import Foundation

/// How many of its cases a long test tries: some in `make test`, all in `make check`, which sets
/// `CACHESIM_CASES` to `all`. What is written anew is written of all.
package enum Cases {
  package static let areAll =
    ProcessInfo.processInfo.environment["CACHESIM_CASES"] == "all"
    || ProcessInfo.processInfo.environment["CACHESIM_WRITE_GOLDEN"] == "1"

  /// Every n-th case, from the first on; all where all are tried.
  /// - Parameter part: n.
  package static func some<Case>(_ all: some Sequence<Case>, oneIn part: Int) -> [Case] {
    all.enumerated().filter { areAll || $0.offset % part == 0 }.map(\.element)
  }
}
