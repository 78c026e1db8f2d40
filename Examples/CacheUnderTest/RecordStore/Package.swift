// swift-tools-version: 6.1
import PackageDescription

/// GRDB as a store of records, beside a simulated one; needs Debian's libsqlite3-dev.
let package = Package(
  name: "RecordStore",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "cachesim", path: "../../..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "record-trial",
      dependencies: [
        .product(name: "CacheSimKit", package: "cachesim"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
