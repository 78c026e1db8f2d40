public import SimCore

/// Which block a device cleans when it needs a free one.
public enum FlashCleaning: String, Hashable, Sendable, CaseIterable, WordSettingValue {
  /// The one with the fewest live units; among such, the one that came to so few first.
  case greedy
  /// The one that was written longest ago.
  case fifo
}
