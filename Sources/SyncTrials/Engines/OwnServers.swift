internal import SimCore

/// A server that keeps for each key the value with the greatest stamp.
///
/// A request is `{"put": [[key, value, time, writer], …], "since": n, "epoch": e}`; the answer has
/// the same `put`, all cells that changed since then, `next` for the next request, and the `epoch`,
/// which grows with each launch. A request of another epoch than that or 0 is not taken: who sent
/// it asks from 0 on, and sends all again.
struct RegisterStore: SimulatedServer {
  private let disk: SimulatedDisk
  private let epoch: Int64
  private var table: CellTable
  /// By key: the number of its last change.
  private var changes: [String: Int64]
  private var last: Int64

  init(_ opening: SyncOpening, _ disk: SimulatedDisk) {
    self.disk = disk
    epoch = Int64(opening.launch)
    let state = disk.json("state")
    table = CellTable(state?["cells"])
    changes = [:]
    for member in state?["changes"]?.members ?? [] { changes[member.name] = member.value.integer }
    last = state?["last"]?.integer ?? 0
  }

  mutating func answer(to json: JSON) throws(DiskStop) -> String {
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
    return JSON.object([
      "put": JSON(put.map(\.json)), "cells": JSON(news.map(\.json)), "since": JSON(since),
      "next": JSON(isTaken ? last : 0), "epoch": JSON(epoch),
    ]).compact
  }
}

/// A server that appends entries to a log, each once by its `id`.
///
/// A request is `{"append": [{"id": …, …}, …], "after": n}`; the answer has all entries behind the
/// first n, and that number again.
struct AppendLog: SimulatedServer {
  private let disk: SimulatedDisk
  private var entries: [JSON]
  private var ids: Set<String>

  init(_ opening: SyncOpening, _ disk: SimulatedDisk) {
    self.disk = disk
    entries = disk.json("log")?.elements ?? []
    ids = Set(entries.compactMap { $0["id"]?.string })
  }

  mutating func answer(to json: JSON) throws(DiskStop) -> String {
    let new = (json["append"]?.elements ?? []).filter { entry in
      ids.insert(entry["id"]?.string ?? entry.compact).inserted
    }
    if !new.isEmpty {
      entries += new
      try disk.write(JSON(entries).dense, to: "log")
    }
    let after = min(max(0, Int(clamping: json["after"]?.integer ?? 0)), entries.count)
    return JSON.object(["after": JSON(after), "entries": JSON(Array(entries[after...]))]).compact
  }
}

/// A server of documents with entity tags (RFC 9110, sections 8.8.3 and 13.1).
///
/// A request has `method` (`GET`, `PUT`, `DELETE`), `path`, `headers` (`If-Match`, `If-None-Match`)
/// and `body`, a text; the answer `status`, `headers` (`ETag`) and `body`, with the `path` and `id`
/// that were asked. The document `/` has the tags of all others by their paths.
struct ETagStore: SimulatedServer {
  private let disk: SimulatedDisk
  private let launch: Int
  private var documents: [(path: String, tag: String, body: String)]
  /// How many changes there were; the last one tags the document `/`.
  private var changes: Int64
  private var listTag: String

  init(_ opening: SyncOpening, _ disk: SimulatedDisk) {
    self.disk = disk
    launch = opening.launch
    let state = disk.json("state")
    documents = (state?["documents"]?.elements ?? []).map { json in
      func text(_ name: String) -> String { json[name]?.string ?? "" }
      return (text("path"), text("tag"), text("body"))
    }
    changes = state?["changes"]?.integer ?? 0
    listTag = state?["listTag"]?.string ?? "\"0\""
  }

  mutating func answer(to request: JSON) throws(DiskStop) -> String {
    func answer(_ status: Int, tag: String? = nil, _ body: String? = nil) -> String {
      var members: [(String, JSON)] = [
        ("id", request["id"] ?? JSON(.null)), ("path", request["path"] ?? JSON(.null)),
        ("status", JSON(status)), ("headers", .object(tag.map { [("ETag", JSON($0))] } ?? [])),
      ]
      if let body { members.append(("body", JSON(body))) }
      return JSON.object(members).compact
    }
    guard let path = request["path"]?.string, path.hasPrefix("/") else { return answer(400) }
    let place = documents.firstIndex { $0.path == path }
    let isList = path == "/"
    let tag = isList ? listTag : place.map { documents[$0].tag }
    func fits(_ header: String) -> Bool? {
      request["headers"]?[header]?.string.map { text in
        text.split(separator: ",").contains { each in
          let each = each.drop { $0 == " " }
          return each == "*" ? tag != nil : tag.map { each == $0[...] } ?? false
        }
      }
    }
    let isRead = request["method"] == "GET"
    if fits("If-Match") == false { return answer(412, tag: tag) }
    if fits("If-None-Match") == true { return answer(isRead ? 304 : 412, tag: tag) }
    switch request["method"]?.string {
    case "GET":
      guard tag != nil else { return answer(404) }
      let list = JSON.object(documents.map { ($0.path, JSON($0.tag)) }).dense
      return answer(200, tag: tag, isList ? list : place.map { documents[$0].body })
    case "PUT" where !isList:
      let body = request["body"]?.string ?? ""
      if let place { documents.remove(at: place) }
      try change { $0.documents.append((path, $0.listTag, body)) }
      return answer(place == nil ? 201 : 200, tag: listTag)
    case "DELETE" where !isList:
      guard let place else { return answer(404) }
      try change { $0.documents.remove(at: place) }
      return answer(204)
    default: return answer(405)
    }
  }

  /// A change has a tag that no other has, also after the server went back to a backup.
  private mutating func change(_ body: (inout ETagStore) -> Void) throws(DiskStop) {
    changes += 1
    listTag = "\"\(launch).\(changes)\""
    body(&self)
    let documents = documents.map { path, tag, body in
      JSON.object(["path": JSON(path), "tag": JSON(tag), "body": JSON(body)])
    }
    let state = JSON.object([
      "documents": JSON(documents), "changes": JSON(changes), "listTag": JSON(listTag),
    ])
    try disk.write(state.dense, to: "state")
  }
}
