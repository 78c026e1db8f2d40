// swift-tools-version:6.0
import PackageDescription

/// An outbox in SQLite, as a replica that cachesim tries.
let package = Package(
  name: "GRDBOutbox",
  platforms: [.macOS(.v14)],
  dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
  targets: [
    .executableTarget(
      name: "grdb-outbox", dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
      path: "Sources")
  ])
