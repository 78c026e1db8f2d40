internal import SimCore

/// A mistake of a simulated engine, as engines of people have made it.
enum PlantedMistake: String, CaseIterable, Sendable {
  /// An edit is dated by the device's clock, which may be behind what it has seen.
  case wallClock = "wall-clock"
  /// What was not sent before the process ended is forgotten.
  case forgetsOutbox = "forgets-outbox"
  /// A value and the note that it is to be sent are two writes.
  case twoWrites = "two-writes"
  /// Values of one user are shown to another.
  case sharesUsers = "shares-users"
  /// An edit counts as sent when an earlier one of the same value was.
  case confirmsAll = "confirms-all"
  /// What comes last wins, whatever its stamp.
  case arrivalOrder = "arrival-order"
  /// Marks of what was deleted are dropped too early.
  case dropsDeleted = "drops-deleted"
  /// A server that went back to a backup is not told what it has lost.
  case trustsServer = "trusts-server"
  /// Edits that wait get new names when the app starts, and are appended twice.
  case namesAnew = "names-anew"
  /// An edit is acknowledged, and written with the next request.
  case lateSave = "late-save"
  /// An edit that the log has is shown once more behind it.
  case showsTwice = "shows-twice"

  /// After 412 an edit is made once more, without a look whether its first request had arrived.
  case retriesBlindly = "retries-blindly"
}

package enum SyncCatalog {
  /// Those that a table has beside an engine of one's own.
  package static let standard: [SyncEngine] = [
    cells(
      "outbox-lww", .whole, "an outbox; of each object the last writer's value wins",
      SyncPromises([.convergence, .users, .subscriptions])
        .and([.kept, .deleted, .ownWrites, .monotonic, .causal, .intention], of: .register)),
    appended(
      "server-order", "an outbox of operations; the server's log is their order",
      serverOrder),
    cells(
      "field-merge", .field, "an outbox; of each field the last writer's value wins",
      SyncPromises([.convergence, .users, .subscriptions])
        .and([.kept, .deleted, .ownWrites, .monotonic, .causal, .intention], of: .register, .set)),
    cells("crdt", .convergent, "convergent registers, counters, sets, lists and texts", full),
    documents("etag-retry", "an outbox of operations; PUT with If-Match, again after 412"),
    cells("crdt-register", .convergent, "the same with registers alone", full, [.register]),
    cells("crdt-counter", .convergent, "the same with counters alone", full, [.counter]),
    cells("crdt-list", .convergent, "the same with lists alone", full, [.list]),
  ]

  /// How many of them a table has that names none.
  package static let usualCount = 5

  /// Engines with a planted mistake: `crdt!wall-clock`.
  package static let mistaken: [SyncEngine] = PlantedMistake.allCases.map { mistake in
    let words = "with the planted mistake '\(mistake.rawValue)'"
    switch mistake {
    case .namesAnew, .lateSave, .showsTwice:
      return appended("server-order!\(mistake.rawValue)", words, serverOrder, mistake)
    case .retriesBlindly: return documents("etag-retry!\(mistake.rawValue)", words, mistake)
    default:
      return cells(
        "crdt!\(mistake.rawValue)", .convergent, words, full, SyncKind.allCases, mistake)
    }
  }

  package static var all: [SyncEngine] { standard + mistaken }

  /// The servers that engines of one's own may have, by name.
  package static let servers: [(name: String, make: @Sendable () -> any SyncNode)] = [
    ("register-store", { SimulatedNode(RegisterStore.init) }),
    ("append-log", { SimulatedNode(AppendLog.init) }),
    ("etag-store", { SimulatedNode(ETagStore.init) }),
  ]

  private static let full = SyncPromises().and(
    [.subscriptions], of: .register, .set, .counter, .list, .text)

  private static let serverOrder = SyncPromises([
    .convergence, .kept, .deleted, .ownWrites, .monotonic, .causal, .users, .subscriptions,
  ]).and([.intention], of: .register, .set, .counter)

  private static func cells(
    _ name: String, _ rule: CellRule, _ summary: String, _ promises: SyncPromises,
    _ kinds: [SyncKind] = SyncKind.allCases, _ mistake: PlantedMistake? = nil
  ) -> SyncEngine {
    SyncEngine(
      name: name, summary: summary, promises: promises, kinds: kinds,
      server: { servers[0].make() },
      replica: { _, other in
        SimulatedNode(sharing: other) { CellReplica(rule, mistake, $0, $1) }
      })
  }

  private static func appended(
    _ name: String, _ summary: String, _ promises: SyncPromises, _ mistake: PlantedMistake? = nil
  ) -> SyncEngine {
    SyncEngine(
      name: name, summary: summary, promises: promises, server: { servers[1].make() },
      replica: { _, other in SimulatedNode(sharing: other) { LogReplica(mistake, $0, $1) } })
  }

  /// Documents come one by one: what one was made after may come later than it.
  private static func documents(
    _ name: String, _ summary: String, _ mistake: PlantedMistake? = nil
  ) -> SyncEngine {
    SyncEngine(
      name: name, summary: summary,
      promises: SyncPromises([
        .convergence, .kept, .deleted, .ownWrites, .monotonic, .users, .subscriptions,
      ]).and([.intention], of: .register, .set, .counter),
      server: { servers[2].make() },
      replica: { _, other in SimulatedNode(sharing: other) { ETagReplica(mistake, $0, $1) } })
  }
}
