package import CacheWorkloads
package import Measurement
package import SimCore

/// Which opens are to be told.
package enum OpenChoice: Hashable, Sendable {
  /// So many, the worst by a measure first; of equals the earlier one.
  case worst(Measure, Int)
  /// The one that begins in that minute or second, or, if none does, the one on screen then.
  case at(ClockTime)
  /// The first so many of one screen.
  case view(ResourceIndex, Int)

  /// What makes an open bad.
  package enum Measure: String, Sendable, CaseIterable {
    /// The wait for the first content; those that stayed blank come before all others, the longest
    /// first.
    case latency
    /// How long outdated content was on screen.
    case staleness
    /// Bytes that were written to flash from its opening to the next one's.
    case flash
  }
}

/// An open as a run's book has it.
package struct Open: Sendable {
  /// Whose and which: the same for every strategy.
  package var id: ID
  /// What the book says of it.
  package var visit: ScreenView
  /// Bytes written to flash from its opening to the next one's.
  package var flash: Bytes

  /// The n-th screen of a device.
  package struct ID: Hashable, Comparable, Sendable {
    /// The device.
    package var device: UInt32
    /// 1 for the first that it opens.
    package var screen: UInt32

    /// Names an open.
    package init(device: UInt32, screen: UInt32) {
      self.device = device
      self.screen = screen
    }

    package static func < (left: ID, right: ID) -> Bool {
      (left.device, left.screen) < (right.device, right.screen)
    }
  }
}

extension OpenChoice.Measure {
  /// Whether an open is worse than another; of equals the earlier one of the lower device.
  func isWorse(_ open: Open, than other: Open) -> Bool {
    let (mine, its) = (badness(of: open), badness(of: other))
    return mine == its ? open.id < other.id : mine > its
  }

  /// Whether there is anything to complain of.
  func isBad(_ open: Open) -> Bool { badness(of: open) > (0, 0) }

  private func badness(of open: Open) -> (Int, Int64) {
    switch self {
    case .latency:
      open.visit.firstContent.map { (0, $0.nanoseconds) }
        ?? (1, (open.visit.closedAt - open.visit.openedAt).nanoseconds)
    case .staleness: (0, open.visit.timeOutdated.nanoseconds)
    case .flash: (0, open.flash.count)
    }
  }
}
