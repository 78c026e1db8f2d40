// swift-tools-version: 6.1
import PackageDescription

/// A workload and a metric of one's own, in a package of its own.
let package = Package(
  name: "OwnWorkload",
  platforms: [.macOS(.v15)],
  products: [.library(name: "OwnWorkload", targets: ["OwnWorkload"])],
  dependencies: [
    // Elsewhere the repository's address and a version stand here:
    // .package(url: "https://…/cachesim", from: "0.1.0", traits: []),
    // Without traits nothing but Swift is needed to build it.
    .package(name: "cachesim", path: "../..", traits: [])
  ],
  targets: [
    .target(
      name: "OwnWorkload", dependencies: [.product(name: "CacheSimKit", package: "cachesim")]),
    .testTarget(name: "OwnWorkloadTests", dependencies: ["OwnWorkload"]),
  ],
  swiftLanguageModes: [.v6]
)
