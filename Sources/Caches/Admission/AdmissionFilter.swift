public import SimCore

/// The doorkeeper of a room: says which missed objects may come in at all.
///
/// A filter goes before any eviction policy; the policy's own refusals come after it.
public protocol AdmissionFilter: SendableMetatype {
  /// What a scenario can set.
  associatedtype Options: Settings = NoSettings
  /// Its name in scenarios.
  static var name: String { get }

  /// Makes the doorkeeper of an empty room.
  /// - Parameters:
  ///   - capacity: the room's size.
  ///   - seed: for a filter that tosses coins.
  init(capacity: Bytes, options: Options, seed: UInt64)
  /// Hears of each request before the store looks. Default: nothing.
  mutating func prepare(for access: Access)
  /// Whether an object that is not resident may come in; asked once, before any eviction.
  mutating func admits(_ incoming: Entry) -> Bool
}

extension AdmissionFilter {
  public mutating func prepare(for access: Access) {}
}
