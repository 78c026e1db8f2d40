internal import CacheWorkloads
internal import ClientStrategies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

@Suite struct DescribeTests {
  static let things: [(name: String, aliases: [String], settings: [SettingLine])] =
    AnyStrategy.catalog.entries.map { ($0.name, $0.aliases, $0.lines) }
    + AnyWorkload.catalog.entries.map { ($0.name, $0.aliases, $0.lines) }
    + AnyNetworkSchedule.catalog.entries.map { ($0.name, $0.aliases, $0.lines) }

  @Test(arguments: things.indices) func everySettingIsDescribed(index: Int) async throws {
    let thing = Self.things[index]
    let folder = try Folder()
    let ended = try await Program.run("describe", thing.name, in: folder)
    expect(ended.status == 0 && ended.notes == [])
    let lines = ended.output.split(separator: "\n")
    expect(lines.filter { $0.count > 100 }, is: [], "each fits a terminal")
    expect(!ended.output.contains("<!--") && !ended.output.contains("```"))
    for setting in thing.settings {
      let value = setting.defaultText.isEmpty ? "" : " = \(setting.defaultText)"
      expect(lines.contains { $0.hasPrefix("  \(setting.name)\(value)") }, "\(setting.name)")
    }
    if thing.settings.isEmpty { expect(ended.output.contains("It has no settings.")) }
    if let alias = thing.aliases.first {
      // Lists and scenarios may have such a name too, and follow.
      func first(_ name: String) async throws -> JSON? {
        let text = try await Program.run("describe", name, "--format", "json", in: folder).output
        let json = try JSON.parse(Array(text.utf8))
        return json.elements?.first ?? json
      }
      let (named, called) = (try await first(thing.name), try await first(alias))
      expect(named?.compact == called?.compact && named?["name"]?.string == thing.name)
    }
  }

  /// The paths of settings within lists, as a schema has them: `screens[].parts[].bytes`.
  private static func members(of schema: JSON, at path: String = "", inList: Bool = false)
    -> [String]
  {
    let forms = [schema] + (schema["anyOf"]?.elements ?? []) + (schema["allOf"]?.elements ?? [])
    return forms.flatMap { form in
      (form["properties"]?.members ?? []).flatMap { member -> [String] in
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        // Other names of a setting, and the form of a reference, are told where that is.
        if member.name == "preset" || member.value["description"]?.string == nil { return [] }
        if member.value["description"]?.string?.hasPrefix("The same as") == true { return [] }
        return (inList ? [inner] : []) + members(of: member.value, at: inner, inList: inList)
      } + (form["items"].map { members(of: $0, at: path + "[]", inList: true) } ?? [])
    }
  }

  /// Defect: what each of an app's screens can have was told by the schema alone.
  @Test func membersOfListsAreDescribed() async throws {
    var paths: [(thing: String, path: String)] = []
    for entry in AnyWorkload.catalog.entries {
      paths += Self.members(of: entry.schema).map { (entry.name, $0) }
    }
    for entry in AnyStrategy.catalog.entries {
      paths += Self.members(of: entry.schema).map { (entry.name, $0) }
    }
    expect(paths.contains { $0.path == "screens[].parts[].headers.maxAge" })
    for (name, path) in paths {
      let things = DescribedThings.named(name)
      expect(things.contains { $0.lines.contains { $0.name == path } }, "\(name): \(path)")
      expect(DescribedThings.named("\(name).\(path.replacing("[]", with: ""))").count, is: 1)
    }
    for path in ["relations[].reason", "strategies[].settings", "origin.thinkTimes[].kind"] {
      expect(DescribedThings.named(path).first?.lines.first?.name, is: path)
    }
    let ended = try await Program.run("describe", "app", in: try Folder())
    expect(ended.output.contains("  screens[].name = \"home\" (text)\n      What people call it."))
  }

  /// What lists name, lists in singular and plural, and parts of scenarios.
  @Test(arguments: [
    ("wifi", "wifi (network)"), ("lte-wpt", "lte-wpt (network)"),
    ("norway_train_1", "norway_train_1 (network)"), ("lte-2020-verizon", "(radio)"),
    ("iphone-11", "iphone-11 (device)"), ("ios-2026", "ios-2026 (population)"),
    ("errant-4g", "errant-4g (link-spread)"), ("people", "  people.groups = "),
    ("nvme", "nvme (storage)"),
    ("stale_share", "stale_share (metric)"), ("hit-composition", "hit-composition (chart)"),
    ("metrics", "metrics (list)"), ("metric", "metrics (list)"), ("phones", "devices (list)"),
    ("phone", "devices (list)"), ("words", "library-terms (list)"),
    ("device", "device (part of a scenario)"), ("incidents", "incidents (part of a scenario)"),
    ("incident", "incidents (part of a scenario)"),
    ("device.memory", "device.memory (part of a scenario)"),
    ("origin", "origin (part of a scenario)"), ("reactions", "  reactions.reopening"),
    ("scenario", "  networkSchedule = "), ("news", "news (scenario)"),
    ("on-demand.staleAfter", "  staleAfter = \"15m\""),
    ("from cache", "opens_from_cache_share (metric)"), ("stale", "stale_share (metric)"),
    ("first p95", "first_content_p95_ms (metric)"), ("TTL", "TTL (word of the field)"),
    ("staletime", "staleTime (word of the field)"), ("If-None-Match", "ETag (word of the field)"),
    ("eviction", "eviction (word of the field)"), ("gcTime", "gcTime (word of the field)"),
    ("decide", "  decide.objectives"), ("origin.edge", "  origin.edge.maxAge"),
    ("people.groups[]", "  people.groups[].share"), ("app.screens[]", "  screens[].parts"),
  ])
  func whatListsAndScenariosHaveIsDescribed(name: String, line: String) async throws {
    let folder = try Folder()
    let ended = try await Program.run("describe", name, in: folder)
    expect(ended.status == 0 && ended.notes == [])
    expect(ended.output.contains(line), "\(ended.output.prefix(400))")
    for format in ["json", "csv", "markdown"] {
      let other = try await Program.run("describe", name, "--format", format, in: folder)
      expect(other.status == 0 && other.notes == [])
      expect(other.output.utf8.count > 20)
      if format == "json" { expect((try? JSON.parse(Array(other.output.utf8))) != nil) }
    }
  }

  @Test func jsonHasUnitsDefaultsAndThePage() async throws {
    let ended = try await Program.run(
      "describe", "on-demand", "--format", "json", in: try Folder())
    let json = try JSON.parse(Array(ended.output.utf8))
    expect(json["name"]?.string == "on-demand" && json["kind"]?.string == "strategy")
    let settings = json["settings"]?.elements ?? []
    let stale = settings.first { $0["name"]?.string == "staleAfter" }
    expect(stale?["unit"]?.string, is: "time, 0s to 3650d or null")
    expect(stale?["default"]?.string, is: "\"15m\"")
    expect(settings.contains { $0["name"]?.string == "archiveStore.maintenance.directory" })
    expect(json["page"]?.string?.hasPrefix("# on-demand\n"), is: true)
  }
}

@Suite struct StrategyPageTests {
  static let pages = Checkout.root.appending(path: "Docs/Strategies")
  /// The sections of each page, in this order.
  static let headings = [
    "Settings", "Good and bad at", "A day by hand", "Where it comes from",
  ]

  private static func page(of name: String) throws -> String {
    try String(contentsOf: pages.appending(path: "\(name).md"), encoding: .utf8)
  }

  /// Each strategy has a page, and nothing else has one.
  @Test func everyStrategyHasAPage() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.pages.path)
    let pages = files.filter { $0.hasSuffix(".md") }.sorted()
    expect(pages, is: AnyStrategy.catalog.names.map { "\($0).md" }.sorted())
  }

  /// The page holds what the catalogue says of the settings.
  @Test(arguments: AnyStrategy.catalog.names)
  func thePageIsTheOneThatIsPrinted(name: String) async throws {
    let ended = try await Program.run(
      "describe", name, "--format", "markdown", in: try Folder())
    let page = try Self.page(of: name)
    expect(
      ended.output, is: page,
      "the program has another page than Docs/Strategies/\(name).md: `make generate`, then build")
  }

  @Test(arguments: AnyStrategy.catalog.names)
  func aPageHasPictureSettingsDayAndSource(name: String) throws {
    let page = try Self.page(of: name)
    let titles = page.split(separator: "\n").filter { $0.hasPrefix("## ") }.map {
      String($0.dropFirst(3))
    }
    expect(page.hasPrefix("# \(name)\n"))
    expect(titles.filter(Self.headings.contains), is: Self.headings)
    let picture = page.range(of: "```\n")?.lowerBound
    let settings = page.range(of: "## Settings")?.lowerBound
    expect(picture.map { $0 < settings ?? page.startIndex }, is: true, "the picture comes first")
    // The day names the tests that check it, and they are there.
    let day = page.components(separatedBy: "## A day by hand").last ?? ""
    let suites = day.matches(of: /`(\w+Tests)`/).map { String($0.1) }
    expect(!suites.isEmpty)
    for suite in suites {
      let path = Checkout.root.appending(path: "Tests/ClientSimulationTests/\(suite).swift").path
      expect(FileManager.default.fileExists(atPath: path), "\(suite)")
    }
  }
}
