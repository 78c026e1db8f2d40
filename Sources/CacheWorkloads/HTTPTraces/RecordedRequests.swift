package import SimCore

/// The lines of requests that matter to a cache, as they were recorded: directives, a range, and
/// what `Vary` names. By device and resource, from an instant on.
package struct RecordedRequests: Sendable {
  private var lines: [UInt64: [(at: Instant, fields: [RecordedField])]] = [:]
  /// By device and resource, in order of time: the whole requests, with their answers.
  private var exchanges: [UInt64: [(at: Instant, exchange: RecordedExchange)]] = [:]
  /// How far the recorded clock was past a whole second when the workload begins.
  package internal(set) var fraction = TimeSpan.zero

  package init() {}

  private static func key(_ resource: ResourceIndex, _ device: UInt32) -> UInt64 {
    UInt64(device) << 32 | UInt64(resource)
  }

  mutating func note(
    _ fields: [RecordedField], of resource: ResourceIndex, on device: UInt32, at instant: Instant
  ) {
    let key = Self.key(resource, device)
    guard fields != lines[key]?.last?.fields ?? [] else { return }
    lines[key, default: []].append((instant, fields))
  }

  mutating func note(
    _ exchange: RecordedExchange, of resource: ResourceIndex, on device: UInt32,
    at instant: Instant
  ) {
    exchanges[Self.key(resource, device), default: []].append((instant, exchange))
  }

  /// Whether it is known what the origin answered each request.
  package var hasExchanges: Bool { !exchanges.isEmpty }

  /// The request for a resource at an instant; nil: none was recorded until then. Of several at
  /// one instant it is the first that was not taken yet.
  /// - Parameter taken: the place of the one that was taken last; -1: none was.
  /// - Complexity: O(log n) in the requests for the resource, and O(n) in those of the instant.
  package func exchange(
    of resource: ResourceIndex, on device: UInt32, at now: Instant, after taken: inout Int
  ) -> RecordedExchange? {
    guard let all = exchanges[Self.key(resource, device)] else { return nil }
    var place = all.firstSortedIndex { $0.at > now } - 1
    guard place >= 0 else { return nil }
    while place > taken + 1, all[place - 1].at == all[place].at { place -= 1 }
    taken = place
    return all[place].exchange
  }

  /// The same requests once more, so much later; `begin` is the instant before the first of them.
  /// What the origin answered them then is not known.
  package mutating func repeatAll(after shift: TimeSpan, from begin: Instant) {
    exchanges = [:]
    lines = lines.mapValues { changes in
      changes + [(begin, [])] + changes.map { ($0.at + shift, $0.fields) }
    }
  }

  /// The lines of requests for a resource at an instant; empty: an app's own.
  /// - Complexity: O(log n) in the changes of the resource's requests.
  package func lines(
    of resource: ResourceIndex, on device: UInt32, at now: Instant
  ) -> [RecordedField] {
    guard !lines.isEmpty, let changes = lines[Self.key(resource, device)] else { return [] }
    let next = changes.firstSortedIndex { $0.at > now }
    return next == 0 ? [] : changes[next - 1].fields
  }
}
