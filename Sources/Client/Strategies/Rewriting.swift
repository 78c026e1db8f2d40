public import SimCore

/// What is done to a text when its pictures have come: it is read, pointed to the pictures on the
/// device, and written a second time.
public struct Rewriting: Settings {
  /// Whether texts with parts are rewritten.
  public var documents = false
  /// Bytes of text that are read, changed and written per second.
  public var rate = Bytes.megabytes(36)
  /// Whether the main thread does it.
  public var onMainThread = true

  public init() {}
  public static let fields: [Field<Rewriting>] = [
    Field(
      "documents", \.documents,
      "Whether a text is stored as it comes, and once its parts are there rewritten to point to "
        + "them and stored again."),
    Field(
      "rate", \.rate, in: Bytes(1)...(.unlimited),
      "Bytes of text rewritten per second on the machine on which the codecs were measured; as "
        + "reading and writing the same bytes as JSON (66 and 80 MB/s), an assumption, a knob."),
    Field(
      "onMainThread", \.onMainThread,
      "Whether the main thread does it, and drops frames; otherwise the record is readable when "
        + "the work is done."),
  ]
}
