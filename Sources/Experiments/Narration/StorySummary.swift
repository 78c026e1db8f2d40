internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import HTTPCaching
internal import Measurement
internal import SimCore

/// A story in a sentence.
struct StorySummary {
  let text: String

  init(_ open: Open, _ steps: [StoryStep]) {
    let main = open.visit.resource
    let reasons = Reasons(steps.filter { $0.line.resource == main })
    guard let wait = open.visit.firstContent else {
      let span = StoryWords.time(open.visit.closedAt - open.visit.openedAt)
      text = "Blank to the end, for \(span), because \(reasons.forBlank)."
      return
    }
    let source = StoryWords.words(for: open.visit.firstSource)
    var text = "First content after \(StoryWords.time(wait))"
    text += open.visit.firstSource == .revalidated ? ": \(source)" : " \(source)"
    text += ", because \(reasons.forContent(from: open.visit.firstSource))"
    let isWaitedFor = open.visit.firstSource == .network || open.visit.firstSource == .revalidated
    if isWaitedFor, let longest = reasons.longestPhase,
      longest.span.nanoseconds * 4 > wait.nanoseconds
    {
      text += "; the longest step: \(StoryWords.words(for: longest.kind))"
      text += ", \(StoryWords.time(longest.span))"
    }
    text += "."
    if open.visit.isFirstOutdated {
      text += " It had been outdated for \(StoryWords.time(open.visit.firstOutdatedFor))"
      if let fresh = open.visit.freshContent {
        text += "; the origin's version came after \(StoryWords.time(fresh))"
      }
      text += "."
    }
    self.text = text
  }
}

extension StorySummary {
  /// What the main resource's events up to its first paint say of the reason.
  private struct Reasons {
    private var absence: String?
    private var found: (copy: StoredCopy, at: Instant)?
    private var last: Reason?
    private var failure: String?
    private var isBarred: String?
    private var isAsked = false
    private var isRefused = false
    private(set) var longestPhase: (kind: FetchPhase.Kind, span: TimeSpan)?

    init(_ steps: [StoryStep]) {
      var hasOpened = false
      for step in steps {
        let event = step.line.event
        if case .opened = event { hasOpened = true }
        // Phases of an exchange that was under way before are told with their beginning.
        if case .phase(let kind, _, let span) = event, span > longestPhase?.span ?? .zero {
          longestPhase = (kind, span)
        }
        guard hasOpened else { continue }
        switch event {
        case .looked(_, let copy?): found = (copy, step.line.at)
        case .looked(_, nil): absence = step.absence
        case .explained(let reason): if !reason.isOfStoring { last = reason as? Reason ?? last }
        case .requested, .joined: isAsked = true
        case .barred(_, let isOnline):
          isBarred = isOnline ? "the app did not work" : "there was no network"
        case .exchanged(let exchange):
          if exchange.status == 0 { failure = StoryWords.words(for: exchange.failure) }
          if exchange.status >= 500 { isRefused = true }
        default: break
        }
        if event.isPaint { break }
      }
    }

    /// Why nothing usable was stored.
    private var nothingStored: String {
      switch last {
      case .stale: return "the copy was stale"
      case .expired: return "the copy had expired"
      case .beingWritten: return "its file was still being written"
      case .unfinished: return "its download had not finished"
      case .fileMissing: return "its file was missing"
      case .discarded: return "the system had taken its content"
      case .decided(.absent, _), nil: break
      case .decided(let why, _): return why.text
      case .reading(.networkOnly): return "screens wait for the origin"
      case .reading(.networkFirst), .reading(.revalidate): return "the origin is asked first"
      default: break
      }
      guard let absence, absence != StoryMemory.unknown else { return "nothing was stored" }
      return "nothing was stored: \(absence)"
    }

    /// The copy that was found, with its age.
    private var copy: String {
      guard let found else { return "a copy" }
      return "version \(found.copy.version), fetched at "
        + "\(found.copy.fetchedAt.timeText(near: found.at)),"
    }

    var forBlank: String {
      if case .notFetchedAhead = last { return "it had not been fetched ahead" }
      if let isBarred { return "\(nothingStored), and \(isBarred)" }
      if isRefused { return "\(nothingStored), and the origin refused" }
      if let failure { return "\(nothingStored), and the request failed: \(failure)" }
      if isAsked { return "\(nothingStored), and the screen closed before the answer came" }
      return nothingStored
    }

    func forContent(from source: Source) -> String {
      switch source {
      case .memory, .flash:
        switch last {
        case .stale: "\(copy) was stored; it is stale, and asked for anew behind the screen"
        case .notRefreshed: "\(copy) was stored; it is stale, and there was no network"
        case .fallback: "the origin could not be asked, and \(copy) was stored"
        default: "\(copy) was stored"
        }
      case .revalidated: "\(copy) was stored, and had to be confirmed first"
      case .network, .nothing:
        isBarred.map { "\(nothingStored), and \($0) at first" } ?? nothingStored
      }
    }
  }
}

extension TraceEvent {
  /// Whether a version came on screen.
  fileprivate var isPaint: Bool {
    switch self {
    case .answered, .repainted: true
    default: false
    }
  }
}
