internal import SimCore

enum HARLimits {
  static func sentences(
    on capture: HARCapture, _ views: HARViews, _ history: HARHistory
  ) -> [String] {
    guard !capture.entries.isEmpty else { return [] }
    return [
      views.sentence(entries: capture.entries.count), hits(in: capture.entries),
      serverTimes(in: history), forbiddenLines(in: capture),
    ].compactMap { $0 }
  }

  /// A capture without a single hit cannot show that a cache answers less than ours.
  private static func hits(in entries: [HAREntry]) -> String? {
    guard !entries.contains(where: { $0.action == .used }) else { return nil }
    let validated = entries.count { $0.action == .validated }
    return "The capture shows no request that its client's cache answered"
      + (validated > 0 ? " without asking (\(validated) were validated)" : "")
      + ": either nothing was used from a cache, or the tool records only what was sent, as "
      + "proxies and WebPageTest do. What such a cache answered is then missing from the requests."
  }

  private static func forbiddenLines(in capture: HARCapture) -> String? {
    let count = capture.forbiddenLines
    guard count > 0 else { return nil }
    return NumberText.counted(
      count, "line of the capture's headers has", plural: "lines of the capture's headers have")
      + " what HTTP forbids there: control characters are read as "
      + "blanks, and a line whose name is none is left out (RFC 9110, section 5.5)."
  }

  private static func serverTimes(in history: HARHistory) -> String? {
    let count = history.resources.reduce(0) { sum, resource in
      sum + resource.versions.reduce(0) { $0 + $1.serverTimes.count }
    }
    return count > 0
      ? nil
      : "The capture has no waits (timings.wait): the origin's times are the scenario's "
        + "(origin.thinkTime)."
  }
}
