internal import SimCore

/// Judges histories by what engines may promise.
package struct SyncOracles {
  /// What is not looked at, for the test of the oracles.
  package var blind: Set<SyncCheck> = []

  /// The first violation of each promise, by kind of object.
  package func violations(in history: SyncHistory) -> [SyncViolation] {
    var judge = SyncJudge(history, blind: blind)
    judge.judge()
    return judge.violations
  }
}

/// A pass over a history, with what each device has come to know.
///
/// An edit's past is what its device had shown before, and the pasts of that: edits are known by
/// the parts that they made, which no other edit makes. What is known is so no guess: an engine
/// that keeps to the promise cannot be said to break it.
private struct SyncJudge {
  private struct Part: Hashable {
    var object: SyncObject
    var part: String
  }

  private let history: SyncHistory
  private let blind: Set<SyncCheck>
  private(set) var violations: [SyncViolation] = []
  private var makers: [Part: Int] = [:]
  /// By part: the edits that take it away, as far as they have begun.
  private var erasers: [Part: [Int]] = [:]
  private var begun = 0
  private var pasts: [Set<Int>]
  private var known: [Int: Set<Int>] = [:]
  private var own: [Int: Set<Int>] = [:]
  private var seen: [SyncHistory.Subscription: Set<Int>] = [:]

  init(_ history: SyncHistory, blind: Set<SyncCheck>) {
    self.history = history
    self.blind = blind
    pasts = history.edits.map { _ in [] }
    for (number, edit) in history.edits.enumerated() {
      if let made = edit.planned.made { makers[Part(object: edit.object, part: made)] = number }
    }
  }

  private mutating func note(
    _ check: SyncCheck, _ kind: SyncKind?, _ what: String
  ) {
    guard !blind.contains(check),
      !violations.contains(where: { $0.promise == check.promise && $0.kind == kind })
    else { return }
    violations.append(SyncViolation(promise: check.promise, kind: kind, what: what))
  }

  mutating func judge() {
    for entry in history.entries {
      switch entry {
      case .began(let number): begin(number)
      case .ended(let number):
        let edit = history.edits[number]
        if edit.status == .accepted {
          own[edit.device, default: []].insert(number)
          known[edit.device, default: []].insert(number)
        }
      case .read(let reading): check(reading)
      }
    }
    checkConvergence()
    checkBounds()
    checkSubscriptions()
  }

  private mutating func begin(_ number: Int) {
    let edit = history.edits[number]
    pasts[number] = known[edit.device] ?? []
    begun = number + 1
    if let erased = edit.planned.erased, edit.object.kind != .register {
      erasers[Part(object: edit.object, part: erased), default: []].append(number)
    }
  }

  // MARK: A reading

  private mutating func check(_ reading: SyncHistory.Reading) {
    let object = reading.object
    let shown = ShownParts(reading.value, of: object.kind)
    let place = "device \(reading.device) shows \(object.text) as \(reading.value.compact)"
    checkParts(shown, reading, place)
    checkStale(shown, reading, place)
    if object.kind == .list || object.kind == .text { checkOrder(shown.parts, object, place) }
    if reading.isFinal {
      switch object.kind {
      case .register: checkRegister(shown.parts.first, reading, place)
      case .counter: checkSum(reading, place)
      default: checkMembers(shown.parts, reading, place)
      }
    }
    learn(shown.parts, reading)
  }

  private mutating func checkParts(
    _ shown: ShownParts, _ reading: SyncHistory.Reading, _ place: String
  ) {
    let kind = reading.object.kind
    if let rest = shown.rest { note(.torn, kind, "\(place), where '\(rest)' is no whole word") }
    if kind != .counter, Set(shown.parts).count < shown.parts.count {
      note(.twice, kind, "\(place), with an element twice")
    }
    for part in shown.parts {
      guard let maker = makers[Part(object: reading.object, part: part)], maker < begun else {
        if kind != .counter { note(.madeUp, kind, "\(place), but '\(part)' was not written") }
        continue
      }
      let edit = history.edits[maker]
      // The sum of a counter's edits may have the bits of another's.
      if edit.user != reading.user, kind != .counter {
        note(.foreign, nil, "\(place) to user \(reading.user), by user \(edit.user)")
      }
      if edit.status == .refused, kind != .counter {
        note(.refused, kind, "\(place), but \(edit.words(maker)) was refused")
      }
    }
  }

  private mutating func checkOrder(_ parts: [String], _ object: SyncObject, _ place: String) {
    let places = Dictionary(
      parts.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    for (index, part) in parts.enumerated() {
      guard let maker = makers[Part(object: object, part: part)] else { continue }
      let planned = history.edits[maker].planned
      let isWrong =
        (planned.before.flatMap { places[$0] }.map { $0 > index } ?? false)
        || (planned.behind.flatMap { places[$0] }.map { $0 < index } ?? false)
      if isWrong {
        let between = "\(planned.before ?? "the beginning") and \(planned.behind ?? "the end")"
        note(.order, object.kind, "\(place), but '\(part)' was put between \(between)")
      }
    }
  }

  // MARK: What a device must show

  private func concerns(_ number: Int, _ reading: SyncHistory.Reading) -> Bool {
    let edit = history.edits[number]
    return edit.object == reading.object && edit.user == reading.user && edit.status != .refused
      && !isReported(edit)
  }

  /// Whether the person was told that an edit is not kept. Amounts are no names of edits.
  private func isReported(_ edit: SyncHistory.Edit) -> Bool {
    edit.object.kind != .counter
      && edit.planned.made.map { history.conflicts.contains($0) } ?? false
  }

  /// What was not refused and may have taken a part away until now.
  private func erasers(of part: String, in object: SyncObject) -> [Int] {
    (erasers[Part(object: object, part: part)] ?? []).filter {
      history.edits[$0].status != .refused
    }
  }

  private mutating func checkStale(
    _ shown: ShownParts, _ reading: SyncHistory.Reading, _ place: String
  ) {
    let kind = reading.object.kind
    let sources: [(SyncCheck, Set<Int>?, String)] = [
      (.ownStale, own[reading.device], "after its own"),
      (.seenStale, seen[reading.place], "after it had shown"),
      (.knownStale, known[reading.device], "though what it has shown was made after"),
    ]
    for (check, edits, words) in sources {
      guard let edits, !blind.contains(check),
        let missed = edits.sorted().first(where: { misses($0, edits, shown.parts, reading) })
      else { continue }
      note(check, kind, "\(place) \(words) \(history.edits[missed].words(missed))")
      break
    }
  }

  /// Whether what is shown is older than an edit.
  private func misses(
    _ number: Int, _ others: Set<Int>, _ shown: [String], _ reading: SyncHistory.Reading
  ) -> Bool {
    guard concerns(number, reading) else { return false }
    let edit = history.edits[number]
    guard reading.object.kind == .register else {
      if let made = edit.planned.made {
        return !shown.contains(made) && erasers(of: made, in: reading.object).isEmpty
      }
      return edit.planned.erased.map { shown.contains($0) } ?? false
    }
    if let part = shown.first {
      guard let maker = makers[Part(object: reading.object, part: part)] else { return false }
      return pasts[number].contains(maker)
    }
    guard edit.planned.made != nil else { return false }
    // Empty: some clearing must be left that none of the edits came after.
    return !(0..<begun).contains { other in
      concerns(other, reading) && history.edits[other].planned.made == nil
        && !others.contains { concerns($0, reading) && pasts[$0].contains(other) }
    }
  }

  private mutating func learn(_ parts: [String], _ reading: SyncHistory.Reading) {
    var learnt: [Int] = parts.compactMap { part in
      makers[Part(object: reading.object, part: part)].flatMap { $0 < begun ? $0 : nil }
    }
    if reading.object.kind != .register {
      for number in (known[reading.device] ?? []).sorted() where concerns(number, reading) {
        guard let made = history.edits[number].planned.made, !parts.contains(made) else { continue }
        // One alone can have taken it away.
        let erasers = erasers(of: made, in: reading.object)
        if erasers.count == 1 { learnt.append(erasers[0]) }
      }
    }
    for number in learnt {
      seen[reading.place, default: []].insert(number)
      known[reading.device, default: []].formUnion(pasts[number].union([number]))
    }
  }

  // MARK: The end

  private mutating func checkRegister(
    _ part: String?, _ reading: SyncHistory.Reading, _ place: String
  ) {
    let accepted = history.edits.indices.filter {
      concerns($0, reading) && history.edits[$0].status == .accepted
    }
    if let part, let maker = makers[Part(object: reading.object, part: part)] {
      if let later = accepted.first(where: { pasts[$0].contains(maker) }) {
        let edit = history.edits[later]
        let check: SyncCheck = edit.planned.made == nil ? .uncleared : .dominated
        note(
          check, .register, "\(place) in the end, but \(edit.words(later)) was made after that")
      }
    } else if let lost = accepted.first(where: { misses($0, Set(accepted), [], reading) }) {
      note(
        .missing, .register, "\(place) in the end, without \(history.edits[lost].words(lost))")
    }
    let last = accepted.filter { one in !accepted.contains { pasts[$0].contains(one) } }
    if last.count > 1,
      let lost = last.first(where: { history.edits[$0].planned.made != part })
    {
      note(
        .silent, .register,
        "\(place) in the end, and \(history.edits[lost].words(lost)), made at once, is not "
          + "reported as a conflict")
    }
  }

  private mutating func checkSum(_ reading: SyncHistory.Reading, _ place: String) {
    func sum(_ status: SyncHistory.Status) -> Int64 {
      let counted = history.edits.indices.filter {
        concerns($0, reading) && history.edits[$0].status == status
      }
      return counted.reduce(0) { $0 + (history.edits[$1].planned.made.flatMap { Int64($0) } ?? 0) }
    }
    let (least, unsure) = (sum(.accepted), sum(.unknown))
    let more = (reading.value.integer ?? 0) - least
    if more < 0 {
      note(.missing, .counter, "\(place) in the end, but edits of \(least) were acknowledged")
    } else if more & ~unsure != 0 {
      note(.sum, .counter, "\(place) in the end, but edits of \(least) were acknowledged")
    }
  }

  private mutating func checkMembers(
    _ parts: [String], _ reading: SyncHistory.Reading, _ place: String
  ) {
    let kind = reading.object.kind
    for (number, edit) in history.edits.enumerated()
    where concerns(number, reading) && edit.status == .accepted {
      if let made = edit.planned.made, !parts.contains(made),
        erasers(of: made, in: reading.object).isEmpty
      {
        note(.missing, kind, "\(place) in the end, without \(edit.words(number))")
      }
      if edit.planned.made == nil, let erased = edit.planned.erased, parts.contains(erased) {
        note(.returned, kind, "\(place) in the end, after \(edit.words(number))")
      }
    }
  }

  private mutating func checkConvergence() {
    guard let first = history.shown.first else { return }
    for (device, values) in history.shown.enumerated() {
      for (place, value) in values.enumerated() where value != first[place] {
        let object = history.objects[place % history.objects.count]
        note(
          .diverged, object.kind,
          "in the end device 0 shows \(object.text) as \(first[place].compact), device \(device) "
            + "as \(value.compact)")
      }
    }
  }

  /// What a device may store for itself, and for each part that it shows: assumption.
  private static let (storedAtMost, storedByPart) = (2_048, 256)

  private mutating func checkBounds() {
    let parts = (history.shown.first ?? []).enumerated().reduce(0) { sum, value in
      let kind = history.objects[value.offset % history.objects.count].kind
      return sum + ShownParts(value.element, of: kind).parts.count
    }
    let most = Self.storedAtMost + Self.storedByPart * parts
    if history.storedBytes > most {
      note(
        .stored, nil,
        "in the end a device stores \(history.storedBytes) B for "
          + "\(NumberText.counted(parts, "part")): expected at most \(most) B")
    }
  }

  private mutating func checkSubscriptions() {
    for (place, value) in history.subscriptions where place.device < history.shown.count {
      guard let index = history.objects.firstIndex(of: place.object) else { continue }
      let values = history.shown[place.device]
      let last = values[place.user * history.objects.count + index]
      let kind = place.object.kind
      if ShownParts(value, of: kind) != ShownParts(last, of: kind) {
        note(
          .untold, kind,
          "device \(place.device) was last told \(place.object.text) as \(value.compact), and "
            + "shows it as \(last.compact)")
      }
    }
  }
}
