/// How sure a constant of a device is.
public enum Certainty: String, Sendable, CaseIterable {
  /// Two sources agree, or it was measured.
  case high
  /// One good source.
  case medium
  /// A convention, or recalled from a named source without reading it again.
  case low
  /// No good source exists: a knob of the scenario.
  case assumption
}
