internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import HTTPCaching
internal import Measurement
internal import Results
internal import SimCore

/// What the resources of the explained device are called.
struct ResourceNames {
  var names = StoryNames()
  var device: UInt32 = 0

  func name(of resource: ResourceIndex, _ kind: ResourceKind?) -> String {
    names.name(of: resource, kind, on: device)
  }

  var deviceName: String { names.name(ofDevice: device) ?? "device \(device)" }
}

struct EventDescription {
  var what: String
  var why: String?

  /// Nil for a step that another one covers; `main`, the screen's main resource, needs no name.
  init?(_ step: ExplanationStep, main: ResourceIndex, _ names: ResourceNames) {
    let line = step.line
    let isMain = line.resource == main
    let name = line.resource.map { names.name(of: $0, line.kind) }
    guard
      let (what, why) = Self.words(for: step, name ?? "it")
    else { return nil }
    self.what = isMain || name == nil ? what : "\(name ?? ""): \(what)"
    self.why = why
  }

  static func time(_ span: TimeSpan) -> String { Display.text(span.milliseconds, .milliseconds) }
  static func bytes(_ bytes: Bytes) -> String { Display.text(Double(bytes.count), .bytes) }

  /// Names in a sentence that denies: `a`, `a or b`, `a, b or c`.
  static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
  }

  typealias Words = (what: String, why: String?)

  private static func words(
    for step: ExplanationStep, _ name: String
  ) -> Words? {
    let event = step.line.event
    return switch event {
    case .opened(_, let network, let isOnline):
      ("\(name) opens", isOnline ? "network: \(network)" : "there is no network")
    case .closed(_, .left): ("the screen closes", nil)
    case .closed(_, .givenUp): ("the screen closes", "its user gives up waiting")
    case .closed(_, .died): ("the screen is gone", "the app's process ended")
    case .otherExchanges(let count, let down):
      (
        "\(NumberText.counted(count, "other exchange")) ended meanwhile",
        "\(bytes(down)) over the same link"
      )
    case .needed: ("needed", "the screen shows it")
    case .looked, .explained, .read, .worked, .blocked, .stored, .left, .wrote:
      storage(step)
    case .began, .answered, .repainted, .overtaken, .complete, .current, .outdated: screen(event)
    case .requested, .joined, .barred, .queued, .phase, .exchanged: network(event)
    case .network(let profile, let isOnline):
      ("the network changes to \(profile)", isOnline ? nil : "nothing can be fetched")
    case .app(let change): app(change)
    case .edit(let stage, _): ("an edit of it: \(stage)", nil)
    case .user(.reopened): ("its user opens it again", "it stayed blank")
    case .user(.refreshed): ("its user pulls to refresh it", "it shows what it showed before")
    case .user(.sawNothingToEdit): ("an edit of it is not made", "its screen stayed blank")
    case .user(.hadNoConnection): ("a message about it is not sent", "there is no connection")
    case .exposed, .undecodable, .broken, .rewrote, .purged, .measuringBegan, .finished: nil
    case .live(let fault): (words(for: fault), nil)
    }
  }
}

// MARK: - The screen

extension EventDescription {
  private static func screen(_ event: TraceEvent) -> Words? {
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

  private static func shown(_ answer: Answer, _ verb: String) -> Words {
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

  private static func words(for fault: LiveFault) -> String {
    switch fault {
    case .torn: "the cache gives back bytes that are no whole body"
    case .unknown: "the cache gives back what it was never given"
    case .threw: "the cache throws an error"
    case .forgot: "the cache has no more what it was given"
    case .lost: "what the cache was given is not on flash after a relaunch"
    }
  }

  private static func app(_ change: AppChange) -> Words {
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
}

// MARK: - The network

extension EventDescription {
  private static func network(_ event: TraceEvent) -> Words? {
    switch event {
    case .requested(let purpose, let condition):
      if condition > 0 {
        ("conditional request for version \(condition)", words(for: purpose))
      } else {
        (purpose == .edits ? "sends edits" : "request to the origin", words(for: purpose))
      }
    case .joined: ("joins the request in flight", nil)
    case .barred(_, let isOnline):
      ("cannot be requested", isOnline ? "the app is not running" : "there is no network")
    case .queued(_, let span):
      ("waits \(time(span)) for a connection", "all connections to the host are in use")
    case .phase(let kind, _, let span): ("\(words(for: kind)): \(time(span))", nil)
    case .exchanged(let exchange): exchanged(exchange)
    default: nil
    }
  }

  private static func exchanged(_ exchange: ExchangeRecord) -> Words {
    let took = time(exchange.endedAt - exchange.startedAt)
    let down = exchange.bytesDown
    guard exchange.status == 0 else {
      return (response(exchange.status, down), "\(took) after the request")
    }
    let waste = down > .zero ? ", \(bytes(down)) wasted" : ""
    if exchange.isCancelled {
      return (
        "cancelled \(took) after the request\(waste)",
        "the view was left, and nothing else waits for the response"
      )
    }
    return (
      "no response after \(took)\(waste)", words(for: exchange.failure)
    )
  }

  private static func response(_ status: UInt16, _ down: Bytes) -> String {
    switch status {
    case 200: "200: full response, \(bytes(down))"
    case 304: "304: not modified, \(bytes(down))"
    default: "\(status): error response, \(bytes(down))"
    }
  }

  static func words(for failure: NetworkFailure?) -> String {
    switch failure {
    case .notConnected: "there is no network"
    case .connectionLost: "the network changed under it"
    case .timedOut: "it timed out"
    case nil: "the app stopped"
    }
  }

  private static func words(for purpose: Purpose) -> String {
    switch purpose {
    case .demand: "the screen waits for it"
    case .refresh: "in the background, behind the copy on screen"
    case .prefetch: "prefetch"
    case .manifest: "for the list of records"
    case .edits: "what the user changed"
    }
  }

  static func words(for kind: FetchPhase.Kind) -> String {
    switch kind {
    case .lost: "lost with its connection, made again on the new network"
    case .promotion: "radio promotion"
    case .nameLookup: "DNS lookup"
    case .connection: "connection setup"
    case .tls: "TLS handshake"
    case .upload: "request upload"
    case .wayThere: "propagation to the origin"
    case .server: "server time"
    case .wayBack: "propagation of the response"
    case .wakingUp: "radio promotion again"
    case .transfer: "response download"
    }
  }
}
