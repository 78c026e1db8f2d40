// swift-tools-version: 6.1
import PackageDescription

/// A caching strategy of one's own, in a package of its own.
let package = Package(
  name: "OwnStrategy",
  platforms: [.macOS(.v15)],
  products: [.library(name: "OwnStrategy", targets: ["OwnStrategy"])],
  dependencies: [
    // Elsewhere the repository's address and a version stand here:
    // .package(url: "https://…/cachesim", from: "0.1.0", traits: []),
    // Without traits nothing but Swift is needed to build it.
    .package(name: "cachesim", path: "../..", traits: [])
  ],
  targets: [
    .target(
      name: "OwnStrategy", dependencies: [.product(name: "CacheSimKit", package: "cachesim")]),
    .testTarget(name: "OwnStrategyTests", dependencies: ["OwnStrategy"]),
  ],
  swiftLanguageModes: [.v6]
)
