public import SimCore

/// Only what was asked for often enough lately may come in, by a sketch that forgets.
///
/// The doorkeeper half of Einziger, Friedman, Manes: TinyLFU: A Highly Efficient Cache Admission
/// Policy, ACM Transactions on Storage 13(4), 2017, doi:10.1145/3149371: the threshold stands for
/// the victim's frequency, which a filter before any policy does not know. `w-tinylfu` compares
/// with the victim itself.
public struct TinyLFU: AdmissionFilter {
  public static let name = "tinylfu"

  /// What a scenario can set.
  public struct Options: Settings {
    /// How many requests the sketch must have seen, the present one among them.
    public var threshold = 2
    /// For how many objects the sketch has room.
    public var objects = 65_536
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "threshold", \.threshold, in: 1...15,
        "How many requests the sketch must have seen lately, the present one among them; 2 keeps"
          + " out what is asked for once."),
      Field(
        "objects", \.objects, in: 16...(1 << 28),
        "For how many objects the sketch has room; it halves its counts after ten times as many"
          + " requests. An assumption, a knob: about as many as the room holds."),
    ]
  }

  /// One owner for the sketch, which cannot be copied.
  private final class Box {
    var sketch = FrequencySketch()
  }

  private let threshold: Int
  private let box = Box()

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    threshold = options.threshold
    box.sketch.reserve(options.objects)
  }

  public func prepare(for access: Access) { box.sketch.record(access.key) }
  public func admits(_ incoming: Entry) -> Bool {
    box.sketch.frequency(of: incoming.key) >= threshold
  }
}
