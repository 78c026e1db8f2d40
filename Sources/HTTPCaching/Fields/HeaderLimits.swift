/// What a header section may be to be worked with; a larger one is passed on and never stored.
///
/// The numbers are assumptions near what servers accept (8 to 64 KiB).
public enum HeaderLimits {
  /// The most lines.
  public static let lines = 256
  /// The most bytes of names and values.
  public static let bytes = 65_536
  /// The most seconds that a directive or an age can say: 2³¹ (RFC 9111 §1.2.2).
  public static let seconds: Int64 = 1 << 31
  /// The most fields that `Vary` can name; one that names more matches nothing, as `*` does.
  public static let selectingFields = 32
  /// The most answers of one URL that are stored side by side.
  public static let variants = 16

  /// Whether a section is within the limits. - Complexity: O(lines).
  public static func admit(_ headers: HeaderLines) -> Bool {
    headers.lines.count <= lines && headers.byteCount <= bytes
  }
}
