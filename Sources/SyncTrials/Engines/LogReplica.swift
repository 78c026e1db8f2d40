internal import SimCore

/// A replica over an append log: the order of the server's log is the order of all edits, and those
/// that are not in it yet are shown behind it.
struct LogReplica: SimulatedReplica {
  private let mistake: PlantedMistake?
  private let disk: SimulatedDisk
  private let opening: SyncOpening
  var user: Int
  private var values: [(key: String, value: JSON)]
  private var pending: [JSON]
  private var cursor: Int64
  private var made: Int64
  var subscribed: [SyncObject] = []

  init(_ mistake: PlantedMistake?, _ opening: SyncOpening, _ disk: SimulatedDisk) {
    self.mistake = mistake
    self.disk = disk
    self.opening = opening
    user = opening.user
    let state = disk.json("state")
    values = (state?["values"]?.members ?? []).map { ($0.name, $0.value) }
    pending = state?["pending"]?.elements ?? []
    cursor = state?["cursor"]?.integer ?? 0
    made = state?["made"]?.integer ?? 0
    if mistake == .namesAnew {
      pending = pending.enumerated().map { place, entry in
        .object(
          [("id", JSON("\(opening.number ?? 0).\(opening.launch).\(place)"))]
            + (entry.members ?? []).dropFirst().map { ($0.name, $0.value) })
      }
    }
  }

  mutating func edit(
    _ object: SyncObject, _ edit: ReplicaEdit, at clock: Instant
  ) throws(DiskStop) {
    made += 1
    pending.append(
      LogOperation(edit, on: object, shown: value(of: object)).entry(
        id: "\(opening.number ?? 0).\(made)", key: key(of: object)))
    if mistake != .lateSave { try save() }
  }

  func requests() throws(DiskStop) -> [ReplicaMessage] {
    if mistake == .lateSave { try save() }
    let request = JSON.object(["append": JSON(pending), "after": JSON(cursor)])
    return [ReplicaMessage(request.compact)]
  }

  private func key(of object: SyncObject) -> String { "\(user)|\(object.text)" }

  private func save() throws(DiskStop) {
    let state = JSON.object([
      "values": .object(values.map { ($0.key, $0.value) }), "pending": JSON(pending),
      "cursor": JSON(cursor), "made": JSON(made),
    ])
    try disk.write(state.dense, to: "state")
  }

  mutating func take(_ reply: JSON) throws(DiskStop) -> [ReplicaMessage] {
    guard let after = reply["after"]?.integer, let entries = reply["entries"]?.elements,
      after <= cursor
    else { return [] }
    for entry in entries.dropFirst(Int(cursor - after)) {
      cursor += 1
      let key = entry["key"]?.string ?? ""
      let place = values.firstIndex { $0.key == key }
      let old = place.map { values[$0].value } ?? JSON(.null)
      let new = LogOperation.apply(entry, to: old)
      if let place { values[place].value = new } else { values.append((key, new)) }
      if mistake != .showsTwice { pending.removeAll { $0["id"] == entry["id"] } }
    }
    if mistake == .showsTwice {
      let ids = entries.map { $0["id"] ?? JSON(.null) }
      pending.removeAll { each in ids.dropLast().contains { $0 == each["id"] } }
    }
    try save()
    return []
  }

  func value(of object: SyncObject) -> JSON {
    let key = key(of: object)
    let confirmed = values.first { $0.key == key }?.value ?? JSON(.null)
    return pending.reduce(confirmed) { value, entry in
      entry["key"] == JSON(key) ? LogOperation.apply(entry, to: value) : value
    }
  }
}

/// An edit that means the same wherever it stands in a log: places are named by elements.
struct LogOperation {
  let kind: SyncKind
  private var members: [(String, JSON)]

  init(_ edit: ReplicaEdit, on object: SyncObject, shown: JSON) {
    kind = object.kind
    members = edit.members
    let parts = ShownParts(shown, of: kind).parts
    switch edit {
    case .insert(let text, let index):
      let place = kind.place(of: index, in: parts)
      members = [
        ("op", "insert"), ("value", JSON(text)), ("after", JSON(place > 0 ? parts[place - 1] : "")),
      ]
    case .delete(let index, let count):
      let range = [index, index + count].map { kind.place(of: $0, in: parts) }
      members = [("op", "delete"), ("values", JSON(Array(parts[range[0]..<range[1]])))]
    default: break
    }
  }

  func entry(id: String, key: String) -> JSON {
    .object(
      [("id", JSON(id)), ("key", JSON(key)), ("kind", JSON(kind.rawValue))] + members)
  }

  static func apply(_ entry: JSON, to value: JSON) -> JSON {
    let kind = entry["kind"]?.string.flatMap { SyncKind(rawValue: $0) } ?? .register
    let text = entry["value"]?.string ?? ""
    switch entry["op"]?.string {
    case "set": return JSON(text)
    case "clear": return JSON(.null)
    case "add": return ReplicaEdit.add(text).applied(to: value, of: kind)
    case "remove": return ReplicaEdit.remove(text).applied(to: value, of: kind)
    case "increment": return JSON((value.integer ?? 0) + (entry["by"]?.integer ?? 0))
    default: break
    }
    var parts = ShownParts(value, of: kind).parts
    if entry["op"] == "insert" {
      let after = entry["after"]?.string ?? ""
      parts.insert(text, at: parts.firstIndex(of: after).map { $0 + 1 } ?? 0)
    } else {
      let gone = (entry["values"]?.elements ?? []).compactMap(\.string)
      parts.removeAll { gone.contains($0) }
    }
    return kind == .text ? JSON(parts.joined()) : JSON(parts)
  }
}
