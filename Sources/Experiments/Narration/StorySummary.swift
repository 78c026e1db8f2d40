internal import Client
internal import Devices
internal import SimCore
internal import Workloads

/// A story in a sentence.
struct StorySummary {
  let text: String

  init(_ open: Open, _ story: [StoryLine], _ memory: StoryMemory) {
    let main = open.visit.resource
    let own = story.indices.filter { story[$0].resource == main }
    let reasons = Reasons(own.map { (story[$0].event, memory.why($0)) })
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
    private var absences: [String] = []
    private var isFound = false
    private var last: Reason?
    private var failure: String?
    private var isBarred: String?
    private var isAsked = false
    private var isRefused = false
    private(set) var longestPhase: (kind: FetchPhase.Kind, span: TimeSpan)?

    init(_ events: [(event: StoryEvent, absence: String?)]) {
      var hasOpened = false
      for (event, absence) in events {
        if case .opened = event { hasOpened = true }
        // Phases of an exchange that was under way before are told with their beginning.
        if case .phase(let kind, let span) = event, span > longestPhase?.span ?? .zero {
          longestPhase = (kind, span)
        }
        guard hasOpened else { continue }
        switch event {
        case .looked(_, .some): isFound = true
        case .looked(_, nil): absences += absence.map { [$0] } ?? []
        case .explained(let reason): last = reason
        case .requested, .joined: isAsked = true
        case .barred(_, let isOnline):
          isBarred = isOnline ? "the app did not work" : "there was no network"
        case .failed(_, let cause, _, _): failure = StoryWords.words(for: cause)
        case .received(_, let status, _, _, _) where status >= 500: isRefused = true
        default: break
        }
        if case .painted = event { break }
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
      default: break
      }
      let telling = absences.first { $0 != Self.unknown }
      guard let absence = telling ?? absences.first else { return "nothing was stored" }
      return absence == Self.unknown ? "nothing was stored" : "nothing was stored: \(absence)"
    }

    private static let unknown = "never fetched before"

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
        case .stale: "a stored copy is shown though it is stale, and asked for anew behind it"
        case .fallback: "the origin could not be asked and an older copy was stored"
        default: "a usable copy was stored"
        }
      case .revalidated: "the stored copy had to be confirmed first"
      case .network, .nothing: nothingStored
      }
    }
  }
}
