internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import HTTPCaching
internal import SimCore

struct ExplanationSummary {
  let text: String

  init(_ view: ScreenView, _ steps: [ExplanationStep]) {
    let reasons = Reasons(steps.filter { $0.line.resource == view.resource })
    guard let launch = view.launch, let began = view.beganAt else {
      let span = EventDescription.time(view.closedAt - view.openedAt)
      text = "Blank to the end, for \(span), because the app had not started."
      return
    }
    let launched =
      launch == .zero
      ? ""
      : "The app took \(EventDescription.time(launch)) to "
        + (view.isColdLaunch ? "start. " : "come back. ")
    guard let wait = view.firstContent else {
      let span = EventDescription.time(view.closedAt - began)
      text = "\(launched)Blank to the end, for \(span), because \(reasons.forBlank)."
      return
    }
    let source = EventDescription.words(for: view.firstSource)
    var text = launched
    text += "First content after \(EventDescription.time(wait))"
    text += view.firstSource == .revalidated ? ": \(source)" : " \(source)"
    text += ", because \(reasons.forContent(from: view.firstSource))"
    let isFromNetwork = view.firstSource == .network || view.firstSource == .revalidated
    if isFromNetwork, let longest = reasons.longestPhase,
      longest.span.nanoseconds * 4 > wait.nanoseconds
    {
      text += "; the longest step: \(EventDescription.words(for: longest.kind))"
      text += ", \(EventDescription.time(longest.span))"
    }
    text += "."
    if view.isFirstOutdated {
      text += " It had been outdated for \(EventDescription.time(view.firstOutdatedFor))"
      if let fresh = view.freshContent {
        text += "; the origin's version came after \(EventDescription.time(fresh))"
      }
      text += "."
    }
    self.text = text + Self.outdatedParts(in: steps)
  }

  /// How many of the subresources on screen had newer versions at the origin; empty: none.
  private static func outdatedParts(in steps: [ExplanationStep]) -> String {
    let answers = steps.compactMap { step -> Answer? in
      guard case .answered(let answer) = step.line.event, answer.isPart else { return nil }
      return answer.source == .nothing ? nil : answer
    }
    let spans = answers.compactMap(\.outdatedFor)
    guard let longest = spans.max() else { return "" }
    let count =
      answers.count == 1 ? "Its subresource" : "\(spans.count) of its \(answers.count) subresources"
    let (verb, most) = spans.count == 1 ? ("was", "for") : ("were", "for up to")
    return " \(count) \(verb) outdated when shown, \(most) \(EventDescription.time(longest))."
  }
}

extension ExplanationSummary {
  /// The reasons in the main resource's events up to its first paint.
  private struct Reasons {
    private var missCause: String?
    private var found: (copy: StoredCopy, at: Instant)?
    private var last: Reason?
    private var failure: String?
    private var barrier: String?
    private var isRequested = false
    private var hasServerError = false
    private(set) var longestPhase: (kind: FetchPhase.Kind, span: TimeSpan)?

    init(_ steps: [ExplanationStep]) {
      var hasOpened = false
      for step in steps {
        let event = step.line.event
        if case .opened = event { hasOpened = true }
        // Phases of an exchange that was under way before are reported at their beginning.
        if case .phase(let kind, _, let span) = event, span > longestPhase?.span ?? .zero {
          longestPhase = (kind, span)
        }
        guard hasOpened else { continue }
        switch event {
        case .looked(_, let copy?): found = (copy, step.line.at)
        case .looked(_, nil): missCause = step.missCause
        case .explained(let reason): if !reason.isOfStoring { last = reason as? Reason ?? last }
        case .requested, .joined: isRequested = true
        case .barred(_, let isOnline):
          barrier = isOnline ? "the app did not run" : "there was no network"
        case .exchanged(let exchange):
          if exchange.status == 0, !exchange.isCancelled {
            failure = EventDescription.words(for: exchange.failure)
          }
          if exchange.status >= 500 { hasServerError = true }
        case .answered, .repainted: return
        default: break
        }
      }
    }

    private var nothingStored: String {
      switch last {
      case .stale: return "the copy was stale"
      case .expired: return "the copy had expired"
      case .beingWritten: return "its file was still being written"
      case .unfinished: return "its download had not finished"
      case .fileMissing: return "its file was missing"
      case .discarded: return "the system had discarded its content"
      case .decided(.absent, _), nil: break
      case .decided(let why, _): return why.text
      case .reading(.networkOnly): return "the read policy is network only"
      case .reading(.networkFirst), .reading(.revalidate): return "the network is asked first"
      default: break
      }
      if missCause == nil, found != nil { return "\(copy) was stored, and not shown" }
      guard let missCause, missCause != MissCauses.unknown else { return "nothing was stored" }
      return "nothing was stored: \(missCause)"
    }

    private var copy: String {
      guard let found else { return "a copy" }
      return "version \(found.copy.version), fetched at "
        + "\(found.copy.fetchedAt.timeText(near: found.at)),"
    }

    var forBlank: String {
      if case .notFetchedAhead = last { return "it had not been fetched ahead" }
      if let barrier { return "\(nothingStored), and \(barrier)" }
      if hasServerError { return "\(nothingStored), and the origin answered with an error" }
      if let failure { return "\(nothingStored), and the request failed: \(failure)" }
      if isRequested { return "\(nothingStored), and the screen closed before the answer came" }
      return nothingStored
    }

    func forContent(from source: Source) -> String {
      switch source {
      case .memory, .flash:
        switch last {
        case .stale: "\(copy) was stored; it is stale, and refreshed in the background"
        case .notRefreshed: "\(copy) was stored; it is stale, and there was no network"
        case .fallback(let timeout?):
          "the origin did not answer within \(EventDescription.time(timeout)), "
            + "and \(copy) was stored"
        case .fallback: "the origin could not be asked, and \(copy) was stored"
        default: "\(copy) was stored"
        }
      case .revalidated: "\(copy) was stored, and had to be revalidated first"
      case .network, .nothing:
        barrier.map { "\(nothingStored), and \($0) at first" } ?? nothingStored
      }
    }
  }
}
