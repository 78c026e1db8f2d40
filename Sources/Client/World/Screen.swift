internal import SimCore
internal import Workloads

/// The screen that is open: what it needs, what it shows, and what its visit will say.
struct Screen {
  /// Counts the screens of a device; paints of an earlier screen are told apart by it.
  var serial: UInt32
  var resource: ResourceIndex
  var visit: ScreenVisit
  /// What it needed so far, main resource first.
  var wanted: [ResourceIndex] = []
  /// The main content it shows.
  var shown: ResourceCopy?
  /// Parts of the shown version that are not on screen in any version.
  var partsMissing = 0
  /// Parts of the shown version that are not on screen in the origin's version.
  var partsOutdated = 0
  /// Since when the main content on screen has been outdated.
  var outdatedSince: Instant?
}

/// How one resource stands with the open screen.
struct Need {
  /// The screen that wanted it last.
  var wantedBy: UInt32 = 0
  /// The screen that it was painted on last.
  var paintedOn: UInt32 = 0
  /// The version painted there.
  var paintedVersion: UInt32 = 0
  /// The paint of a main content that counted it among its parts last.
  var partOf: UInt32 = 0
}
