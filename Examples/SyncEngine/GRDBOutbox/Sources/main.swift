import Foundation
import GRDB

// A replica by the lines of Docs/SyncEngines.md:
//
//     grdb-outbox          names an edit once, when it is made
//     grdb-outbox anew     names it when it is read from the outbox, the planted mistake: what was
//                          sent before a crash is sent again under another name, and counts twice
let isAnew = CommandLine.arguments.contains("anew")

/// What cachesim says.
struct Line: Decodable {
  var id: Int
  var `do`: String
  var folder, user, object, op, value, body: String?
  var replica, launch, by: Int?
}

struct Answer: Encodable {
  struct Message: Encodable { var body: String }

  var id: Int
  var kinds: [String]?
  var reopens: Bool?
  var accepted: Bool?
  var value: Value?
  var send: [Message]?
}

/// What an object shows.
enum Value: Codable {
  case sum(Int)
  case members([String])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let sum = try? container.decode(Int.self) {
      self = .sum(sum)
    } else {
      self = .members(try container.decode([String].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .sum(let sum): try container.encode(sum)
    case .members(let members): try container.encode(members)
    }
  }
}

/// An edit, as the server's log has it.
struct Entry: Codable {
  var id: String?
  var key, op: String
  var by: Int?
  var value: String?

  func applied(to old: Value?) -> Value {
    switch (old, op) {
    case (.sum(let sum), "increment"): return .sum(sum + (by ?? 0))
    case (_, "increment"): return .sum(by ?? 0)
    default: break
    }
    var members: Set<String> = if case .members(let members) = old { Set(members) } else { [] }
    if op == "add" { members.insert(value ?? "") } else { members.remove(value ?? "") }
    return .members(members.sorted())
  }
}

struct Request: Encodable {
  var append: [Entry]
  var after: Int
}

struct Reply: Decodable {
  var after: Int
  var entries: [Entry]
}

func text(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

func read<Result: Decodable>(_ text: String) throws -> Result {
  try JSONDecoder().decode(Result.self, from: Data(text.utf8))
}

/// Counters and sets with an outbox, over the server `append-log`.
struct Outbox {
  private let database: DatabaseQueue
  private let name: String
  private let launch: Int
  var user: String

  init(_ line: Line) throws {
    name = "\(line.replica ?? 0)"
    launch = line.launch ?? 1
    user = line.user ?? "0"
    var configuration = Configuration()
    // What survives a crash of the process is enough here: no wait for the disk.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    database = try DatabaseQueue(path: "\(line.folder ?? ".")/app.db", configuration: configuration)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS confirmed (key TEXT PRIMARY KEY, value TEXT);
          CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT);
          CREATE TABLE IF NOT EXISTS place (cursor INTEGER);
          INSERT INTO place SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM place);
          """)
    }
  }

  func edit(_ line: Line) throws {
    let entry = Entry(
      key: "\(user) \(line.object ?? "")", op: line.op ?? "", by: line.by, value: line.value)
    try database.write { database in
      try database.execute(
        sql: "INSERT INTO outbox (entry) VALUES (?)", arguments: [try text(entry)])
    }
  }

  /// What the server does not have yet.
  private func waiting(_ database: Database) throws -> [(number: Int, entry: Entry)] {
    try Row.fetchAll(database, sql: "SELECT number, entry FROM outbox ORDER BY number").map { row in
      let number: Int = row["number"]
      var entry: Entry = try read(row["entry"])
      entry.id = "\(name).\(number)" + (isAnew ? ".\(launch)" : "")
      return (number, entry)
    }
  }

  private func confirmed(_ key: String, _ database: Database) throws -> Value? {
    try String.fetchOne(
      database, sql: "SELECT value FROM confirmed WHERE key = ?", arguments: [key]
    ).map { try read($0) }
  }

  private func cursor(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT cursor FROM place") ?? 0
  }

  func value(of object: String) throws -> Value? {
    try database.read { database in
      let key = "\(user) \(object)"
      return try waiting(database).filter { $0.entry.key == key }
        .reduce(try confirmed(key, database)) { $1.entry.applied(to: $0) }
    }
  }

  func request() throws -> String {
    try database.read { database in
      try text(Request(append: try waiting(database).map(\.entry), after: try cursor(database)))
    }
  }

  func take(_ reply: Reply) throws {
    try database.write { database in
      var place = try cursor(database)
      guard reply.after <= place else { return }
      let mine = try waiting(database)
      for entry in reply.entries.dropFirst(place - reply.after) {
        let value = entry.applied(to: try confirmed(entry.key, database))
        try database.execute(
          sql: "REPLACE INTO confirmed VALUES (?, ?)", arguments: [entry.key, try text(value)])
        for each in mine where each.entry.id == entry.id {
          try database.execute(
            sql: "DELETE FROM outbox WHERE number = ?", arguments: [each.number])
        }
        place += 1
      }
      try database.execute(sql: "UPDATE place SET cursor = ?", arguments: [place])
    }
  }
}

var outbox: Outbox?
while let input = readLine() {
  let line: Line = try read(input)
  var answer = Answer(id: line.id)
  switch line.do {
  case "open":
    outbox = try Outbox(line)
    (answer.kinds, answer.reopens) = (["counter", "set"], true)
  case "edit":
    try outbox?.edit(line)
    answer.accepted = true
  case "read": answer.value = try outbox?.value(of: line.object ?? "")
  case "sync": answer.send = try outbox.map { [Answer.Message(body: try $0.request())] }
  case "receive": try outbox?.take(try read(line.body ?? ""))
  case "switchUser": outbox?.user = line.user ?? "0"
  default: break
  }
  FileHandle.standardOutput.write(Data((try text(answer) + "\n").utf8))
}
