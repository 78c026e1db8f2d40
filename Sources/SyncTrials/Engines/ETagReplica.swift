internal import SimCore

/// A replica over a server of documents with entity tags: it puts what its edits make of the
/// version that it knows, and where that has changed (412) it gets the new one and puts again.
///
/// A document names the last edit of each replica that is in it. So a replica whose `PUT` arrived,
/// and whose answer did not, sees that when it gets the document.
struct ETagReplica: SimulatedReplica {
  fileprivate struct Known {
    var path: String
    /// Empty: there was none.
    var tag = ""
    var value = JSON(.null)
    /// By replica: the number of its last edit in it.
    var applied: [String: Int64] = [:]
  }

  private let mistake: PlantedMistake?
  private let disk: SimulatedDisk
  private let name: String
  var user: Int
  private var known: [Known]
  private var pending: [JSON]
  private var made: Int64
  /// Of the list of all documents, where all of them are known; empty: some are not.
  private var listTag = ""
  var subscribed: [SyncObject] = []

  init(_ mistake: PlantedMistake?, _ opening: SyncOpening, _ disk: SimulatedDisk) {
    self.mistake = mistake
    self.disk = disk
    name = "\(opening.number ?? 0)"
    user = opening.user
    let state = disk.json("state")
    known = (state?["known"]?.elements ?? []).map { json in
      var each = Known(path: json["path"]?.string ?? "")
      each.take(json, tag: json["tag"]?.string ?? "")
      return each
    }
    pending = state?["pending"]?.elements ?? []
    made = state?["made"]?.integer ?? 0
  }

  mutating func edit(
    _ object: SyncObject, _ edit: ReplicaEdit, at clock: Instant
  ) throws(DiskStop) {
    made += 1
    pending.append(
      LogOperation(edit, on: object, shown: value(of: object)).entry(
        id: "\(made)", key: path(of: object)))
    try save()
  }

  func requests() -> [ReplicaMessage] {
    pending.compactMap { $0["key"]?.string }.uniqued.map { put($0) } + [get("/", tag: listTag)]
  }

  private func path(of object: SyncObject) -> String { "/\(user)/\(object.text)" }

  private func document(_ path: String) -> Known {
    known.first { $0.path == path } ?? Known(path: path)
  }

  /// A document with the edits up to a number.
  private func edited(_ path: String, through last: Int64) -> Known {
    var version = document(path)
    for entry in pending where entry["key"] == JSON(path) {
      guard let number = entry["id"]?.string.flatMap({ Int64($0) }), number <= last else {
        continue
      }
      version.value = LogOperation.apply(entry, to: version.value)
      version.applied[name] = number
    }
    return version
  }

  func value(of object: SyncObject) -> JSON { edited(path(of: object), through: made).value }

  private func save() throws(DiskStop) {
    let documents = known.map { each in
      JSON.object([("path", JSON(each.path)), ("tag", JSON(each.tag))] + each.members)
    }
    let state = JSON.object([
      "known": JSON(documents), "pending": JSON(pending), "made": JSON(made),
    ])
    try disk.write(state.dense, to: "state")
  }

  // MARK: Messages

  /// In the words of HTTP.
  static func request(
    _ method: String, _ path: String, id: JSON, _ headers: [(String, String)], _ body: String? = nil
  ) -> ReplicaMessage {
    var members: [(String, JSON)] = [
      ("id", id), ("method", JSON(method)), ("path", JSON(path)),
      ("headers", .object(headers.map { ($0.0, JSON($0.1)) })),
    ]
    if let body { members.append(("body", JSON(body))) }
    return ReplicaMessage(JSON.object(members).compact)
  }

  /// An answer is taken if what it was asked by still holds: it comes back with it.
  private func get(_ path: String, tag: String) -> ReplicaMessage {
    Self.request(
      "GET", path, id: .object(["tag": JSON(tag)]), tag.isEmpty ? [] : [("If-None-Match", tag)])
  }

  private func put(_ path: String) -> ReplicaMessage {
    let version = edited(path, through: made)
    let condition = version.tag.isEmpty ? ("If-None-Match", "*") : ("If-Match", version.tag)
    return Self.request(
      "PUT", path, id: .object(["tag": JSON(version.tag), "through": JSON(made)]), [condition],
      JSON.object(version.members).dense)
  }

  mutating func take(_ answer: JSON) throws(DiskStop) -> [ReplicaMessage] {
    guard let path = answer["path"]?.string, let asked = answer["id"]?["tag"]?.string,
      let status = answer["status"]?.integer
    else { return [] }
    let tag = answer["headers"]?["ETag"]?.string ?? ""
    let body = answer["body"]?.string.flatMap { try? JSON.parse(Array($0.utf8)) }
    if path == "/" {
      guard asked == listTag, status == 200 else { return [] }
      let changed = (body?.members ?? []).filter { document($0.name).tag != $0.value.string }
      listTag = changed.isEmpty ? tag : ""
      return changed.map { get($0.name, tag: document($0.name).tag) }
    }
    guard asked == document(path).tag else { return [] }
    if let last = answer["id"]?["through"]?.integer {
      if status == 412 { return [get(path, tag: asked)] }
      guard status == 200 || status == 201 else { return [] }
      try keep(edited(path, through: last), tag: tag)
      return []
    }
    guard status == 200, let body else { return [] }
    var version = Known(path: path)
    version.take(body, tag: tag)
    try keep(version, tag: tag)
    return pending.contains { $0["key"] == JSON(path) } ? [put(path)] : []
  }

  private mutating func keep(_ version: Known, tag: String) throws(DiskStop) {
    let isGot = version.tag == tag
    var version = version
    version.tag = tag
    known.removeAll { $0.path == version.path }
    known.append(version)
    let last = isGot && mistake == .retriesBlindly ? 0 : version.applied[name] ?? 0
    pending.removeAll { entry in
      entry["key"] == JSON(version.path)
        && entry["id"]?.string.flatMap { Int64($0) } ?? .max <= last
    }
    try save()
  }
}

extension ETagReplica.Known {
  fileprivate var members: [(String, JSON)] {
    let last = applied.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) }
    return [("value", value), ("applied", .object(last))]
  }

  fileprivate mutating func take(_ json: JSON, tag: String) {
    value = json["value"] ?? JSON(.null)
    for member in json["applied"]?.members ?? [] { applied[member.name] = member.value.integer }
    self.tag = tag
  }
}
