import CacheSimKit
import Foundation
import GRDB

/// A table of values in SQLite through GRDB: a row for each user and key.
final class RecordStore: CacheUnderTest {
  private let database: DatabaseQueue
  private var user = 0

  init(folder: String, clock: TrialClock) throws {
    var configuration = Configuration()
    configuration.journalMode = .wal
    database = try DatabaseQueue(path: "\(folder)/records.sqlite", configuration: configuration)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS record (
            user INTEGER, name TEXT, value BLOB, PRIMARY KEY (user, name)) WITHOUT ROWID
          """)
    }
  }

  func value(for key: String) throws -> [UInt8]? {
    try database.read { database in
      try Data.fetchOne(
        database, sql: "SELECT value FROM record WHERE user = ? AND name = ?",
        arguments: [user, key]
      ).map { [UInt8]($0) }
    }
  }

  func store(_ value: [UInt8], for key: String) throws {
    try database.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO record VALUES (?, ?, ?)", arguments: [user, key, Data(value)])
    }
  }

  func remove(_ key: String) throws {
    try database.write { database in
      try database.execute(
        sql: "DELETE FROM record WHERE user = ? AND name = ?", arguments: [user, key])
    }
  }

  func launched(as user: Int) { self.user = user }
  func switchUser(to user: Int) { self.user = user }
}

// As the child process of the laws it does the operations that its arguments name.
if try await !CacheLaws.runChild(RecordStore.self) {
  var scenario = try Scenario(named: "news")
  (scenario.seeds, scenario.devices, scenario.duration) = ([1], 4, .days(2))
  scenario.strategies = [
    try StrategyChoice(
      named: "on-demand", label: "on-demand in SQLite",
      settings: ["archiveStore": .object([("engine", "sqlite-wal")])])
  ]
  let row = try await CacheTrial(
    of: RecordStore.self, in: scenario, named: "GRDB", medium: .flash,
    beside: ["on-demand in SQLite"]
  ).run()
  print(
    row.results.table(metrics: [
      "object_hit_ratio", "first_content_p50_ms", "first_content_p95_ms", "stale_share",
      "flash_write_ops", "flash_write_bytes",
    ]))
  var effort = CacheLaws.Effort()
  effort.child = [CommandLine.arguments[0]]
  print(
    try await CacheLaws.check(RecordStore.self, CachePromises(survives: .crash), effort: effort))
}
