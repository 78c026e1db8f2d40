/// What a trace of requests is like.
public struct TraceSummary: Hashable, Sendable {
  /// Requests.
  public var requests: Int64 = 0
  /// Different objects.
  public var objects: Int64 = 0
  /// Objects that are asked for once.
  public var oneHitObjects: Int64 = 0
  /// The sum of all requests' sizes; nil when the trace has none.
  public var requestedBytes: Int64?
  /// The sum of all objects' sizes, of each the last one told; nil when the trace has none.
  public var footprintBytes: Int64?
  /// The sizes of objects; nil when the trace has none.
  public var objectSizes: Distribution?
  /// Requests that tell another size than the one before for the same object.
  public var sizeChanges: Int64 = 0
  /// From the first to the last time in nanoseconds; nil when the trace has no times.
  public var durationNanoseconds: Int64?
  /// Requests whose time is before the one before.
  public var timesBack: Int64 = 0
  /// Zipf's law fitted to the popularity; nil for fewer than three objects.
  public var zipf: ZipfFit?
  /// The requests of the most popular objects, by rank: 1, then in steps of a tenth or more.
  public var popularity: [RankCount] = []
  /// From a request to the next for the same object, counted in requests.
  public var reuseDistances = PowerHistogram()
  /// From a request to the next for the same object, counted in different objects, this one among
  /// them: the size in objects from which on an LRU cache serves it. Empty unless somebody measured
  /// them.
  public var stackDistances = PowerHistogram()
  /// Times to live; nil when the trace has none.
  public var timeToLive: TimeToLiveUse?
  /// Requests by operation, in order of first appearance; empty when the trace has none.
  public var operations: [NameCount] = []
  /// Requests by tenant, the most active first; empty when the trace has none.
  public var tenants: [NameCount] = []
  /// What happened in equal intervals.
  public var intervals: [Interval] = []
  /// The width of an interval: nanoseconds where the trace has times, else requests.
  public var intervalWidth: Int64 = 0

  /// Nothing.
  public init() {}

  /// Requests per second; nil without times that pass.
  public var requestsPerSecond: Double? {
    durationNanoseconds.flatMap { $0 > 0 ? Double(requests) / (Double($0) / 1e9) : nil }
  }

  /// The share of objects that are asked for once.
  public var oneHitRatio: Double {
    objects > 0 ? Double(oneHitObjects) / Double(objects) : 0
  }

  /// A distribution by some of its numbers.
  public struct Distribution: Hashable, Sendable {
    /// The arithmetic mean.
    public var mean: Double
    /// The least, and that which 10, 50, 90 and 99 % do not exceed, and the greatest.
    public var least, p10, p50, p90, p99, greatest: Int64
  }

  /// A line through rank and frequency, both as logarithms.
  public struct ZipfFit: Hashable, Sendable {
    /// The exponent: minus the slope.
    public var exponent: Double
    /// The requests that the line gives to the first rank.
    public var requestsOfFirst: Double
    /// The share of the variance that the line explains.
    public var rSquared: Double
    /// The ranks that were used, from 1.
    public var ranks: Int64
  }

  /// The requests of the object of a rank.
  public struct RankCount: Hashable, Sendable {
    /// 1 for the most popular.
    public var rank: Int64
    /// Its requests.
    public var requests: Int64
  }

  /// A name and how often it comes.
  public struct NameCount: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Its requests.
    public var requests: Int64
  }

  /// The times to live of requests, in nanoseconds.
  public struct TimeToLiveUse: Hashable, Sendable {
    /// Requests that tell one.
    public var requests: Int64
    /// The least.
    public var least: Int64
    /// The mean.
    public var mean: Double
    /// The greatest.
    public var greatest: Int64
  }

  /// An interval of the trace.
  public struct Interval: Hashable, Sendable {
    /// Requests.
    public var requests: Int64
    /// Their bytes.
    public var bytes: Int64
    /// Different objects: the working set.
    public var objects: Int64
    /// Objects that were never asked for before.
    public var newObjects: Int64
  }
}
