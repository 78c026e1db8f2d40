internal import SimCore

/// The flash of a device: how fast it is, what cells it has, and where the numbers are from.
///
/// Rates of phones' flash are benchmarks that blogs publish: no better source was found, and none
/// that can be trusted for Apple's own storage. The waits for a file and for its first page are
/// assumptions in every profile.
public struct StorageProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  public var name: String
  /// What a list says of it.
  public var summary: String
  /// Its speed, as an app sees it.
  public var timing: FlashTiming
  /// Its cells: a name among the kinds of NAND flash; `slc`, `mlc`, `tlc` or `qlc`.
  public var cells: String
  /// Where the rates are from.
  public var source: String
  /// How sure the rates are.
  public var rateCertainty: Certainty
  /// How sure the time of a flush is.
  public var flushCertainty: Certainty
  /// How sure the kind of cells is.
  public var cellCertainty: Certainty

  /// Makes a profile; rates are in megabytes per second.
  init(
    _ name: String, _ summary: String, read: Int64, write: Int64, flush: TimeSpan, cells: String,
    source: String, rates: Certainty, flushes: Certainty
  ) {
    self.name = name
    self.summary = summary
    timing = FlashTiming()
    timing.readRate = .megabytes(read)
    timing.writeRate = .megabytes(write)
    timing.flush = flush
    self.cells = cells
    self.source = source
    rateCertainty = rates
    flushCertainty = flushes
    cellCertainty = .assumption
  }
}
