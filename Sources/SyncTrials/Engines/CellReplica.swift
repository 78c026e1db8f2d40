internal import SimCore

/// A rule by which edits become cells of a register store.
enum CellRule: Sendable {
  /// An object is a value, replaced as a whole.
  case whole
  /// A set's element and a list's element are fields of their own.
  case field
  /// Conflict-free replicated data types: besides, each device has a counter of its own, and a
  /// list's element names the one that it follows (Roh et al., "Replicated abstract data types",
  /// Journal of Parallel and Distributed Computing, 2011).
  case convergent
}

/// A local-first replica over a register store: it keeps all cells and those that the server has
/// not confirmed, and sends these with its next request.
struct CellReplica: SimulatedReplica {
  private let rule: CellRule
  private let mistake: PlantedMistake?
  private let disk: SimulatedDisk
  private let number: Int
  var user: Int
  private var table: CellTable
  private var unsent: [String]
  private var cursor: Int64
  private var epoch: Int64
  private var greatest: Int64
  var subscribed: [SyncObject] = []
  let tellsEdits = true

  init(_ rule: CellRule, _ mistake: PlantedMistake?, _ opening: SyncOpening, _ disk: SimulatedDisk)
  {
    self.rule = rule
    self.mistake = mistake
    self.disk = disk
    number = opening.number ?? 0
    user = opening.user
    let state = disk.json("state")
    table = CellTable(state?["cells"])
    let outbox = mistake == .twoWrites ? disk.json("outbox") : state?["unsent"]
    unsent = mistake == .forgetsOutbox ? [] : (outbox?.elements ?? []).compactMap(\.string)
    cursor = state?["cursor"]?.integer ?? 0
    epoch = state?["epoch"]?.integer ?? 0
    greatest = table.cells.map(\.stamp.time).max() ?? 0
  }

  mutating func edit(
    _ object: SyncObject, _ edit: ReplicaEdit, at clock: Instant
  ) throws(DiskStop) {
    for (part, value) in changes(of: object, by: edit) { write(object, part, value, at: clock) }
    try save()
  }

  private func prefix(of object: SyncObject) -> String {
    mistake == .sharesUsers ? "\(object.text)|" : "\(user)|\(object.text)|"
  }

  private mutating func write(
    _ object: SyncObject, _ part: String, _ value: JSON, at clock: Instant
  ) {
    let key = prefix(of: object) + part
    greatest = max(clock.nanoseconds, greatest + 1)
    let time = mistake == .wallClock ? clock.nanoseconds : greatest
    table.merge(Cell(key: key, value: value, stamp: CellStamp(time: time, writer: number)))
    if !unsent.contains(key) { unsent.append(key) }
  }

  private func save() throws(DiskStop) {
    let unsentJSON = JSON(unsent)
    let state = JSON.object([
      "cells": table.json, "unsent": unsentJSON, "cursor": JSON(cursor), "epoch": JSON(epoch),
    ])
    try disk.write(state.dense, to: "state")
    if mistake == .twoWrites { try disk.write(unsentJSON.dense, to: "outbox") }
  }

  func requests() -> [ReplicaMessage] {
    let request = JSON.object([
      "put": JSON(unsent.compactMap { table[$0]?.json }), "since": JSON(cursor),
      "epoch": JSON(epoch),
    ])
    return [ReplicaMessage(request.compact)]
  }

  mutating func take(_ reply: JSON) throws(DiskStop) -> [ReplicaMessage] {
    guard let theirs = reply["epoch"]?.integer, let since = reply["since"]?.integer,
      let next = reply["next"]?.integer, theirs >= epoch
    else { return [] }
    if theirs > epoch {
      // The server may have lost what it had: it is told all again.
      if epoch > 0, mistake != .trustsServer {
        unsent = table.cells.map(\.key)
        cursor = 0
      }
      epoch = theirs
    }
    for cell in (reply["cells"]?.elements ?? []).compactMap({ Cell($0) }) {
      if mistake == .arrivalOrder, !unsent.contains(cell.key) {
        table.remove { $0.key == cell.key }
      }
      table.merge(cell)
      greatest = max(greatest, cell.stamp.time)
    }
    if since <= cursor { cursor = max(cursor, next) }
    for cell in (reply["put"]?.elements ?? []).compactMap({ Cell($0) }) {
      // A newer edit of the same cell is still to be sent.
      if table[cell.key]?.stamp == cell.stamp || mistake == .confirmsAll {
        unsent.removeAll { $0 == cell.key }
      }
    }
    if mistake == .dropsDeleted {
      let unsent = unsent
      table.remove { $0.value == JSON(.null) && !unsent.contains($0.key) }
    }
    try save()
    return []
  }

  // MARK: Objects

  private func parts(of object: SyncObject) -> [(part: String, cell: Cell)] {
    let prefix = prefix(of: object)
    return table.cells.filter { $0.key.hasPrefix(prefix) }
      .map { (String($0.key.dropFirst(prefix.count)), $0) }
  }

  private func isWhole(_ object: SyncObject) -> Bool {
    switch rule {
    case .whole: true
    case .field: ![.set, .list].contains(object.kind)
    case .convergent: object.kind == .register
    }
  }

  func value(of object: SyncObject) -> JSON {
    let parts = parts(of: object)
    if isWhole(object) { return parts.first?.cell.value ?? JSON(.null) }
    switch object.kind {
    case .counter: return JSON(parts.reduce(0) { $0 + ($1.cell.value.integer ?? 0) })
    case .set: return JSON(parts.filter { $0.cell.value == true }.map { JSON($0.part) })
    default:
      let shown = sequence(of: object).filter { !$0.isGone }.map(\.text)
      return object.kind == .text ? JSON(shown.joined()) : JSON(shown.map { JSON($0) })
    }
  }

  private func changes(of object: SyncObject, by edit: ReplicaEdit) -> [(String, JSON)] {
    if isWhole(object) { return [("", edit.applied(to: value(of: object), of: object.kind))] }
    switch edit {
    case .increment(let amount):
      let mine = parts(of: object).first { $0.part == "\(number)" }?.cell.value.integer ?? 0
      return [("\(number)", JSON(mine + amount))]
    case .add(let element): return [(element, true)]
    case .remove(let element): return [(element, JSON(.null))]
    case .insert(let text, let index): return [insertion(of: text, at: index, in: object)]
    case .delete(let index, let count): return deletions(index, count, in: object)
    default: return []
    }
  }
}

// MARK: - Sequences

extension CellReplica {
  private struct Element {
    var part: String
    var text: String
    var isGone: Bool
    var cell: Cell
  }

  /// The elements of a list or a text in their order, those that are gone among them.
  private func sequence(of object: SyncObject) -> [Element] {
    let elements = parts(of: object).map { part, cell in
      let isGone = cell.value["gone"] == true || cell.value == JSON(.null)
      return Element(
        part: part, text: cell.value["text"]?.string ?? part, isGone: isGone, cell: cell)
    }
    func order(_ element: Element) -> (Double, String) {
      (element.cell.value["at"]?.real ?? 0, element.part)
    }
    if rule == .field { return elements.sorted { order($0) < order($1) } }
    // Behind what they follow stand the younger ones first.
    func age(_ element: Element) -> (Int64, Int64) {
      (element.cell.value["time"]?.integer ?? 0, element.cell.value["by"]?.integer ?? 0)
    }
    let children = Dictionary(grouping: elements) { $0.cell.value["after"]?.string ?? "" }
    var ordered: [Element] = []
    var waiting = (children[""] ?? []).sorted { age($0) < age($1) }
    while let next = waiting.popLast() {
      ordered.append(next)
      waiting += (children[next.part] ?? []).sorted { age($0) < age($1) }
    }
    return ordered
  }

  private func insertion(
    of text: String, at index: Int, in object: SyncObject
  ) -> (String, JSON) {
    let shown = sequence(of: object).filter { !$0.isGone }
    let place = object.kind.place(of: index, in: shown.map(\.text))
    let before = place > 0 ? shown[place - 1] : nil
    let behind = place < shown.count ? shown[place] : nil
    if rule == .field {
      let low = before?.cell.value["at"]?.real ?? 0
      let high = behind?.cell.value["at"]?.real ?? low + 2
      return (text, .object(["text": JSON(text), "at": JSON((low + high) / 2)]))
    }
    return (
      text,
      .object([
        "text": JSON(text), "after": JSON(before?.part ?? ""), "time": JSON(greatest + 1),
        "by": JSON(number),
      ])
    )
  }

  private func deletions(_ index: Int, _ count: Int, in object: SyncObject) -> [(String, JSON)] {
    let shown = sequence(of: object).filter { !$0.isGone }
    let texts = shown.map(\.text)
    let range = [index, index + count].map { object.kind.place(of: $0, in: texts) }
    return shown[range[0]..<range[1]].map { element in
      if rule == .field { return (element.part, JSON(.null)) }
      let members = (element.cell.value.members ?? []).filter { $0.name != "gone" }
      return (element.part, .object(members.map { ($0.name, $0.value) } + [("gone", true)]))
    }
  }
}
