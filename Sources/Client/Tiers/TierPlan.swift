public import Devices
public import SimCore

/// A tier that a strategy wants to have.
public struct TierPlan: Sendable {
  /// What reports call it.
  public var name: String
  /// Where it keeps its entries.
  public var medium: Medium
  /// Who says which entry leaves when there is no room.
  public var policy: PolicyName
  /// The most that it may hold; never overstepped.
  public var capacity: Bytes
  /// The most entries that it may hold; nil: only bytes count.
  public var countLimit: Int?
  /// What the system does with the contents of a memory tier under pressure; nil: nothing.
  public var purge: PurgeRule?
  /// How a flash tier lays its entries down.
  public var engine: FlashEngineName
  /// How models are encoded, which another release of the app may do otherwise; nil: bodies are
  /// kept as they came.
  public var codec: Codec?
  /// What becomes of the entries when the world changes.
  public var housekeeping: Housekeeping

  /// How many keys each resource has, one after the other: of a tier that holds several answers of
  /// one, more than one.
  public var keysPerResource: ObjectKey = 1

  /// Makes a plan; the engine matters on flash only.
  public init(
    _ name: String, on medium: Medium, policy: PolicyName, capacity: Bytes,
    engine: FlashEngineName = "file-per-entry", codec: Codec? = nil,
    housekeeping: Housekeeping = Housekeeping(), countLimit: Int? = nil,
    purge: PurgeRule? = nil
  ) {
    precondition(countLimit.map { $0 > 0 } ?? true, "a tier has room for an entry")
    self.countLimit = countLimit
    self.purge = purge
    self.name = name
    self.medium = medium
    self.policy = policy
    self.capacity = capacity
    self.engine = engine
    self.codec = codec
    self.housekeeping = housekeeping
  }
}

/// What becomes of an entry whose purgeable content the system takes.
public enum PurgeRule: Sendable {
  /// The entry leaves with its content.
  case removes
  /// The entry stays, hollow, and takes up its place.
  case hollows
}

/// A tier of the world, as the strategy that added it names it.
public struct TierID: Hashable, Sendable {
  let index: Int
}

/// An entry that has left a tier, or is about to.
public struct TierEntry: Sendable {
  /// Its key: a resource.
  public var key: ObjectKey
  /// What it is a copy of.
  public var copy: ResourceCopy
  /// Whether it lies nowhere else.
  public var isDirty: Bool
  /// Whether the system has taken its content.
  var isHollow = false
  /// The schema of the release that wrote it.
  var schema: UInt16
  /// Its number in the tier: the key, apart for each person where the tier keeps them apart.
  var place: ObjectKey
}
