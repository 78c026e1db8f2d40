public import SimCore

/// Which of two forms a policy follows where the field's C simulator differs from the paper.
public enum PublishedRule: String, WordSettingValue {
  /// What the authors printed.
  case paper
  /// What libCacheSim does; for comparing counts with it.
  case libCacheSim = "libcachesim"
}
