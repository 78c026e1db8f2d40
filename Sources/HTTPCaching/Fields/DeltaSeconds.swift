/// What a directive says in seconds (RFC 9111 §1.2.2).
public enum DeltaSeconds: Hashable, Sendable {
  /// A number of seconds, 2³¹ at most.
  case seconds(Int64)
  /// Something that is no number; freshness that says so is none (RFC 9111 §4.2.1).
  case invalid

  /// The seconds; 0 where they are invalid.
  public var orZero: Int64 {
    if case .seconds(let seconds) = self { return seconds }
    return 0
  }

  init(_ bytes: some Sequence<UInt8>) {
    self = FieldBytes.digits(bytes, limit: HeaderLimits.seconds).map(Self.seconds) ?? .invalid
  }
}
