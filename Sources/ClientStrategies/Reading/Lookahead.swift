package import CacheWorkloads
internal import ClientSimulation
internal import Measurement
package import SimCore

/// What screens have fetched ahead of what is in view. A client without a cache has nothing of it.
package struct Lookahead: Settings {
  package var rows = 0
  package var onlyUnmetered: [ResourceKind] = []

  package init() {}
  package static let fields: [Field<Lookahead>] = [
    Field(
      "rows", \.rows, in: 0...10_000,
      "How many rows below those in view are fetched before they are scrolled into it: maxPreload "
        + "of Glide's RecyclerViewPreloader, or what UICollectionViewDataSourcePrefetching asks "
        + "Nuke's ImagePrefetcher, SDWebImagePrefetcher or Kingfisher's ImagePrefetcher for."),
    Field(
      "onlyUnmetered", \.onlyUnmetered,
      "Kinds of resources that are fetched ahead only on a network not paid by volume."),
  ]
}

extension ScreenStrategy {
  /// Fetches what lies ahead of what is in view, and is neither stored nor under way.
  mutating func fetchAhead(in simulation: inout DeviceSimulation) {
    let ahead = scheduler.requests.lookahead
    guard ahead.rows > 0, scheduler.reading.keeps, simulation.canFetch, !simulation.isConstrained
    else { return }
    for row in simulation.rowsAhead(ahead.rows) {
      let isBarred =
        simulation.isMetered && ahead.onlyUnmetered.contains(simulation.kind(of: row))
      guard !isBarred, !simulation.isFetching(row), version(of: row, in: simulation) == nil
      else { continue }
      ask(row, for: .prefetch, in: &simulation)
    }
  }
}
