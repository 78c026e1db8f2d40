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

/// Charts are drawn by gnuplot, on Linux through Debian's <gnuplot-iostream.h>, on macOS through a
/// pipe; without the trait a stub answers.
let charts = BuildSettingCondition.when(traits: ["Charts"])
let chartsOnLinux = BuildSettingCondition.when(platforms: [.linux], traits: ["Charts"])

/// Real clients ask an origin that SwiftNIO serves; without the trait there is none.
let live = TargetDependencyCondition.when(traits: ["Live"])

/// `make test` says it: tests then see what is internal, and assertions are those of a debug build.
/// Without it no product has such flags, which packages outside could not depend on; and packages
/// that are built in never have them, as they take the compiler a quarter longer.
let isTested = Context.environment["CACHESIM_TESTED"] != nil

func tested(_ flags: [String]) -> [SwiftSetting] {
  isTested ? [.unsafeFlags(flags, .when(configuration: .release))] : []
}

let testable = tested(["-enable-testing", "-assert-config", "Debug"])

/// Of what lies above the simulation, whose own code takes little time: it is then not optimised
/// either, which takes the compiler a fifth as long. Its module is written by the same compilation:
/// one of its own, ahead of it, would read and check all declarations a second time.
let unoptimised = tested(["-Onone", "-no-emit-module-separately-wmo"])

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude,
    swiftSettings: strict + testable + settings)
}

/// In a release build their own code is not optimised: that takes the compiler 2.5 times as long,
/// and what takes time is what they call. Such flags are for targets that no product has.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestCases"],
    swiftSettings: strict + [
      .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
    ])
}

let package = Package(
  name: "cachesim",
  // The first with `Mutex`; `.ci/availability` lists what is newer.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "cachesim", targets: ["CacheSimCommand"]),
    // For packages with a strategy, a policy or a budget of their own: Examples.
    .library(name: "CacheSimKit", targets: ["CacheSimKit"]),
  ],
  traits: [
    .trait(
      name: "Charts",
      description: "Charts by gnuplot (Debian: libgnuplot-iostream-dev; macOS: through a pipe)"),
    .trait(name: "Live", description: "Real clients beside simulated ones, by SwiftNIO"),
    .default(enabledTraits: ["Charts", "Live"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ] + documentation,
  targets: [
    // Hints about memory for which Swift has no functions.
    .target(name: "CMemoryHints"),
    // The files that travel inside the program, as the C compiler embeds them.
    .target(name: "EmbeddedFiles"),
    library("SimCore", ["CMemoryHints", "EmbeddedFiles"]),
    library("CachePolicies", ["SimCore", "CMemoryHints"]),
    library(
      "CacheWorkloads", ["SimCore"],
      exclude: [
        "HTTPTraces/known-words.txt", "NetworkRecordings/Norway", "Samples/shop.log",
        "Samples/shop.har",
      ]),
    library("HTTPCaching", ["SimCore"]),
    // Engines that synchronise: stories of devices, what goes wrong, and who judges it.
    library("SyncTrials", ["SimCore"], settings: unoptimised),
    library("DeviceModels", ["SimCore"]),
    library(
      "CacheMetrics",
      [
        "SimCore", "CacheWorkloads", "DeviceModels",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    library(
      "ClientSimulation",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "CacheMetrics",
      ]),
    library(
      "ClientStrategies",
      [
        "SimCore", "CacheWorkloads", "HTTPCaching", "DeviceModels", "CacheMetrics",
        "ClientSimulation",
      ]),
    .target(
      name: "GnuplotCxx",
      cxxSettings: [
        .define("CACHESIM_WITH_GNUPLOT", charts),
        .define("CACHESIM_WITH_GNUPLOT_IOSTREAM", chartsOnLinux),
      ],
      linkerSettings: [
        .linkedLibrary("boost_iostreams", chartsOnLinux),
        .linkedLibrary("boost_filesystem", chartsOnLinux),
      ]),
    library(
      "Results", ["SimCore", "CacheWorkloads", "DeviceModels", "CacheMetrics"],
      settings: unoptimised),
    library(
      "CacheReports",
      [
        "SimCore", "CacheWorkloads", "DeviceModels", "CacheMetrics", "Results", "GnuplotCxx",
      ],
      exclude: [
        "style.css", "page.js", "marks.js", "panels.js", "charts.js", "grid.js",
      ].map { "Web/\($0)" }, settings: unoptimised),
    library(
      "Experiments",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "CacheMetrics",
        "ClientSimulation", "ClientStrategies", "Results",
      ], settings: unoptimised),
    library(
      "CacheSimKit",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "DeviceModels", "CacheMetrics",
        "ClientSimulation", "ClientStrategies", "Results", "CacheReports", "Experiments",
        "SyncTrials",
      ], settings: unoptimised),
    // Starts a program that ends with its parent: fork is not Swift's to call.
    .target(name: "ChildGuard"),
    library(
      "LiveClients",
      [
        "SimCore", "CacheWorkloads", "DeviceModels", "CacheMetrics", "ClientSimulation",
        "ClientStrategies", "SyncTrials", "ChildGuard",
        .product(name: "NIOCore", package: "swift-nio", condition: live),
        .product(name: "NIOPosix", package: "swift-nio", condition: live),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: live),
      ], settings: unoptimised),
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
        "CacheMetrics", "ClientSimulation", "ClientStrategies",
        "Results", "CacheReports", "Experiments", "LiveClients", "SyncTrials",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict + testable + unoptimised),

    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels",
        "CacheMetrics", "ClientSimulation", "ClientStrategies", "Results", "CacheReports",
        "Experiments",
      ],
      path: "Benchmarks",
      exclude: [
        "calibration", "compare-with-libcachesim", "interval-coverage", "large-traces",
        "shards-against-whole",
        "tune-against-grid",
        "against", "gate-trial",
      ],
      swiftSettings: strict),

    // Counts what the real SQLite writes, when it is there; only tests use it.
    .target(
      name: "SQLiteProbe", path: "Tests/SQLiteProbe",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    // How many of their cases long tests try.
    .target(name: "TestCases", path: "Tests/TestCases", swiftSettings: strict),

    // Real traces for tests: those in the repository, and where others are looked for.
    .target(
      name: "TraceFixtures", path: "Tests/Traces",
      exclude: ["block", "http", "reference-miss-counts.csv", "fetch", "sources.tsv"],
      swiftSettings: strict),

    tests("SimCoreTests", ["SimCore"]),
    tests("HTTPCachingTests", ["SimCore", "HTTPCaching"]),
    tests("CachePoliciesTests", ["SimCore", "CachePolicies", "TraceFixtures"]),
    // Documents of odd structure, made of the corpus under Fuzzing; only tests use them.
    .target(
      name: "StructureFixtures", dependencies: ["SimCore"], path: "Tests/StructureFixtures",
      swiftSettings: strict),
    tests(
      "CacheWorkloadsTests", ["SimCore", "CacheWorkloads", "TraceFixtures", "StructureFixtures"]),
    tests("DeviceModelsTests", ["SimCore", "DeviceModels", "SQLiteProbe"]),
    // Plans of simulations that are worked out by hand; only tests use them.
    .target(
      name: "SimulationFixtures", dependencies: ["SimCore", "DeviceModels", "ClientSimulation"],
      path: "Tests/SimulationFixtures", swiftSettings: strict),
    tests(
      "ClientSimulationTests",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "DeviceModels", "HTTPCaching", "CacheMetrics",
        "ClientSimulation", "ClientStrategies", "CacheMetricsFixtures", "SimulationFixtures",
      ]),
    // Events and aggregates whose numbers are worked out by hand; only tests use them.
    .target(
      name: "CacheMetricsFixtures", dependencies: ["SimCore", "DeviceModels", "CacheMetrics"],
      path: "Tests/CacheMetricsFixtures", swiftSettings: strict),
    tests(
      "CacheMetricsTests", ["SimCore", "DeviceModels", "CacheMetrics", "CacheMetricsFixtures"]),
    tests(
      "CacheReportsTests",
      [
        "SimCore", "DeviceModels", "CacheMetrics", "CacheMetricsFixtures", "Results",
        "CacheReports", "Experiments",
      ]),
    tests(
      "ExperimentsTests",
      [
        "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels",
        "CacheMetrics", "ClientSimulation", "ClientStrategies", "Results", "CacheReports",
        "Experiments", "CacheSimCommand", "CacheMetricsFixtures", "SimulationFixtures",
        "StructureFixtures",
      ]),
    tests(
      "LiveClientsTests",
      [
        "SimCore", "CacheWorkloads", "DeviceModels", "CacheMetrics", "ClientSimulation",
        "ClientStrategies", "Results", "CacheReports", "Experiments", "LiveClients", "SyncTrials",
        "StructureFixtures",
      ]),
    tests(
      "CommandTests",
      [
        "SimCore", "CacheWorkloads", "HTTPCaching", "CacheMetrics", "ClientStrategies", "Results",
        "CacheReports", "Experiments", "CacheSimCommand", "TraceFixtures",
      ]),
    tests("SyncTrialsTests", ["SimCore", "SyncTrials"]),
    tests("TidyTests", []),
    tests("CacheSimKitTests", ["CacheSimKit"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
