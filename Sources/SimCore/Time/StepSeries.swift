/// A value that changes at known times and begins again after its period, such as the rate of a
/// recorded link.
///
/// Times are nanoseconds since the beginning, and may lie many periods after it.
package struct StepSeries<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Where each step begins: the first at 0, each after the one before, all before the period's
  /// end.
  package let starts: [Int64]
  package let values: [Value]
  /// After how long it begins again; without effect where there is only one step.
  package let period: Int64

  /// Makes a series; neighbours with the same value become one step.
  /// - Parameters:
  ///   - starts: in order, the first 0.
  ///   - values: as many.
  ///   - period: more than the last start.
  package init(starts: [Int64], values: [Value], period: Int64) {
    precondition(starts.count == values.count && starts.first == 0, "a series begins at 0")
    var kept: [Int] = []
    for index in starts.indices {
      precondition(
        starts[index] < (index + 1 < starts.count ? starts[index + 1] : period),
        "steps follow each other within the period")
      if let last = kept.last, values[last] == values[index] { continue }
      kept.append(index)
    }
    self.starts = kept.map { starts[$0] }
    self.values = kept.map { values[$0] }
    self.period = period
  }

  package init(constant value: Value) {
    starts = [0]
    values = [value]
    period = .max
  }

  /// What holds at a time.
  /// - Complexity: O(log(steps)).
  package func value(at time: Int64) -> Value { values[step(at: time % period)] }

  /// When the step ends that holds at a time: later than that; `Int64.max` for never.
  /// - Complexity: O(log(steps)).
  package func end(at time: Int64) -> Int64 {
    guard values.count > 1 else { return .max }
    let within = time % period
    let next = step(at: within) + 1
    let end = next < starts.count ? starts[next] : period
    let (sum, overflow) = time.addingReportingOverflow(end - within)
    return overflow ? .max : sum
  }

  func step(at time: Int64) -> Int {
    precondition(time >= 0, "a series begins at 0")
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }
}

/// Rates, in bits per second.
extension StepSeries where Value == Double {
  /// The bits of a whole period; infinite for a single step, which has none.
  package var bitsPerPeriod: Double {
    guard values.count > 1 else { return .infinity }
    return values.indices.reduce(0) { $0 + values[$1] * seconds(of: $1) }
  }

  /// Bits of a period by its length; the rate itself where there is only one.
  package var mean: Double { values.count > 1 ? bitsPerPeriod / (Double(period) / 1e9) : values[0] }

  /// When so many bits have passed that begin at a time and have the link for themselves: the
  /// time at which the integral of the rate has risen by them, to the nearest nanosecond.
  /// - Returns: nil where that is never, or beyond 292 years.
  /// - Complexity: O(steps), however many periods it takes.
  package func completion(of bits: Double, from start: Int64) -> Int64? {
    guard bits > 0 else { return start }
    guard values.contains(where: { $0 > 0 }) else { return nil }
    guard values.count > 1 else { return sum(start, bits / values[0] * 1e9) }
    var lap = start - start % period
    var place = start % period
    var index = step(at: place)
    var left = bits
    while true {
      let end = index + 1 < starts.count ? starts[index + 1] : period
      let passing = values[index] * Double(end - place) / 1e9
      if values[index] > 0, passing + Self.leastBits >= left {
        return sum(lap + place, min(left, passing) / values[index] * 1e9)
      }
      left -= passing
      place = end
      index += 1
      guard index == starts.count else { continue }
      // Whole periods are passed at once; the last one is walked through, however full it is.
      let laps = max(0, ((left - Self.leastBits) / bitsPerPeriod).rounded(.up) - 1)
      guard let next = sum(lap + period, laps * Double(period)) else { return nil }
      left -= laps * bitsPerPeriod
      if left <= 0 { return next }
      lap = next
      place = 0
      index = 0
    }
  }

  /// Fewer bits than these, a thousandth of a byte, are rounding errors.
  private static var leastBits: Double { 8e-3 }

  private func seconds(of index: Int) -> Double {
    Double((index + 1 < starts.count ? starts[index + 1] : period) - starts[index]) / 1e9
  }

  /// An instant so many nanoseconds after another; nil beyond what there is.
  private func sum(_ instant: Int64, _ nanoseconds: Double) -> Int64? {
    let span = nanoseconds.rounded(.toNearestOrAwayFromZero)
    return span < 9.2e18 - Double(instant) ? instant + Int64(span) : nil
  }
}
