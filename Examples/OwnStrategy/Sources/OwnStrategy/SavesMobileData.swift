import CacheSimKit

/// The data-model cache, with two limits of age: what is shown again on mobile data may be older.
public struct SavesMobileData: ScreenStrategy {
  public struct Options: Settings {
    public var staleAfter = TimeSpan.minutes(5)
    public var staleAfterOnMobileData = TimeSpan.hours(1)
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "staleAfter", \.staleAfter, in: .zero...(.days(365)),
        "Age from which a screen is fetched again behind what is shown."),
      Field(
        "staleAfterOnMobileData", \.staleAfterOnMobileData, in: .zero...(.days(365)),
        "The same on a network that is paid by volume."),
    ]
  }

  public static let name = "saves-mobile-data"
  public static let summary = "On-demand that refreshes less often on mobile data."

  private let options: Options
  private var archives: ArchiveStore
  public var scheduler = RequestScheduler()

  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    archives = ArchiveStore(ArchiveStore.Options(), in: &simulation)
  }

  public func version(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> UInt32? { archives.version(of: resource, in: simulation) }

  public mutating func find(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    guard let (copy, delay) = archives.read(resource, in: &simulation) else { return nil }
    let limit = simulation.isMetered ? options.staleAfterOnMobileData : options.staleAfter
    let isStale = copy.kind.isMain && simulation.now - copy.confirmedAt > limit
    return Finding(copy, from: .flash, after: delay, use: isStale ? .stale : .fresh)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    if simulation.isSubresource(resource, copy) {
      archives.write(copy, of: resource, because: .store, in: &simulation)
    }
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) { archives.confirm(resource, at: instant, in: &simulation) }

  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    simulation.encode(copy, as: archives.codec)
    archives.write(copy, of: resource, because: .archive, in: &simulation)
  }
}
