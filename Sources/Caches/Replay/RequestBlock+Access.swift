internal import SimCore

extension RequestBlock {
  /// A request of the block; what the trace does not say has its default.
  ///
  /// It is compiled into the loops that use it, so that a column that nobody reads costs nothing.
  /// - Precondition: the index is below `count`.
  @inline(__always)
  func access(at index: Int) -> Access {
    Access(
      key: keys[index], size: index < sizes.count ? sizes[index] : 1,
      time: index < times.count ? times[index] : 0,
      nextAccess: index < nextAccesses.count ? nextAccesses[index] : .max,
      timeToLive: index < timesToLive.count ? timesToLive[index] : 0,
      cost: index < costs.count ? costs[index] : 1)
  }
}
