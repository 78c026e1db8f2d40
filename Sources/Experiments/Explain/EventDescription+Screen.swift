internal import CacheMetrics
internal import SimCore

extension EventDescription {
  static func screen(_ event: TraceEvent) -> Words? {
    switch event {
    case .began(let span): span == .zero ? nil : ("the screen begins", "the app has started")
    case .answered(let answer): shown(answer, "shown")
    case .repainted(let answer): shown(answer, "updated")
    case .overtaken(let version): ("version \(version) is not shown", "a newer one is on screen")
    case .complete: ("the screen is complete", nil)
    case .current: ("the screen is up to date", "all of it is the origin's newest")
    case .outdated(let version):
      ("the origin publishes version \(version)", "what is on screen is outdated from now on")
    default: nil
    }
  }

  static func shown(_ answer: Answer, _ verb: String) -> Words {
    (
      "\(verb): version \(answer.version), \(words(for: answer.source))",
      words(forAgeOf: answer) ?? "it is the origin's newest"
    )
  }

  /// For how long an answer had been outdated; nil: it was not.
  static func words(forAgeOf answer: Answer) -> String? {
    answer.outdatedFor.map { "outdated for \(time($0))" }
  }

  static func words(for source: Source) -> String {
    switch source {
    case .memory: "from memory"
    case .flash: "from flash"
    case .revalidated: "a stored copy, revalidated"
    case .network: "from the network"
    case .nothing: "from nowhere"
    }
  }

  static func words(for fault: LiveFault) -> String {
    switch fault {
    case .torn: "the cache gives back bytes that are no whole body"
    case .unknown: "the cache gives back what it was never given"
    case .threw: "the cache throws an error"
    case .forgot: "the cache has no more what it was given"
    case .lost: "what the cache was given is not on flash after a relaunch"
    }
  }

  static func app(_ change: AppChange) -> Words {
    switch change {
    case .launched: ("the app launches", "its memory is empty")
    case .foregrounded: ("the app enters the foreground", nil)
    case .starting(let span, isCold: true):
      ("the app starts", "a cold launch: its screen begins \(time(span)) later")
    case .starting(let span, isCold: false):
      ("the app comes back", "a warm launch: its screen begins \(time(span)) later")
    case .backgrounded: ("the app enters the background", nil)
    case .suspended: ("the app is suspended", "its time in the background is over")
    case .ended(let ending, _): ("the app's process ends", words(for: ending))
    case .memoryWarning: ("memory warning", nil)
    case .killed: ("the system kills the app", "it exceeds its memory limit")
    case .backgroundFetch: ("the system grants a background fetch", nil)
    case .pushed: ("a silent push arrives", nil)
    }
  }

  static func words(for ending: ProcessEnding) -> String {
    switch ending {
    case .crashed: "the app crashed"
    case .terminated: "the app was terminated"
    case .endedWhileSuspended: "the app was terminated while suspended"
    case .restarted: "the app was relaunched"
    case .killedForMemory: "the app was killed for its memory"
    case .reclaimed: "the suspended app was killed for its memory"
    case .upgraded: "the app was upgraded"
    case .lackedSpace: "the system lacked space"
    case .workloadEnded: "the workload ended"
    }
  }

  /// What became of a row that was scrolled into view; nil: it was there at once.
  static func row(blankFor wait: TimeSpan?) -> Words? {
    guard let wait else { return ("leaves view blank", "it had been scrolled into view") }
    return wait == .zero
      ? nil : ("was blank for \(time(wait))", "it had been scrolled into view")
  }

  static func played(_ playback: Playback) -> Words {
    (
      "was played for \(time(playback.time))",
      playback.stalls == 0
        ? nil
        : "it stopped \(NumberText.counted(playback.stalls, "time")), for "
          + "\(time(playback.stallTime)), until more of it had come"
    )
  }
}
