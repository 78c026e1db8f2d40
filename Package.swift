// swift-tools-version: 6.1
import PackageDescription

/// Settings that every Swift target shares: imports are internal unless an interface shows them.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The commit that is built, for `--version`; `make` says it. What a manifest asks git by itself is
/// remembered beyond the next commit.
let commit = Context.environment["CACHESIM_COMMIT"] ?? ""

/// The packages that are built in, as `name@version` between commas, for `--version --verbose`;
/// `make` reads them where they were resolved.
let builtIn = Context.environment["CACHESIM_DEPENDENCIES"] ?? ""

/// The plugin that makes the documentation, for `make docs` alone.
let documentation: [Package.Dependency] =
  Context.environment["CACHESIM_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")]

/// Charts are drawn through Debian's <gnuplot-iostream.h>; without the trait a stub answers.
let charts = BuildSettingCondition.when(platforms: [.linux], traits: ["Charts"])

/// The scenarios that travel inside the program.
let bundledScenarios = [
  "twitter",
  "foursquare",
  "menus",
  "articles",
  "news",
  "images",
  "downloads",
  "upgrade",
  "shared-device",
  "memory-pressure",
  "hybrid",
  "delta-sync",
  "commute",
  "flash-wear",
  "access-log",
  "capture",
]

/// The recorded networks that travel inside the program.
let bundledRecordings = [
  "norway_bus_1",
  "norway_bus_10",
  "norway_car_2",
  "norway_ferry_20",
  "norway_metro_10",
  "norway_metro_2",
  "norway_train_1",
  "norway_train_12",
  "norway_tram_10",
  "norway_tram_30",
]

/// The strategies whose pages travel inside the program.
let strategyPages = [
  "hybrid",
  "network-only",
  "on-demand",
  "memory-tier",
  "dictionary",
  "ns-cache",
  "download-manager",
  "url-cache",
  "pre-cache",
  "clairvoyant",
]

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "cachesim",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
  products: [
    .executable(name: "cachesim", targets: ["CacheSimCommand"]),
    // For packages with a strategy, a policy or a budget of their own: Examples.
    .library(name: "CacheSimKit", targets: ["CacheSimKit"]),
  ],
  traits: [
    .trait(
      name: "Charts",
      description: "Charts through gnuplot-iostream (Debian: libgnuplot-iostream-dev)"),
    .default(enabledTraits: ["Charts"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ] + documentation,
  targets: [
    // One word that Swift does not have: a hint to the processor. Header only.
    .target(name: "CPrefetch"),
    library("SimCore", ["CPrefetch"]),
    library("CachePolicies", ["SimCore", "CPrefetch"]),
    library(
      "CacheWorkloads", ["SimCore"],
      resources: bundledRecordings.map { .embedInCode("NetworkRecordings/Norway/\($0).tsv") }
        + ["shop.log", "shop.har"].map { .embedInCode("Samples/\($0)") }),
    library("HTTPCaching", ["SimCore"]),
    library("DeviceModels", ["SimCore"]),
    library(
      "Measurement",
      [
        "SimCore", "CacheWorkloads", "DeviceModels",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    library(
      "ClientSimulation",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "Measurement",
      ]),
    library(
      "ClientStrategies",
      [
        "SimCore", "CacheWorkloads", "HTTPCaching", "DeviceModels", "Measurement",
        "ClientSimulation",
      ]),
    .target(
      name: "GnuplotCxx",
      cxxSettings: [.define("CACHESIM_WITH_GNUPLOT_IOSTREAM", charts)],
      linkerSettings: [
        .linkedLibrary("boost_iostreams", charts),
        .linkedLibrary("boost_filesystem", charts),
      ]),
    library(
      "CacheReports",
      [
        "SimCore", "CacheWorkloads", "DeviceModels", "Measurement", "GnuplotCxx",
        .product(name: "Mustache", package: "swift-mustache"),
      ], resources: ["report", "table"].map { .embedInCode("Web/\($0).mustache") }),
    .target(
      name: "Experiments",
      dependencies: [
        "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "Measurement",
        "ClientSimulation", "ClientStrategies", "CacheReports",
      ],
      resources: bundledScenarios.map { .embedInCode("../../Scenarios/\($0).json") },
      swiftSettings: strict),
    library(
      "CacheSimKit",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "DeviceModels", "Measurement",
        "ClientSimulation", "ClientStrategies", "CacheReports", "Experiments",
      ]),
    .target(
      name: "BuildRecord",
      cSettings: [
        .define("BUILD_RECORD_COMMIT", to: "\"\(commit)\""),
        .define("BUILD_RECORD_DEPENDENCIES", to: "\"\(builtIn)\""),
      ]),
    .executableTarget(
      name: "CacheSimCommand",
      dependencies: [
        "BuildRecord", "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels",
        "Measurement", "ClientSimulation", "ClientStrategies",
        "CacheReports",
        "Experiments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: strategyPages.map { .embedInCode("../../Docs/Strategies/\($0).md") },
      swiftSettings: strict),

    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels",
        "Measurement", "ClientSimulation", "ClientStrategies", "CacheReports",
        "Experiments",
      ],
      path: "Benchmarks", exclude: ["compare-with-libcachesim"], swiftSettings: strict),

    // Counts what the real SQLite writes, when it is there; only tests use it.
    .target(
      name: "SQLiteProbe", path: "Tests/SQLiteProbe",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    // Real traces for tests: those in the repository, and where others are looked for.
    .target(
      name: "TraceFixtures", path: "Tests/Traces",
      exclude: ["block", "http", "reference-miss-counts.csv", "fetch", "sources.tsv"],
      swiftSettings: strict),

    tests("SimCoreTests", ["SimCore"]),
    tests("HTTPCachingTests", ["SimCore", "HTTPCaching"]),
    tests("CachePoliciesTests", ["SimCore", "CachePolicies", "TraceFixtures"]),
    tests("CacheWorkloadsTests", ["SimCore", "CacheWorkloads", "TraceFixtures"]),
    tests("DeviceModelsTests", ["SimCore", "DeviceModels", "SQLiteProbe"]),
    // Plans of simulations that are worked out by hand; only tests use them.
    .target(
      name: "SimulationFixtures", dependencies: ["SimCore", "DeviceModels", "ClientSimulation"],
      path: "Tests/SimulationFixtures", swiftSettings: strict),
    tests(
      "ClientSimulationTests",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "DeviceModels", "HTTPCaching", "Measurement",
        "ClientSimulation", "ClientStrategies", "SimulationFixtures",
      ]),
    // Events and aggregates whose numbers are worked out by hand; only tests use them.
    .target(
      name: "MeasurementFixtures", dependencies: ["SimCore", "DeviceModels", "Measurement"],
      path: "Tests/MeasurementFixtures", swiftSettings: strict),
    tests(
      "MeasurementTests", ["SimCore", "DeviceModels", "Measurement", "MeasurementFixtures"]),
    tests(
      "CacheReportsTests",
      ["SimCore", "DeviceModels", "Measurement", "MeasurementFixtures", "CacheReports"]),
    tests(
      "ExperimentsTests",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "DeviceModels", "Measurement",
        "ClientSimulation", "ClientStrategies", "CacheReports", "Experiments",
        "MeasurementFixtures", "SimulationFixtures",
      ]),
    tests(
      "CommandTests",
      [
        "SimCore", "CacheWorkloads", "ClientStrategies", "Experiments", "CacheSimCommand",
        "TraceFixtures",
      ]),
    tests("TidyTests", []),
    tests("CacheSimKitTests", ["CacheSimKit"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
