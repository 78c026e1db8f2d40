internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import HTTPCaching
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
    guard let (what, why) = Self.words(for: step, name ?? "it") else { return nil }
    self.what = isMain || name == nil ? what : "\(name ?? ""): \(what)"
    self.why = why
  }

  static func time(_ span: TimeSpan) -> String { Display.text(span.milliseconds, .milliseconds) }
  static func bytes(_ bytes: Bytes) -> String { Display.text(Double(bytes.count), .bytes) }

  typealias Words = (what: String, why: String?)

  private static func words(for step: ExplanationStep, _ name: String) -> Words? {
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
    case .looked, .explained, .read, .worked, .blocked, .stored, .left, .wrote: storage(step)
    case .row(let wait): row(blankFor: wait)
    case .played(let playback): played(playback)
    case .began, .answered, .repainted, .overtaken, .complete, .current, .outdated: screen(event)
    case .requested, .joined, .barred, .queued, .phase, .exchanged: network(event)
    case .arrived(let arrival):
      arrival.refusal > 0
        ? ("the origin refuses it with \(arrival.refusal)", "it has too many requests")
        : arrival.wait > .zero
          ? ("it waits \(time(arrival.wait)) at the origin", "all workers are busy") : nil
    case .edge(let report): ("a point of presence answers", report.use.rawValue)
    case .network(let profile, let isOnline):
      ("the network changes to \(profile)", isOnline ? nil : "nothing can be fetched")
    case .app(let change): app(change)
    case .edit(let stage, _): ("an edit of it: \(stage)", nil)
    case .user(.reopened): ("its user opens it again", "it stayed blank")
    case .user(.refreshed): ("its user pulls to refresh it", "it shows what it showed before")
    case .user(.sawNothingToEdit): ("an edit of it is not made", "its screen stayed blank")
    case .user(.hadNoConnection): ("a message about it is not sent", "there is no connection")
    case .exposed, .undecodable, .broken, .rewrote, .purged, .measuringBegan, .finished, .carried,
      .radio:
      nil
    case .live(let fault): (words(for: fault), nil)
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
      let what = [200: "full response", 304: "not modified"][exchange.status] ?? "error response"
      return ("\(exchange.status): \(what), \(bytes(down))", "\(took) after the request")
    }
    let waste = down > .zero ? ", \(bytes(down)) wasted" : ""
    if exchange.isCancelled {
      return (
        "cancelled \(took) after the request\(waste)",
        "the view was left, and nothing else waits for the response"
      )
    }
    return ("no response after \(took)\(waste)", words(for: exchange.failure))
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

/// Events of tiers, storage and the strategy's decisions.
extension EventDescription {
  static func storage(_ step: ExplanationStep) -> Words? {
    let now = step.line.at
    return switch step.line.event {
    case .looked(let tier, let copy?): found(copy, in: tier, at: now)
    case .looked(_, nil): ("not in \(NameList.text(step.tiers, "or"))", step.missCause)
    case .explained(let reason): (reason as? Reason).map { words(for: $0, at: now) }
    case .read(let tier, let size, let span):
      ("reads \(bytes(size)) from \(tier ?? "flash")", "takes \(time(span))")
    case .worked(let work):
      if work.kind != .encoding {
        ("decodes the model", "takes \(time(work.duration))")
      } else if work.busy > .zero {
        ("encodes a model", "the main thread is busy for \(time(work.busy))")
      } else {
        ("encodes a model", "takes \(time(work.duration)), beside the main thread")
      }
    case .blocked(let span):
      ("the main thread is busy for \(time(span)) more", "it still encodes earlier models")
    case .stored(let tier, let medium, let version, let size, let isStored):
      if isStored {
        (
          "stored in \(tier): version \(version), \(bytes(size))",
          medium == .memory ? "in RAM" : "on flash"
        )
      } else {
        ("not stored in \(tier)", "\(bytes(size)) do not fit")
      }
    case .left(let tier, _, let departure, let size, let isUnsaved):
      (
        "removed from \(tier), \(bytes(size))",
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
      why += ", revalidated at \(copy.confirmedAt.timeText(near: now))"
    }
    return ("version \(copy.version) is in \(tier)", why)
  }

  private static func words(for reason: Reason, at now: Instant) -> Words {
    switch reason {
    case .fresh(let age, let limit, let clock):
      (
        "fresh",
        limit.map { "\(time(age)) \(since(clock)), fresh for \(time($0))" } ?? "no age limit"
      )
    case .stale(let age, let limit, let clock):
      ("stale", "\(time(age)) \(since(clock)), more than \(time(limit))")
    case .immutable: ("fresh", "it is taken never to change")
    case .notRefreshed: ("not refreshed", "there is no network")
    case .fallback(let timeout):
      (
        "the stored copy is shown",
        timeout.map { "the origin did not answer within \(time($0))" }
          ?? "the origin cannot be reached"
      )
    case .expired(let instant): ("expired", "it was fresh until \(instant.timeText(near: now))")
    case .unfinished: ("not usable", "its download has not finished")
    case .beingWritten: ("not usable yet", "its file is being written")
    case .unlisted: ("not in the index", "no download of it is listed")
    case .fileMissing: ("its file is not there", "the index lists it: the two disagree")
    case .discarded: ("its content is gone", "the system discarded it to free memory")
    case .notFetchedAhead: ("not fetched", "screens are served with what was prefetched")
    case .refused(let why): ("not stored", why.text)
    case .decided(let why, let age):
      (
        age > .zero
          ? "the HTTP cache decides, at an age of \(time(age))" : "the HTTP cache decides", why.text
      )
    case .reading(let strategy): reading(strategy)
    case .willRetry(let span): ("will be requested again", "in \(time(span))")
    case .tooLarge(let limit):
      ("not stored", "larger than the largest entry allowed, \(bytes(limit))")
    case .unchanged: ("not written again", "that version is stored already")
    case .keptWhenLeft: ("not stored yet", "a screen's model is stored when the screen closes")
    }
  }

  private static func reading(_ strategy: ReadStrategy) -> Words {
    switch strategy {
    case .cacheOnly: ("not fetched", "read policy: the cache only")
    case .networkOnly: ("no lookup", "read policy: the network only")
    case .networkFirst: ("the network is asked first", "stored copies are the fallback")
    case .revalidate:
      ("the network is asked first", "a stored copy is shown once it is revalidated")
    case .cacheFirst: ("the stored copy is shown first", "the network is asked where there is none")
    case .staleWhileRevalidate:
      ("the stored copy is shown first", "a stale one is refreshed in the background")
    }
  }

  private static func since(_ clock: StalenessClock) -> String {
    clock == .fetch ? "since it was fetched or revalidated" : "since it was last written"
  }

  private static func words(for departure: Departure) -> String {
    switch departure {
    case .evicted: "evicted to free space"
    case .removed: "the strategy removes it"
    case .emptied: "the strategy empties the tier"
    case .died(let ending): words(for: ending)
    case .discarded: "the system frees memory"
    case .purged: "the system lacks space"
    case .loggedOut: "its user has logged out"
    case .upgraded: "another release of the app does not read it"
    }
  }

  private static func written(_ write: FlashWrite, to tier: String, _ version: UInt32?) -> Words {
    let causes = FlashCause.allCases.filter {
      write.bytesByCause[$0] > 0 || write.operations[$0] > 0
    }
    let because =
      causes.count == 1
      ? words(for: causes[0])
      : causes.map { "\(bytes(Bytes(write.bytesByCause[$0]))) \(words(for: $0))" }
        .joined(separator: ", ")
    return (
      version.map { "version \($0) is stored in \(tier): flash writes \(bytes(write.bytes))" }
        ?? (write.bytes == .zero
          ? "\(tier): deleted from flash" : "\(tier): flash writes \(bytes(write.bytes))"),
      "\(because); \(bytes(write.fileSystemBytes)) reach the device"
    )
  }

  private static func words(for cause: FlashCause) -> String {
    switch cause {
    case .eviction: "an eviction from RAM"
    case .flush: "a flush"
    case .archive: "the archive"
    case .store: "storing the response"
    case .record: "a prefetched record"
    case .outbox: "an edit that waits"
    case .index: "the index"
    case .journal: "the journal"
    case .checkpoint: "a checkpoint"
    case .delete: "a deletion"
    case .migration: "the migration"
    case .metadata: "the dates of a file"
    case .measured: "a real cache"
    }
  }
}
