internal import SimCore

/// The seeds of a fleet: some, or all from 1 on.
struct FleetSeeds {
  private var first: UInt64 = 1
  private var listed: [UInt64] = []
  private(set) var count = UInt64.max - 1
  private(set) var isBounded = false

  init() {}

  /// Reads `1,2,3` or `1..200`, which may be as long as it likes.
  init(_ text: String) throws {
    isBounded = true
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { UInt64($0) }
    if ends.count == 2, let start = ends[0], let end = ends[1], start <= end, end < .max {
      (first, count) = (start, end - start + 1)
    } else {
      listed = try SeedList.read(text).compactMap { $0.integer.flatMap { UInt64(exactly: $0) } }
      count = UInt64(listed.count)
    }
  }

  subscript(place: UInt64) -> UInt64 { listed.isEmpty ? first + place : listed[Int(place)] }
}
