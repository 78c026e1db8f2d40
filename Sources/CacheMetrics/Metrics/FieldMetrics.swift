package import CacheWorkloads
internal import SimCore

/// The metrics that reports of an app's users can tell, each with the count behind it.
///
/// Waits are those of views that painted something: reports do not tell how many showed nothing, so
/// that percentiles over all opens stay empty. A day is one of a person, with or without use.
package struct FieldMetrics: Sendable {
  package private(set) var values: [(name: String, value: Double, count: Int)] = []

  package init(_ data: FieldData) {
    func sample(_ quantity: FieldQuantity) -> FieldSample { FieldSample(quantity, in: data) }
    let (views, requests) = (sample(.opensPerSession), sample(.requestsPerSession))
    let shares = [
      (FieldQuantity.cachedShare, "opens_from_cache_share"),
      (.objectHitShare, "object_hit_ratio"),
    ]
    if views.count > 0 { add("opens", views.sum, Int(views.sum)) }
    for (quantity, name) in shares {
      let sample = sample(quantity)
      add(name, sample.mean, sample.count)
    }
    for (quantity, wait) in [
      (FieldQuantity.firstContent, "first_content"), (.openToContent, "open_to_content"),
    ] {
      let sample = sample(quantity)
      add("\(wait)_shown_mean_ms", sample.mean.map { $0 * 1e3 }, sample.count)
      for percentile in [Percentile.p50, .p90, .p95, .p99] {
        add(
          "\(wait)_shown_\(percentile.name)_ms", sample.value(at: percentile).map { $0 * 1e3 },
          sample.count)
      }
      add("\(wait)_shown_max_ms", sample.maximum.map { $0 * 1e3 }, sample.count)
    }
    func days(of sample: FieldSample) -> Int {
      data.observations.count {
        $0.quantity == .sessionsPerDay && sample.people.contains($0.person)
      }
    }
    addCost("network_requests", requests, days(of: requests))
    let confirmed = sample(.notModifiedShare)
    if confirmed.count == Int(requests.sum) {
      addCost("network_304", confirmed, days(of: requests), people: requests.people.count)
    }
    for (quantity, name) in [
      (FieldQuantity.upBytesPerDay, "network_up_bytes"), (.downBytesPerDay, "network_down_bytes"),
      (.flashBytesPerDay, "flash_write_bytes"),
    ] {
      let sample = sample(quantity)
      addCost(name, sample, max(days(of: sample), sample.count))
    }
  }

  private mutating func add(_ name: String, _ value: Double?, _ count: Int) {
    if let value, count > 0 { values.append((name, value, count)) }
  }

  /// The average of a person over all days, and that of a day.
  private mutating func addCost(
    _ name: String, _ sample: FieldSample, _ days: Int, people: Int? = nil
  ) {
    let people = people ?? sample.people.count
    guard people > 0, days > 0 else { return }
    add(name, sample.sum / Double(people), sample.count)
    add("\(name)_per_device_day", sample.sum / Double(days), sample.count)
  }

  package var byName: [String: Double] {
    Dictionary(values.map { ($0.name, $0.value) }) { first, _ in first }
  }
}
