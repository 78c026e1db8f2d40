internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Results
internal import SimCore

/// Groups what happens to the subresources of a screen: one line for each kind of thing.
struct SubresourceLines {
  private struct Group {
    var phrase: SubresourcePhrase
    /// Where its line stands among those of the main resource.
    var place: Int
    var name: String
    var first: Instant
    var last: Instant
    var count = 1
    var reasons: [String]
  }

  private let names: ResourceNames
  private var groups: [Group] = []

  init(_ names: ResourceNames) { self.names = names }

  /// `place` is how many lines of the main resource stand before it.
  mutating func add(_ phrase: SubresourcePhrase, of line: ScreenTrace.Line, at place: Int) {
    guard let index = groups.firstIndex(where: { $0.phrase.form == phrase.form }) else {
      let name = line.resource.map { names.name(of: $0, line.kind) } ?? phrase.subject
      groups.append(
        Group(
          phrase: phrase, place: place, name: name, first: line.at, last: line.at,
          reasons: phrase.why.map { [$0] } ?? []))
      return
    }
    groups[index].count += 1
    groups[index].last = max(groups[index].last, line.at)
    groups[index].phrase.bytes += phrase.bytes
    if let why = phrase.why, !groups[index].reasons.contains(why) {
      groups[index].reasons.append(why)
    }
  }

  func lines(among own: [Explanation.Line], openedAt: Instant) -> [Explanation.Line] {
    var lines: [Explanation.Line] = []
    var next = 0
    for index in 0...own.count {
      while next < groups.count, groups[next].place <= index {
        lines.append(line(of: groups[next], openedAt))
        next += 1
      }
      if index < own.count { lines.append(own[index]) }
    }
    return lines
  }

  private func line(of group: Group, _ openedAt: Instant) -> Explanation.Line {
    let phrase = group.phrase
    var what =
      group.count == 1
      ? "\(group.name) \(phrase.one)" : "\(phrase.subjects(group.count)) \(phrase.many)"
    if phrase.bytes > .zero { what += ", \(EventDescription.bytes(phrase.bytes))" }
    var reasons =
      group.reasons.count > 2
      ? Array(group.reasons.prefix(1)) + ["others otherwise"] : group.reasons
    if group.last - group.first >= .milliseconds(1) {
      reasons.append("the last one \(EventDescription.time(group.last - group.first)) later")
    }
    return Explanation.Line(
      at: group.first, since: group.first - openedAt, what: what,
      why: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
  }
}

/// The description of what happens to a subresource, in a form that many can share.
struct SubresourcePhrase {
  var form: String
  /// What happens to one.
  var one: String
  var many: String
  var bytes = Bytes.zero
  var why: String?
  var isMiss = false

  /// Of files beside the entries: which.
  private var file: String?

  var subject: String { file.map { "the file of \($0)" } ?? "a subresource" }
  func subjects(_ count: Int) -> String {
    file.map { "\(count) versions of the file of \($0)" } ?? "\(count) subresources"
  }

  /// Nil for a step that is left out when subresources are grouped.
  init?(_ step: ExplanationStep, _ names: ResourceNames) {
    let line = step.line
    guard let (form, one, many) = Self.forms(of: step) else { return nil }
    self.form = form
    self.one = one
    self.many = many
    why = step.missCause
    isMiss = step.isMiss
    switch line.event {
    case .exchanged(let exchange): bytes = exchange.bytesDown
    case .wrote(let tier, let write):
      bytes = write.bytes
      if line.resource == nil { file = tier }
    case .left(_, _, _, let size, _), .read(_, let size, _): bytes = size
    case .answered(let answer): why = EventDescription.words(forAgeOf: answer)
    case .explained(let reason):
      switch reason as? Reason {
      case .immutable, .fresh, .keptWhenLeft, .decided, .reading: return nil
      default: why = EventDescription(step, main: line.resource ?? 0, names)?.why
      }
    default: break
    }
  }

  private static func forms(
    of step: ExplanationStep
  ) -> (form: String, one: String, many: String)? {
    switch step.line.event {
    case .needed: ("needed", "is needed", "are needed")
    case .looked(let tier, .some): ("in \(tier)", "is in \(tier)", "are in \(tier)")
    case .looked(_, nil):
      (
        "not in \(step.tiers)", "is not in \(NameList.text(step.tiers, "or"))",
        "are not in \(NameList.text(step.tiers, "or"))"
      )
    case .explained(let reason):
      ("\(reason)", Self.effect(of: reason as? Reason), Self.effect(of: reason as? Reason))
    case .requested: ("requested", "is requested", "are requested")
    case .joined: ("joined", "is in flight already", "are in flight already")
    case .barred: ("barred", "cannot be requested", "cannot be requested")
    case .exchanged(let exchange) where exchange.isCancelled:
      ("cancelled", "is cancelled", "are cancelled")
    case .exchanged(let exchange) where exchange.status == 0:
      ("failed", "gets no response", "get no response")
    case .exchanged(let exchange):
      (
        "received \(exchange.status)", "is answered with \(exchange.status)",
        "are answered with \(exchange.status)"
      )
    case .stored(let tier, .memory, _, _, true):
      ("stored \(tier)", "is stored in \(tier)", "are stored in \(tier)")
    case .stored(let tier, _, _, _, false):
      ("too large \(tier)", "does not fit into \(tier)", "do not fit into \(tier)")
    case .wrote(let tier, _) where step.line.resource == nil:
      ("file \(tier)", "is written whole", "are written whole")
    case .wrote(let tier, _):
      ("written \(tier)", "is written to \(tier) on flash", "are written to \(tier) on flash")
    case .left(let tier, _, _, _, _):
      ("left \(tier)", "is removed from \(tier)", "are removed from \(tier)")
    case .answered(let answer):
      (
        "painted \(answer.source)\(answer.isOutdated ? ", outdated" : "")",
        "is shown, \(EventDescription.words(for: answer.source))",
        "are shown, \(EventDescription.words(for: answer.source))"
      )
    default: nil
    }
  }

  private static func effect(of reason: Reason?) -> String {
    switch reason {
    case .fallback: "shown as a fallback"
    case .refused, .tooLarge: "not stored"
    default: "not usable"
    }
  }
}
