import CacheSimKit
import FileCaches

// As the child process of the laws it does the operations that its arguments name.
let isFaulty = CommandLine.arguments.contains("faulty")
let isChild =
  isFaulty
  ? try await CacheLaws.runChild(FileCache.self)
  : try await CacheLaws.runChild(RepairedFileCache.self)

if isChild {
  // It is done.
} else if CommandLine.arguments.contains("laws") {
  // The laws that the faulty cache breaks, with crashes between the writes of this executable.
  var effort = CacheLaws.Effort()
  effort.tasks = 0
  effort.child = [CommandLine.arguments[0], "faulty"]
  print(try await CacheLaws.check(FileCache.self, CachePromises(survives: .crash), effort: effort))
} else {
  // A day of news, and each cache beside its simulated counterpart.
  var scenario = try Scenario(named: "news")
  (scenario.seeds, scenario.devices, scenario.duration) = ([1], 4, .days(2))
  let trials = [
    try await CacheTrial(
      of: FoundationNSCache.self, in: scenario, named: "NSCache", beside: ["ns-cache"]
    ).run(),
    try await CacheTrial(
      of: FoundationURLCache.self, in: scenario, named: "URLCache", medium: .flash,
      beside: ["url-cache"]
    ).run(),
    try await CacheTrial(
      of: RepairedFileCache.self, in: scenario, named: "file cache", medium: .flash,
      beside: ["on-demand"]
    ).run(),
  ]
  let results = trials.dropFirst().reduce(trials[0].results) { $0.adding($1.results) }
  print(
    results.table(metrics: [
      "object_hit_ratio", "first_content_p50_ms", "first_content_p95_ms", "stale_share",
      "flash_write_ops", "flash_write_bytes", "live_forgotten_entries",
    ]))
}
