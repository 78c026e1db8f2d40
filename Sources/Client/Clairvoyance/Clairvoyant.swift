public import SimCore
public import Workloads

/// Knows the future: no choice for an app, but what the others can be measured by.
///
/// One bound at a time: `latency` is a relaxation, in which content travels by itself; `bytes` and
/// `flash` live under the same laws as every strategy but for a memory without limit, and no
/// strategy that shows people the same receives fewer bodies, or writes less. None of them is
/// killed for its memory.
public struct Clairvoyant: ScreenStrategy, ForesightedStrategy {
  /// What it is a bound of.
  public enum Aim: String, WordSettingValue {
    /// The wait for first and for fresh content.
    case latency
    /// Bytes written to flash.
    case flash
    /// Bytes of bodies received.
    case bytes
  }

  /// What a scenario can set.
  public struct Options: Settings {
    /// What it is a bound of.
    public var bound = Aim.latency
    /// How many resources are fetched ahead at once.
    public var atOnce = 6
    /// The mean interval of background fetches that the system is asked for; nil: none.
    public var backgroundFetches: TimeSpan?

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "bound", \.bound,
        "What it is a bound of: the waits (a relaxation), bytes written to flash, or bodies "
          + "received."),
      Field(
        "atOnce", \.atOnce, in: 1...1_000,
        "How many resources are fetched ahead at once; 6, an assumption. Not for latency."),
      Field(
        "backgroundFetches", \.backgroundFetches,
        "The mean interval of background fetches that the system is asked for; null: none. The "
          + "bound on flash holds for strategies that ask for the same, or for none."
      ) { $0.map { $0 < .seconds(1) ? "expected 1 s or more" : nil } ?? nil },
    ]
  }

  public static let name = "clairvoyant"
  public static let summary =
    "Knows the future: a bound on the waits, on flash writes or on bytes received, and no choice "
    + "for an app."

  private let options: Options
  private var omnipresence = Omnipresence()
  /// Nil for `latency`.
  private var thrift: Thrift?

  public init(_ options: Options, in world: inout World) {
    self.init(options, knowing: Foreknowledge(), in: &world)
  }

  public init(_ options: Options, knowing foresight: Foreknowledge, in world: inout World) {
    self.options = options
    world.foresee()
    if options.bound != .latency { thrift = Thrift(options, foresight, in: &world) }
  }

  public static func foresee(_ story: DeviceStory) -> Foreknowledge { Foreknowledge(of: story) }

  public func lesson(from world: borrowing World) -> Foreknowledge? {
    thrift?.lesson(from: world)
  }

  public static func bound(of options: Options) -> Bound {
    switch options.bound {
    case .latency:
      Bound(
        of: .waits,
        "Nobody waits less for first or for fresh content at any open, and no open that is blank "
          + "here shows anything elsewhere. A relaxation: content travels by itself as soon as it "
          + "is published and there is a network; transfer, room and decoding cost nothing.",
        isRelaxation: true)
    case .flash:
      Bound(
        of: .flashWrites,
        "No strategy that shows the same versions at the same opens writes fewer bytes to flash, "
          + "if it asks for the same background fetches or none, and shows nobody what was fetched "
          + "for somebody else. Memory has no limit here; who shows less may write less.",
        isRelaxation: false)
    case .bytes:
      Bound(
        of: .receivedBodies,
        "No strategy that shows the same versions at the same opens receives fewer bytes of "
          + "bodies, if it shows nobody what was fetched for somebody else. Who shows less may "
          + "receive less.", isRelaxation: false)
    }
  }
}

// MARK: - Screens

extension Clairvoyant {
  public var deliversRefreshes: Bool { false }

  public mutating func react(to event: ClientEvent, in world: inout World) {
    switch event {
    case .opened: thrift?.opened(in: world)
    case .closed: thrift?.closed(in: world)
    default: break
    }
    follow(event, in: &world)
  }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    guard thrift == nil else { return thrift?.find(resource, in: &world) }
    return omnipresence.copy(of: resource, for: world.user).map {
      Finding($0, from: .memory, after: .zero, use: .fresh)
    }
  }

  public mutating func request(_ resource: ResourceIndex, in world: inout World) {
    thrift?.request(resource, in: &world)
  }

  public mutating func ended(_ load: Load, in world: inout World) {
    thrift?.ended(load, in: &world)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    thrift?.keep(copy, of: resource, in: &world)
  }

  public mutating func fallback(
    for resource: ResourceIndex, in world: inout World
  ) -> Finding? {
    thrift?.finding(of: resource, in: &world)
  }

  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .published(let resource, let copy):
      if thrift == nil { omnipresence.published(resource, copy, in: &world) }
      thrift?.published(resource, copy, in: &world)
    case .connectivity(isOnline: true):
      if thrift == nil { omnipresence.cameOnline(in: &world) }
      thrift?.tryAgain(in: &world)
    case .launched, .switchedUser:
      thrift?.noteAll(in: world)
      thrift?.fetchAhead(in: &world)
    case .foregrounded, .backgroundFetch, .changedNetwork, .timer: thrift?.tryAgain(in: &world)
    case .died: thrift?.died(in: world)
    default: break
    }
  }
}
