// swift-tools-version: 6.1
import PackageDescription

/// Real caches in the seat of simulated ones: a file cache of one's own, and Foundation's.
let package = Package(
  name: "CacheUnderTest",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Elsewhere the repository's address and a version stand here:
    // .package(url: "https://…/cachesim", from: "0.1.0", traits: []),
    // Without traits nothing but Swift is needed to build it.
    .package(name: "cachesim", path: "../..", traits: [])
  ],
  targets: [
    .target(
      name: "FileCaches", dependencies: [.product(name: "CacheSimKit", package: "cachesim")]),
    // Prints the table; and is the child process whose every write is a crash that is tried.
    .executableTarget(name: "cache-trial", dependencies: ["FileCaches"]),
    .testTarget(
      name: "FileCachesTests", dependencies: ["FileCaches", "cache-trial"],
      exclude: ["leak.jsonl"]),
  ],
  swiftLanguageModes: [.v6]
)
