package import SimCore

/// A recorded link as Mahimahi has it: at which milliseconds a packet may pass.
///
/// A line of a file is a time in milliseconds and one chance to pass a packet of 1,500 bytes; a
/// millisecond with several chances is repeated. The last time is the period, after which the
/// times begin again: a chance at the end counts, and so does one at 0 of the next period.
/// (Netravali et al.: Mahimahi: Accurate Record-and-Replay for HTTP, USENIX ATC 2015; `mm-link`.)
package struct PacketChances: Hashable, Sendable {
  /// A packet's size: 1,500 bytes, Ethernet's largest payload and `mm-link`'s unit.
  package static let packet = Bytes(1_500)
  /// The most milliseconds with a chance that are read: two hours and three quarters of them.
  static let limit = 10_000_000
  static let longestPeriod: Int64 = 366 * 86_400_000

  /// The milliseconds with a chance, in order, from 1 to the period: one at 0 stands at the end.
  private var milliseconds: [Int64] = []
  private var counts: [Int64] = []
  private var atStart: Int64 = 0

  init() {}

  package var period: Int64 { milliseconds.last ?? 0 }
  package var count: Int64 { counts.last ?? 0 }
  /// How many packets bytes take; the last one may not be full.
  package func packets(for bytes: Bytes) -> Int64 {
    let size = Self.packet.count
    return bytes.count / size + (bytes.count % size == 0 ? 0 : 1)
  }

  /// Adds a chance, not before the one added last.
  mutating func add(_ millisecond: Int64) {
    if millisecond == 0 {
      atStart += 1
    } else if milliseconds.last == millisecond {
      counts[counts.count - 1] += 1
    } else {
      milliseconds.append(millisecond)
      counts.append((counts.last ?? 0) + 1)
    }
  }

  var millisecondCount: Int { milliseconds.count }
  var last: Int64 { period }

  /// Counts the chances at 0 where the next period has them: at the end.
  mutating func close() {
    counts[counts.count - 1] += atStart
    atStart = 0
  }

  /// When the n-th packet has passed of those that wait from an instant on; a chance at exactly
  /// that instant is gone.
  /// - Returns: an instant in nanoseconds; nil: beyond 292 years.
  /// - Complexity: O(log(chances)).
  package func completion(of packets: Int64, from start: Int64) -> Int64? {
    guard packets > 0 else { return start }
    // A chance at a whole millisecond is later than the start where it is later than its floor.
    let begin = start / 1_000_000
    let (lap, place) = begin.quotientAndRemainder(dividingBy: period)
    let gone = milliseconds.firstSortedIndex { $0 > place }
    let before = gone == 0 ? 0 : counts[gone - 1]
    let (needed, overflow) = packets.addingReportingOverflow(before)
    if overflow { return nil }
    let (laps, rest) = (needed - 1).quotientAndRemainder(dividingBy: count)
    let index = counts.firstSortedIndex { $0 > rest }
    let (all, isTooLate) = (lap + laps).multipliedReportingOverflow(by: period)
    let (sum, isBeyond) = all.addingReportingOverflow(milliseconds[index])
    let (instant, isOver) = sum.multipliedReportingOverflow(by: 1_000_000)
    return isTooLate || isBeyond || isOver ? nil : instant
  }

  /// The rates that pass in each millisecond what its chances allow: those of a time in the
  /// millisecond before it, so that a packet has passed by then.
  package var rates: StepSeries<Double> {
    var starts: [Int64] = []
    var values: [Double] = []
    var end: Int64 = 0
    func append(_ start: Int64, _ chances: Int64) {
      starts.append(start * 1_000_000)
      values.append(Double(chances * Self.packet.count * 8) * 1_000)
    }
    for (index, millisecond) in milliseconds.enumerated() {
      if millisecond - 1 > end { append(end, 0) }
      append(millisecond - 1, counts[index] - (index == 0 ? 0 : counts[index - 1]))
      end = millisecond
    }
    return StepSeries(starts: starts, values: values, period: period * 1_000_000)
  }
}
