internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import HTTPCaching
internal import Measurement
internal import SimCore

/// A line of a story in words.
struct StoryWords {
  var what: String
  var why: String?

  /// The words for a step; nil for one that another tells as well.
  /// - Parameter main: the screen's main resource, which needs no name.
  init?(_ step: StoryStep, main: ResourceIndex) {
    let line = step.line
    let isMain = line.resource == main
    let name = line.resource.map { Self.name(of: $0, line.kind) }
    guard
      let (what, why) = Self.words(for: step, name ?? "it")
    else { return nil }
    self.what = isMain || name == nil ? what : "\(name ?? ""): \(what)"
    self.why = why
  }

  /// What a resource is called: its kind and its number.
  static func name(of resource: ResourceIndex, _ kind: ResourceKind?) -> String {
    switch kind {
    case .model: "model \(resource)"
    case .document: "document \(resource)"
    case .image: "image \(resource)"
    case .avatar: "avatar \(resource)"
    case .support: "page file \(resource)"
    case .other, nil: "resource \(resource)"
    }
  }

  static func time(_ span: TimeSpan) -> String { Display.text(span.milliseconds, .milliseconds) }
  static func bytes(_ bytes: Bytes) -> String { Display.text(Double(bytes.count), .bytes) }

  /// Names in a sentence that denies: `a`, `a or b`, `a, b or c`.
  static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
  }

  private typealias Words = (what: String, why: String?)

  private static func words(
    for step: StoryStep, _ name: String
  ) -> Words? {
    let event = step.line.event
    return switch event {
    case .opened(_, let network, let isOnline):
      ("\(name) opens", isOnline ? "network: \(network)" : "there is no network")
    case .closed(_, .left): ("the screen closes", nil)
    case .closed(_, .givenUp): ("the screen closes", "its user has waited long enough")
    case .closed(_, .died): ("the screen is gone", "the app died")
    case .otherExchanges(let count, let down):
      ("\(count) exchanges of others ended meanwhile", "\(bytes(down)) came down the same link")
    case .needed: ("needed", "the screen shows it")
    case .looked, .explained, .read, .worked, .blocked, .stored, .left, .wrote:
      storage(step)
    case .answered, .repainted, .overtaken, .complete, .current, .outdated: screen(event)
    case .requested, .joined, .barred, .queued, .phase, .exchanged: network(event)
    case .network(let profile, let isOnline):
      ("the network changes to \(profile)", isOnline ? nil : "nothing can be fetched")
    case .app(let change): app(change)
    case .edit(let stage, _): ("an edit of it: \(stage)", nil)
    case .exposed, .undecodable, .broken, .rewrote, .purged, .finished: nil
    }
  }
}

// MARK: - Storage

extension StoryWords {
  private static func storage(_ step: StoryStep) -> Words? {
    let now = step.line.at
    return switch step.line.event {
    case .looked(let tier, let copy?): found(copy, in: tier, at: now)
    case .looked(_, nil): ("not in \(list(step.tiers))", step.absence)
    case .explained(let reason): (reason as? Reason).map { words(for: $0, at: now) }
    case .read(let tier, let size, let span):
      ("reads \(bytes(size)) from \(tier ?? "flash")", "takes \(time(span))")
    case .worked(let work):
      work.kind == .encoding
        ? ("encodes a model", "the main thread is busy for \(time(work.duration))")
        : ("decodes the model", "takes \(time(work.duration))")
    case .blocked(let span):
      ("the main thread is busy for \(time(span)) more", "it still encodes what was left")
    case .stored(let tier, let medium, let version, let size, let isKept):
      if isKept {
        (
          "kept in \(tier): version \(version), \(bytes(size))",
          medium == .memory ? "in RAM" : "on flash"
        )
      } else {
        ("not kept in \(tier)", "\(bytes(size)) do not fit")
      }
    case .left(let tier, _, let departure, let size, let isUnsaved):
      (
        "leaves \(tier), \(bytes(size))",
        words(for: departure) + (isUnsaved ? "; it is not yet on flash" : "")
      )
    case .wrote(let tier, let write): written(write, to: tier, step.version)
    default: nil
    }
  }

  private static func found(_ copy: StoredCopy, in tier: String, at now: Instant) -> Words {
    guard copy.isReadable else {
      return (
        "version \(copy.version) in \(tier) cannot be decoded",
        "another release of the app wrote it"
      )
    }
    var why = "fetched at \(copy.fetchedAt.timeText(near: now))"
    if copy.confirmedAt != copy.fetchedAt {
      why += ", confirmed at \(copy.confirmedAt.timeText(near: now))"
    }
    return ("version \(copy.version) is in \(tier)", why)
  }

  private static func words(for reason: Reason, at now: Instant) -> Words {
    switch reason {
    case .fresh(let age, let limit, let clock):
      (
        "may be shown without asking",
        limit.map { "\(time(age)) \(since(clock)), good for \(time($0))" } ?? "no age is too great"
      )
    case .stale(let age, let limit, let clock):
      ("stale", "\(time(age)) \(since(clock)), more than \(time(limit))")
    case .immutable: ("may be shown without asking", "its address changes with its content")
    case .notRefreshed: ("not asked for anew", "there is no network")
    case .fallback: ("the older copy is shown", "the origin cannot be asked")
    case .expired(let instant): ("expired", "it was good until \(instant.timeText(near: now))")
    case .unfinished: ("not usable", "its download has not finished")
    case .beingWritten: ("not usable yet", "its file is being written")
    case .unlisted: ("not in the index", "no download of it is known")
    case .fileMissing: ("its file is not there", "the index says that it is: they disagree")
    case .discarded: ("its content is gone", "the system has taken it to have memory")
    case .notFetchedAhead:
      ("nothing is fetched for it", "screens are served with what was fetched ahead")
    case .refused(let why): ("not stored", why.text)
    case .decided(let why, let age):
      (
        age > .zero
          ? "the HTTP cache decides, at an age of \(time(age))" : "the HTTP cache decides",
        why.text
      )
    case .reading(let strategy): reading(strategy)
    case .willRetry(let span): ("will be asked for again", "in \(time(span))")
    case .tooLarge(let limit): ("not stored", "larger than the largest kept, \(bytes(limit))")
    case .unchanged: ("not written again", "that version lies there already")
    case .keptWhenLeft: ("not stored yet", "a screen's model is kept when the screen is left")
    }
  }

  private static func reading(_ strategy: ReadStrategy) -> Words {
    switch strategy {
    case .cacheOnly: ("nothing is fetched for it", "screens show what is stored, or nothing")
    case .networkOnly: ("what is stored is not looked at", "screens wait for the origin")
    case .networkFirst:
      ("the origin is asked first", "what is stored is for when it does not answer")
    case .revalidate: ("the origin is asked first", "what is stored is shown when it confirms it")
    case .cacheFirst: ("what is stored is shown first", "the origin is asked where nothing is")
    case .staleWhileRevalidate:
      ("what is stored is shown first", "the origin is asked behind it where it is stale")
    }
  }

  private static func since(_ clock: StalenessClock) -> String {
    clock == .fetch ? "since the origin sent or confirmed it" : "since it was last written"
  }

  private static func words(for departure: Departure) -> String {
    switch departure {
    case .evicted: "to make room"
    case .removed: "the strategy removes it"
    case .emptied: "the strategy empties the tier"
    case .died(let ending): words(for: ending)
    case .discarded: "the system takes it to have memory"
    case .purged: "the system lacks space"
    case .loggedOut: "its person has logged out"
    case .upgraded: "another release of the app does not read it"
    }
  }

  private static func written(
    _ write: FlashWrite, to tier: String, _ version: UInt32?
  ) -> Words {
    let causes = FlashCause.allCases.filter {
      write.bytesByCause[$0] > 0 || write.operations[$0] > 0
    }
    let because =
      causes.count == 1
      ? words(for: causes[0])
      : causes.map { "\(bytes(Bytes(write.bytesByCause[$0]))) \(words(for: $0))" }
        .joined(separator: ", ")
    return (
      version.map { "version \($0) is kept in \(tier): flash writes \(bytes(write.bytes))" }
        ?? (write.bytes == .zero
          ? "\(tier): flash forgets it" : "\(tier): flash writes \(bytes(write.bytes))"),
      "\(because); \(bytes(write.fileSystemBytes)) reach the device"
    )
  }

  private static func words(for cause: FlashCause) -> String {
    switch cause {
    case .eviction: "an eviction from RAM"
    case .flush: "a flush"
    case .archive: "the archive"
    case .store: "storing the answer"
    case .record: "a record fetched ahead"
    case .outbox: "an edit that waits"
    case .index: "the index"
    case .journal: "the journal"
    case .checkpoint: "a checkpoint"
    case .delete: "a deletion"
    case .migration: "the migration"
    }
  }
}

// MARK: - The screen

extension StoryWords {
  private static func screen(_ event: TraceEvent) -> Words? {
    switch event {
    case .answered(let answer): shown(answer, "shown")
    case .repainted(let answer): shown(answer, "shown anew")
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
      answer.outdatedFor.map { "outdated for \(time($0))" } ?? "it is the origin's newest"
    )
  }

  static func words(for source: Source) -> String {
    switch source {
    case .memory: "from memory"
    case .flash: "from flash"
    case .revalidated: "a stored copy that the origin confirmed"
    case .network: "from the network"
    case .nothing: "from nowhere"
    }
  }

  private static func app(_ change: AppChange) -> Words {
    switch change {
    case .launched: ("the app starts", "its memory is empty")
    case .foregrounded: ("the app comes to the front", nil)
    case .backgrounded: ("the app leaves the front", nil)
    case .suspended: ("the app is suspended", "its time in the background is over")
    case .ended(let ending, _): ("the app's process ends", words(for: ending))
    case .memoryWarning: ("the system warns of memory", nil)
    case .killed: ("the app takes too much memory", "the system kills it")
    case .backgroundFetch: ("the system grants a background fetch", nil)
    }
  }

  static func words(for ending: ProcessEnding) -> String {
    switch ending {
    case .crashed: "the app crashed"
    case .terminated: "the app was ended"
    case .endedWhileSuspended: "the app was ended while suspended"
    case .restarted: "the app was started anew"
    case .killedForMemory: "the app was killed for its memory"
    case .reclaimed: "the suspended app was killed for its memory"
    case .upgraded: "the app was upgraded"
    case .lackedSpace: "the system lacked space"
    }
  }
}

// MARK: - The network

extension StoryWords {
  private static func network(_ event: TraceEvent) -> Words? {
    switch event {
    case .requested(let purpose, let condition):
      if condition > 0 {
        ("asks the origin whether version \(condition) is still its newest", words(for: purpose))
      } else {
        (purpose == .edits ? "sends edits" : "asks the origin", words(for: purpose))
      }
    case .joined: ("joins the request that is under way", nil)
    case .barred(_, let isOnline):
      ("cannot ask the origin", isOnline ? "the app does not work now" : "there is no network")
    case .queued(_, let span):
      ("waits \(time(span)) for a connection", "all of the host's are taken")
    case .phase(let kind, _, let span): ("\(words(for: kind)): \(time(span))", nil)
    case .exchanged(let exchange): exchanged(exchange)
    default: nil
    }
  }

  private static func exchanged(_ exchange: ExchangeRecord) -> Words {
    let took = time(exchange.endedAt - exchange.startedAt)
    let down = exchange.bytesDown
    guard exchange.status == 0 else {
      return (answer(exchange.status, down), "\(took) after the request")
    }
    return (
      "no answer after \(took)" + (down > .zero ? ", \(bytes(down)) for nothing" : ""),
      words(for: exchange.failure)
    )
  }

  private static func answer(_ status: UInt16, _ down: Bytes) -> String {
    switch status {
    case 200: "200: the whole answer is here, \(bytes(down))"
    case 304: "304: the origin confirms it, \(bytes(down))"
    default: "\(status): the origin refuses, \(bytes(down))"
    }
  }

  static func words(for failure: NetworkFailure?) -> String {
    switch failure {
    case .notConnected: "there is no network"
    case .connectionLost: "the network changed under it"
    case .timedOut: "it timed out"
    case nil: "the app gave it up"
    }
  }

  private static func words(for purpose: Purpose) -> String {
    switch purpose {
    case .demand: "the screen waits for it"
    case .refresh: "behind the copy on screen"
    case .prefetch: "ahead of any need"
    case .manifest: "for the list of records"
    case .edits: "what the user changed"
    }
  }

  static func words(for kind: FetchPhase.Kind) -> String {
    switch kind {
    case .promotion: "the radio wakes up"
    case .nameLookup: "the host's name is looked up"
    case .connection: "the connection is made"
    case .tls: "TLS is agreed on"
    case .upload: "the request goes out"
    case .wayThere: "it travels to the origin"
    case .server: "the origin thinks"
    case .wayBack: "the answer's first bit travels back"
    case .wakingUp: "the radio wakes up again"
    case .transfer: "the answer comes in"
    }
  }
}
