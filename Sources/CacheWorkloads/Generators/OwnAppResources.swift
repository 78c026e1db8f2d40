internal import SimCore

/// The resources of one's own app on a device: each page and each part has a place of its own, with
/// the size, the headers and the age of its group, whatever is opened when.
struct OwnAppResources: Sendable {
  private struct Page {
    var resource: ResourceIndex
    /// By group of parts: those that it has; nil: not published yet, as no view needed it.
    var parts: [[ResourceIndex?]]
  }

  private struct Turn {
    /// How many are owed, and how many changes: fractions are carried on.
    var owed = 0.0
    var changes = 0.0
    var repeats = 0.0
    /// Where the turn is, of which the fraction is carried on.
    var next = 0.0
  }

  private let screens: [AppScreen]
  /// By screen: where its headers begin in the workload's list, and the number of its name.
  private let headers: [UInt16]
  private let names: [UInt16]
  private var sizes: [[Bytes]]
  /// By screen, by group of parts: what all its pages share.
  private var shared: [[[ResourceIndex]?]]
  private var sets: [String: [ResourceIndex]] = [:]
  private var pages: [DenseMap<Page?>]
  private var turns: [[Turn]]
  private var changes: PartChanges

  /// How much shares of six digits may take from a whole number within a thousand views.
  private static let rounding = 1e-3

  init(_ screens: [AppScreen], seed: UInt64, device: UInt32) {
    self.screens = screens
    changes = PartChanges(seed: seed, device: device)
    var next = 0
    headers = screens.map { screen in
      defer { next += 1 + screen.parts.count }
      return UInt16(clamping: next)
    }
    let names = ScreenNames()
    self.names = screens.map { names.number(of: $0.name) }
    shared = screens.map { Array(repeating: nil, count: $0.parts.count) }
    sizes = screens.map { _ in [] }
    pages = screens.map { _ in DenseMap(filling: nil) }
    turns = screens.map { Array(repeating: Turn(), count: $0.parts.count) }
  }

  /// Of another device: what it is owed is carried on, as whole parts are needed only of several
  /// views.
  mutating func carryOn(from other: OwnAppResources) { turns = other.turns }

  mutating func page(
    _ number: Int, of screen: Int, at instant: Instant, _ log: inout DeviceEventLog,
    _ random: inout SeededGenerator
  ) -> ResourceIndex {
    if let known = pages[screen][number] { return known.resource }
    let wanted = screens[screen]
    let own = headers[screen]
    let groups = wanted.parts.indices.map { group in
      parts(group, of: screen, at: instant, &log, &random)
    }
    let listed = wanted.parts.indices.filter { wanted.parts[$0].isListed }
      .flatMap { groups[$0].compactMap(\.self) }
    if number >= sizes[screen].count {
      sizes[screen] += Self.sizes(
        max(wanted.pages, number + 1) - sizes[screen].count, wanted.bytes, wanted.sigma, &random)
    }
    var content = Content(
      version: 1, kind: wanted.kind, headers: own, size: sizes[screen][number],
      publishedAt: instant - wanted.age, isList: wanted.isList)
    content.screen = names[screen]
    content.method = wanted.method
    content.wireSize = wanted.wireBytes.map {
      Self.wire($0, of: content.size, mean: wanted.bytes)
    }
    let resource = log.publish(content, parts: listed, at: instant)
    pages[screen][number] = Page(resource: resource, parts: groups)
    return resource
  }

  /// The parts of a group that a page has: what it lists and what it shares is published unless it
  /// is known, what is its own and not listed comes with the view that needs it first.
  private mutating func parts(
    _ group: Int, of screen: Int, at instant: Instant, _ log: inout DeviceEventLog,
    _ random: inout SeededGenerator
  ) -> [ResourceIndex?] {
    let part = screens[screen].parts[group]
    if part.isRenewed { return [] }
    if !part.isListed, !part.isShared, part.set.isEmpty {
      return Array(repeating: nil, count: part.count)
    }
    if !part.set.isEmpty, let known = sets[part.set] { return known }
    if part.isShared, let known = shared[screen][group] { return known }
    let made = publish(part.count, part, group, of: screen, at: instant, &log, &random)
    if !part.set.isEmpty { sets[part.set] = made }
    shared[screen][group] = made
    return made
  }

  private mutating func publish(
    _ count: Int, _ part: AppPart, _ group: Int, of screen: Int, at instant: Instant,
    _ log: inout DeviceEventLog, _ random: inout SeededGenerator
  ) -> [ResourceIndex] {
    Self.sizes(count, part.bytes, part.sigma, &random).map { size in
      var content = Content(
        version: 1, kind: part.kind, host: 1,
        headers: UInt16(clamping: Int(headers[screen]) + 1 + group), size: size,
        publishedAt: instant - part.age)
      content.method = part.method
      content.wireSize = part.wireBytes.map { Self.wire($0, of: size, mean: part.bytes) }
      let resource = log.publish(
        content, parts: [],
        isFinal: part.changes == 0 && part.changesPerDay == 0 && part.set.isEmpty, at: instant)
      if part.changes == 0 { changes.add(resource, perDay: part.changesPerDay) }
      return resource
    }
  }

  mutating func changes(on day: WorkloadDay) -> [OriginChange] { changes.draw(on: day) }

  /// A view of a page begins: what has changed of its parts is published, and what it needs beside
  /// what it lists is named.
  /// - Parameters:
  ///   - published: when versions come, not after the view.
  ///   - end: when the view ends.
  /// - Returns: all parts that it needs.
  mutating func view(
    _ number: Int, of screen: Int, at instant: Instant, published: Instant,
    until end: Instant, _ log: inout DeviceEventLog, _ random: inout SeededGenerator
  ) -> [ResourceIndex] {
    guard let page = pages[screen][number] else {
      preconditionFailure("a view of a page that was not published")
    }
    var all: [ResourceIndex] = []
    for (group, part) in screens[screen].parts.enumerated() {
      turns[screen][group].owed += Double(part.count) * part.share + Self.rounding
      let count = Int(turns[screen][group].owed)
      turns[screen][group].owed -= Double(count) + Self.rounding
      var needed: [ResourceIndex] = []
      if part.isRenewed {
        needed = publish(count, part, group, of: screen, at: published, &log, &random)
      } else if !page.parts[group].isEmpty {
        let all = page.parts[group].count
        let next = count < all ? Int(turns[screen][group].next + Self.rounding) : 0
        for turn in 0..<min(count, all) {
          let place = (next + turn) % all
          if let known = page.parts[group][place] {
            needed.append(known)
          } else {
            let made = publish(1, part, group, of: screen, at: published, &log, &random)
            pages[screen][number]?.parts[group][place] = made.first
            needed += made
          }
        }
        turns[screen][group].next += Double(count) * part.turnover
      }
      change(needed, part, &turns[screen][group], at: published, &log)
      // What comes late may still be on its way when the screen is left.
      let asked = max(min(instant + part.after, end - .milliseconds(1)), instant)
      if !part.isListed { for each in needed { log.add(.need(each), at: asked) } }
      let first = part.isListed ? instant : asked
      askAgain(needed, part, &turns[screen][group], from: first, until: end, &log)
      all += needed
    }
    return all
  }

  private func askAgain(
    _ needed: [ResourceIndex], _ part: AppPart, _ turn: inout Turn, from instant: Instant,
    until end: Instant, _ log: inout DeviceEventLog
  ) {
    guard part.repeats > 0, !needed.isEmpty else { return }
    turn.repeats += Double(needed.count) * part.repeats + Self.rounding
    let count = Int(turn.repeats)
    turn.repeats -= Double(count) + Self.rounding
    let rounds = (count + needed.count - 1) / needed.count
    for number in 0..<count {
      let part = Double(number / needed.count + 1) / Double(rounds + 1)
      let span = TimeSpan(rounding: (end - instant).seconds * part)
      log.add(.need(needed[number % needed.count]), at: instant + span)
    }
  }

  private func change(
    _ needed: [ResourceIndex], _ part: AppPart, _ turn: inout Turn, at instant: Instant,
    _ log: inout DeviceEventLog
  ) {
    guard part.changes > 0, !part.isRenewed, !needed.isEmpty else { return }
    turn.changes += Double(needed.count) * part.changes
    let count = min(Int(turn.changes + Self.rounding), needed.count)
    turn.changes -= Double(count)
    for resource in needed.prefix(count) {
      // A crash may have taken back a later view, but not the version that came with it.
      log.update(resource, at: max(instant, log.publishedAt(resource) ?? instant))
    }
  }

  /// Sizes with a log-normal spread, of which the mean is exact however few there are.
  private static func sizes(
    _ count: Int, _ mean: Bytes, _ sigma: Double, _ random: inout SeededGenerator
  ) -> [Bytes] {
    let drawn = (0..<count).map { _ in
      random.logNormal(mean: Double(mean.count), sigma: sigma)
    }
    guard sigma > 0 else { return drawn.map { _ in max(Bytes(1), mean) } }
    // One alone would always have the mean.
    guard count > 1 else { return drawn.map { max(Bytes(1), Bytes(rounding: $0)) } }
    let scale = Double(mean.count) * Double(count) / max(drawn.reduce(0, +), 1)
    return drawn.map { max(Bytes(1), Bytes(rounding: $0 * scale)) }
  }

  private static func wire(_ wire: Bytes, of size: Bytes, mean: Bytes) -> Bytes {
    let share = Double(wire.count) / Double(max(mean.count, 1))
    return max(Bytes(1), Bytes(rounding: Double(size.count) * share))
  }
}
