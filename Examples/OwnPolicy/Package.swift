// swift-tools-version: 6.1
import PackageDescription

/// An eviction policy of one's own, in a package of its own.
let package = Package(
  name: "OwnPolicy",
  platforms: [.macOS(.v15)],
  products: [.library(name: "OwnPolicy", targets: ["OwnPolicy"])],
  dependencies: [
    // Elsewhere the repository's address and a version stand here:
    // .package(url: "https://…/cachesim", from: "0.1.0", traits: []),
    // Without traits nothing but Swift is needed to build it.
    .package(name: "cachesim", path: "../..", traits: [])
  ],
  targets: [
    .target(
      name: "OwnPolicy", dependencies: [.product(name: "CacheSimKit", package: "cachesim")]),
    .testTarget(name: "OwnPolicyTests", dependencies: ["OwnPolicy"]),
  ],
  swiftLanguageModes: [.v6]
)
