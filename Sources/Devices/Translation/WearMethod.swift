public import SimCore

/// How a device's write amplification is found.
public enum WearMethod: String, Hashable, Sendable, CaseIterable, WordSettingValue {
  /// By a formula, for writes spread evenly.
  case closedForm = "closed-form"
  /// By a small device of the same proportions, for any pattern.
  case simulated
}
