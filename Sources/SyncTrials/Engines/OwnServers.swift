internal import SimCore

/// A server that keeps for each key the value with the greatest stamp.
///
/// A request is `{"put": [[key, value, time, writer], …], "since": n, "epoch": e}`; the answer has
/// the same `put`, all cells that changed since then, `next` for the next request, and the `epoch`,
/// which grows with each launch. A request of another epoch than that or 0 is not taken: who sent
/// it asks from 0 on, and sends all again.
struct RegisterStore: SimulatedProcess {
  private let disk: SimulatedDisk
  private let epoch: Int64
  private var table: CellTable
  /// By key: the number of its last change.
  private var changes: [String: Int64]
  private var last: Int64

  init(_ opening: SyncOpening, _ disk: SimulatedDisk) throws(DiskStop) {
    self.disk = disk
    epoch = Int64(opening.launch)
    let state = disk.json("state")
    table = CellTable(state?["cells"])
    changes = [:]
    for member in state?["changes"]?.members ?? [] { changes[member.name] = member.value.integer }
    last = state?["last"]?.integer ?? 0
  }

  mutating func handle(_ call: SyncCall, at _: Instant) throws(DiskStop) -> SyncReply {
    var reply = SyncReply()
    guard case .receive(let from?, let body) = call, let json = try? JSON.parse(Array(body.utf8))
    else { return reply }
    let theirs = json["epoch"]?.integer ?? 0
    // What was sent before is to come first: a cell alone could stand without its cause.
    let isTaken = theirs == epoch || theirs == 0
    let put = isTaken ? (json["put"]?.elements ?? []).compactMap { Cell($0) } : []
    var isChanged = false
    for cell in put where table.merge(cell) {
      last += 1
      changes[cell.key] = last
      isChanged = true
    }
    if isChanged {
      let state = JSON.object([
        "cells": table.json, "last": JSON(last),
        "changes": .object(table.cells.map { ($0.key, JSON(changes[$0.key] ?? 0)) }),
      ])
      try disk.write(state.dense, to: "state")
    }
    let since = theirs == epoch ? json["since"]?.integer ?? 0 : 0
    let news = isTaken ? table.cells.filter { changes[$0.key] ?? 0 > since } : []
    let answer = JSON.object([
      "put": JSON(put.map(\.json)), "cells": JSON(news.map(\.json)), "since": JSON(since),
      "next": JSON(isTaken ? last : 0), "epoch": JSON(epoch),
    ])
    reply.sent = [ReplicaMessage(to: from, answer.compact)]
    return reply
  }
}

/// A server that appends entries to a log, each once by its `id`.
///
/// A request is `{"append": [{"id": …, …}, …], "after": n}`; the answer has all entries behind the
/// first n, and that number again.
struct AppendLog: SimulatedProcess {
  private let disk: SimulatedDisk
  private var entries: [JSON]
  private var ids: Set<String>

  init(_ opening: SyncOpening, _ disk: SimulatedDisk) throws(DiskStop) {
    self.disk = disk
    entries = disk.json("log")?.elements ?? []
    ids = Set(entries.compactMap { $0["id"]?.string })
  }

  mutating func handle(_ call: SyncCall, at _: Instant) throws(DiskStop) -> SyncReply {
    var reply = SyncReply()
    guard case .receive(let from?, let body) = call, let json = try? JSON.parse(Array(body.utf8))
    else { return reply }
    let new = (json["append"]?.elements ?? []).filter { entry in
      ids.insert(entry["id"]?.string ?? entry.compact).inserted
    }
    if !new.isEmpty {
      entries += new
      try disk.write(JSON(entries).dense, to: "log")
    }
    let after = min(max(0, Int(clamping: json["after"]?.integer ?? 0)), entries.count)
    let answer = JSON.object([
      "after": JSON(after), "entries": JSON(Array(entries[after...])),
    ])
    reply.sent = [ReplicaMessage(to: from, answer.compact)]
    return reply
  }
}
