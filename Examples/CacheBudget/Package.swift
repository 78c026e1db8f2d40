// swift-tools-version: 6.1
import PackageDescription

/// An app team's package: the cache settings that ship, and the tests that hold them to a budget.
let package = Package(
  name: "CacheBudget",
  platforms: [.macOS(.v15)],
  products: [.library(name: "NewsCache", targets: ["NewsCache"])],
  dependencies: [
    // Elsewhere the repository's address and a fixed version stand here:
    // .package(url: "https://…/cachesim", exact: "0.1.0", traits: []),
    // A budget needs no charts, so nothing but Swift is needed to build it: no traits.
    .package(name: "cachesim", path: "../..", traits: [])
  ],
  targets: [
    .target(name: "NewsCache"),
    .testTarget(
      name: "CacheBudgetTests",
      dependencies: ["NewsCache", .product(name: "CacheSimKit", package: "cachesim")]),
  ],
  swiftLanguageModes: [.v6]
)
