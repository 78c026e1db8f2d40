/// The field `Age` (RFC 9111 §5.1).
public enum AgeField {
  /// The seconds that the first member says, 2³¹ at most; nil where it says none and is ignored.
  /// - Complexity: O(bytes).
  public static func seconds(_ headers: HeaderLines) -> Int64? {
    guard let value = headers["age"], let first = FieldBytes.members(of: value).first else {
      return nil
    }
    return FieldBytes.digits(first, limit: HeaderLimits.seconds)
  }
}
