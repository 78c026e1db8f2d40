internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
package import SimCore

/// What screens have fetched ahead of what is in view. A client without a cache has nothing of it.
package struct Lookahead: Settings {
  package var rows = 0
  package var concurrency: Int?
  package var media = 0
  package var mediaSegments = 1
  package var onlyUnmetered: KindSelection = false

  package init() {}
  package static let fields: [Field<Lookahead>] = [
    Field(
      "rows", \.rows, in: 0...10_000,
      "How many rows below those in view are fetched before they are scrolled into it: maxPreload "
        + "of Glide's RecyclerViewPreloader, or what UICollectionViewDataSourcePrefetching asks "
        + "Nuke's ImagePrefetcher, SDWebImagePrefetcher or Kingfisher's ImagePrefetcher for."),
    Field(
      "concurrency", \.concurrency, in: 1...1_000,
      "How many of them are fetched at once, the nearest first; null: all. 2 in Nuke's "
        + "ImagePrefetcher, 3 in SDWebImagePrefetcher, 5 in Kingfisher's ImagePrefetcher."),
    Field(
      "media", \.media, in: 0...1_000,
      "The heads of how many next media of a feed are fetched, the nearest first and one after the "
        + "other, while the medium on screen lacks nothing that there is room for."),
    Field(
      "mediaSegments", \.mediaSegments, in: 1...10_000,
      "How many segments of each: what ExoPlayer's CacheWriter is given a length for."),
    Field(
      "onlyUnmetered", \.onlyUnmetered,
      "What is fetched ahead only on a network not paid by volume: true is everything."),
  ]

  var isAny: Bool { rows > 0 || media > 0 }
}

extension RequestScheduler {
  /// Whether the end of a fetch lets more be fetched ahead.
  func continuesAhead(after load: Load) -> Bool {
    guard requests.lookahead.concurrency == nil else { return isAhead(load.resource) }
    guard load.purpose == .prefetch, case .received = load.outcome else { return false }
    return true
  }
}

extension ScreenStrategy {
  /// Fetches what lies ahead of what is in view.
  mutating func fetchAhead(in simulation: inout DeviceSimulation) {
    let ahead = scheduler.requests.lookahead
    guard ahead.isAny, scheduler.reading.keeps, simulation.canFetch, !simulation.isConstrained,
      simulation.permitsTransfers
    else { return }
    var left = ahead.concurrency.map { $0 - scheduler.countAhead(in: simulation) } ?? .max
    for row in simulation.rowsAhead(ahead.rows) where left > 0 {
      if begin(row, in: &simulation) { left -= 1 }
    }
    guard ahead.media > 0, simulation.isFed, var medium = simulation.openScreen else { return }
    for _ in 0..<ahead.media {
      guard let next = simulation.nextPage(of: medium) else { return }
      for segment in simulation.segments(of: next, count: ahead.mediaSegments) {
        // One after the other.
        if simulation.isFetching(segment) { return }
        if begin(segment, in: &simulation) { return }
      }
      medium = next
    }
  }

  /// Loads a resource ahead through the cache, once on a screen: what is stored is looked up, and
  /// no more; what is not is fetched.
  /// - Returns: whether it is fetched now.
  private mutating func begin(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Bool {
    let barred = scheduler.requests.lookahead.onlyUnmetered
    guard !(simulation.isMetered && barred.contains(resource, in: simulation)),
      !simulation.isFetching(resource), scheduler.beginAhead(of: resource)
    else { return false }
    scheduler.isLookingAhead = true
    let finding = find(resource, in: &simulation)
    scheduler.isLookingAhead = false
    if let finding, finding.use != .unconfirmed { return false }
    ask(resource, for: .prefetch, unless: finding?.condition, in: &simulation)
    return true
  }
}
