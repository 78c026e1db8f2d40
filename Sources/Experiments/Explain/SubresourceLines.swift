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
    var lines = own
    // From the last one on, so that those before keep their places.
    for group in groups.reversed() { lines.insert(line(of: group, openedAt), at: group.place) }
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
  /// What those have alike that share a line.
  var form: String
  /// What happens to one.
  var one: String
  var bytes = Bytes.zero
  var why: String?

  /// Of files beside the entries: which.
  private var file: String?

  /// What happens to several.
  var many: String {
    let verbs = [("is ", "are "), ("gets ", "get "), ("does ", "do ")]
    guard let (verb, plural) = verbs.first(where: { one.hasPrefix($0.0) }) else { return one }
    return plural + one.dropFirst(verb.count)
  }

  var subject: String { file.map { "the file of \($0)" } ?? "a subresource" }
  func subjects(_ count: Int) -> String {
    file.map { "\(count) versions of the file of \($0)" } ?? "\(count) subresources"
  }

  /// Nil for a step that is left out when subresources are grouped.
  init?(_ step: ExplanationStep, _ names: ResourceNames) {
    let line = step.line
    guard let one = Self.words(for: step) else { return nil }
    self.one = one
    form = one
    why = step.missCause
    switch line.event {
    case .exchanged(let exchange): bytes = exchange.bytesDown
    case .wrote(let tier, let write):
      bytes = write.bytes
      if line.resource == nil {
        file = tier
        form += tier
      }
    case .left(_, _, _, let size, _), .read(_, let size, _): bytes = size
    case .answered(let answer):
      why = EventDescription.words(forAgeOf: answer)
      if answer.isOutdated { form += ", outdated" }
    case .explained(let reason):
      form = "\(reason)"
      switch reason as? Reason {
      case .immutable, .fresh, .keptWhenLeft, .decided, .reading: return nil
      default: why = EventDescription(step, main: line.resource ?? 0, names)?.why
      }
    default: break
    }
  }

  private static func words(for step: ExplanationStep) -> String? {
    switch step.line.event {
    case .needed: "is needed"
    case .looked(let tier, .some): "is in \(tier)"
    case .looked(_, nil): "is not in \(NameList.text(step.tiers, "or"))"
    case .explained(let reason): effect(of: reason as? Reason)
    case .requested: "is requested"
    case .joined: "is in flight already"
    case .barred: "cannot be requested"
    case .exchanged(let exchange) where exchange.isCancelled: "is cancelled"
    case .exchanged(let exchange) where exchange.status == 0: "gets no response"
    case .exchanged(let exchange): "is answered with \(exchange.status)"
    case .stored(let tier, .memory, _, _, true): "is stored in \(tier)"
    case .stored(let tier, _, _, _, false): "does not fit into \(tier)"
    case .wrote where step.line.resource == nil: "is written whole"
    case .wrote(let tier, _): "is written to \(tier) on flash"
    case .left(let tier, _, _, _, _): "is removed from \(tier)"
    case .answered(let answer): "is shown, \(EventDescription.words(for: answer.source))"
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
