package import Measurement
package import SimCore

/// What the charts draw of one strategy; a number that is not finite or negative counts as none.
package struct ChartStrategy: Sendable {
  /// Its name in the scenario.
  package var label: String
  /// What it is a bound of; nil: it is a choice for an app.
  package var bound: Bound.Quantity?
  /// What was shown first, as shares of all opens.
  package var firstShown = FirstShownShares()
  /// How many opens had shown something after so long, in order of time.
  package var firstContent: [LatencyShare] = []
  /// How many opens had shown the origin's version after so long, in order of time.
  package var freshContent: [LatencyShare] = []
  /// Writes to flash by cause: operations and bytes per device over the whole scenario.
  package var flashWrites: [FlashWriteCause] = []
  /// Bytes written to flash per device in each interval of virtual time, from the start on.
  package var flashBytesByInterval: [Double] = []
  /// The length of such an interval.
  package var interval = TimeSpan.hours(1)
  /// Milliseconds to first content that 95 % of all opens stay within; infinite with more blanks.
  package var firstContentP95Milliseconds = 0.0
  /// Bytes written to flash per device and day of virtual time.
  package var flashBytesPerDeviceDay = 0.0

  /// A strategy of which nothing has been measured yet.
  package init(label: String) { self.label = label }
}
