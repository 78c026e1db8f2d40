internal import CachePolicies
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Something with settings: how they are read, and a small run in which they count.
struct SettingSubject: Sendable, CustomTestStringConvertible {
  /// What it is, as in `strategy url-cache`.
  var name: String
  var lines: [SettingLine]
  var schema: JSON
  /// Settings that keep a run small; the one that is tried takes its place among them.
  var base = JSON(.object([]))
  var read: @Sendable (JSON, inout Problems) -> Void
  /// Runs something with these settings, which were accepted.
  var run: @Sendable (JSON) throws -> Void

  var testDescription: String { name }

  /// The base with a value in a setting's place.
  func settings(_ path: String, _ value: JSON) throws -> JSON {
    var variation = Variation()
    variation.path = path
    return try #require(variation.apply(value, to: base))
  }

  /// What is wrong with a value in a setting's place.
  func problems(_ path: String, _ value: JSON) throws -> [Problems.Problem] {
    var problems = Problems()
    read(try settings(path, value), &problems)
    return problems.all
  }

  /// The schema of a setting; of one that may be null, that of its other values.
  func schema(of path: String) -> JSON? {
    var schema: JSON? = schema
    for name in path.split(separator: ".") {
      // A group that can also be said in a shorter form is the last of the forms.
      schema = schema?["anyOf"]?.elements?.last { $0["properties"] != nil } ?? schema
      schema = schema?["properties"]?[String(name)]
    }
    return schema?["anyOf"]?.elements?.first ?? schema
  }
}

// MARK: - All of them

extension SettingSubject {
  /// Everything that has settings.
  static let all: [SettingSubject] =
    [scenario, made] + AnyWorkload.catalog.entries.map(workload)
    + AnyNetworkSchedule.catalog.entries.map(schedule) + AnyStrategy.catalog.entries.map(strategy)
    + AnyPolicy.catalog.entries.map(policy) + AnyAdmission.catalog.entries.map(admission)
    + TraceFormat.catalog.entries.map(format)

  /// A day of one person with few friends, on the slowest network.
  private static let tree = object(
    """
    {"question": "?", "duration": "1d", "seeds": [3], "devices": 1,
     "workload": {"name": "timelines", "settings": {
       "friends": 3, "postsPerHour": 1, "postsOnPage": 3, "use": {"sessionsPerDay": 2}}},
     "networkSchedule": {"name": "always", "settings": {"profile": "edge"}},
     "strategies": [{"name": "on-demand"}]}
    """)

  private static func object(_ text: String) -> JSON {
    (try? JSON.parse(Array(text.utf8))) ?? JSON(.null)
  }

  /// Simulates the first strategy of a scenario under its first seed.
  private static func simulate(_ tree: JSON) throws {
    var problems = Problems()
    let scenario = try #require(Scenario.read(tree, path: "", &problems), "\(problems.all)")
    let wear = FlashWear(scenario.device.wear)
    _ = try CellRunner.simulate([0], 0, of: scenario, wear)
  }

  /// The scenario's tree with a choice in a member's place.
  private static func tree(_ member: String, _ choice: JSON) throws -> JSON {
    var variation = Variation()
    variation.path = member
    return try #require(variation.apply(choice, to: tree))
  }

  private static func choice(_ name: String, _ settings: JSON) -> JSON {
    .object([("name", JSON(.string(name))), ("settings", settings)])
  }

  private static var scenario: SettingSubject {
    SettingSubject(
      name: "scenario", lines: Scenario().lines, schema: Scenario.schema, base: tree,
      read: { _ = Scenario.read($0, path: "", &$1) }, run: simulate)
  }

  private static var made: SettingSubject {
    SettingSubject(
      name: "made trace", lines: SyntheticSettings().lines, schema: SyntheticSettings.schema,
      base: object(#"{"requests": 200, "objects": 50, "sizes": "pareto", "rate": 10}"#),
      read: { settings, problems in
        if let mistake = SyntheticSettings.read(settings, path: "", &problems)?.mistake {
          let path = String(mistake.prefix { $0 != ":" })
          problems.note(at: 0, path: path, mistake)
        }
      },
      run: { settings in
        var problems = Problems()
        let read = SyntheticSettings.read(settings, path: "", &problems)
        var requests = SyntheticRequests(try #require(read), seed: 1)
        var block = RequestBlock()
        let hasRequests = requests.fill(&block)
        expect(hasRequests)
      })
  }

  private static func subject<Product>(
    _ kind: String, _ entry: Catalog<Product>.Entry, base: String = "{}",
    run: @escaping @Sendable (Product, JSON) throws -> Void
  ) -> SettingSubject {
    SettingSubject(
      name: "\(kind) \(entry.name)", lines: entry.lines, schema: entry.schema, base: object(base),
      read: { _ = entry.make($0, "", &$1) },
      run: { settings in
        var problems = Problems()
        try run(try #require(entry.make(settings, "", &problems)?.product), settings)
      })
  }

  private static let log = "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.0\" 200 5\n"

  private static let capture = """
    {"log": {"entries": [{"startedDateTime": "2020-01-01T00:00:00Z", "response": {"status": 200},
      "request": {"method": "GET", "url": "http://a/b"}}]}}
    """

  private static func workload(_ entry: Catalog<AnyWorkload>.Entry) -> SettingSubject {
    let small = [
      "timelines": """
      {"friends": 3, "postsPerHour": 1, "postsOnPage": 3, "use": {"sessionsPerDay": 2}}
      """,
      "check-ins": #"{"neighbourhoods": 2, "places": 3, "use": {"sessionsPerDay": 2}}"#,
      "menus": #"{"items": 3, "use": {"sessionsPerDay": 2}}"#,
      "articles": #"{"savedBefore": 2, "pictures": 1, "use": {"sessionsPerDay": 2}}"#,
      "news": #"{"storiesPerDay": 5, "listed": 3, "pictures": 1, "use": {"sessionsPerDay": 2}}"#,
      "revisits": #"{"resources": 3}"#,
      "sites": """
      {"sites": 2, "pages": 2, "pictures": 1, "libraries": 2, "use": {"sessionsPerDay": 2}}
      """,
      // Its sizes are those of its screens.
      "app": """
      {"use": {"sessionsPerDay": 2}, "screens": [{"name": "a", "bytes": "1 GB", "sigma": 3,
        "parts": [{"bytes": "1 GB", "sigma": 3, "count": 2}]}]}
      """,
    ]
    return subject("workload", entry, base: small[entry.name] ?? "{}") { _, settings in
      let texts = ["trace": log + log, "story": story]
      try withFile(texts[entry.name], settings) {
        try simulate(try tree("workload", choice(entry.name, $0)))
      }
    }
  }

  private static let story = """
    {"event": "publish", "resource": "a", "size": "1 kB"}
    {"event": "network", "network": "edge"}
    {"event": "open", "resource": "a", "for": "5s"}
    """

  /// The settings with the path of a file that has a text; as they are without a text.
  private static func withFile(
    _ text: String?, _ settings: JSON, _ run: (JSON) throws -> Void
  ) throws {
    guard let text else { return try run(settings) }
    try Scratch.with("law.log", text) { path in
      var variation = Variation()
      variation.path = "path"
      try run(try #require(variation.apply(JSON(.string(path)), to: settings)))
    }
  }

  private static func schedule(_ entry: Catalog<AnyNetworkSchedule>.Entry) -> SettingSubject {
    subject("network schedule", entry) { _, settings in
      try withFile(entry.name == "story" ? story : nil, settings) {
        try simulate(try tree("networkSchedule", choice(entry.name, $0)))
      }
    }
  }

  private static func strategy(_ entry: Catalog<AnyStrategy>.Entry) -> SettingSubject {
    subject("strategy", entry) { _, settings in
      try simulate(try tree("strategies", JSON(.array([choice(entry.name, settings)]))))
    }
  }

  /// Requests for 64 objects of different sizes, each as often as another.
  private static let block: RequestBlock = {
    var block = RequestBlock()
    for number in 0..<400 {
      block.keys.append(ObjectKey(number * 7 % 64))
      block.sizes.append(Int64(1 + number * 7 % 64 * 1_000))
      block.nextAccesses.append(number + 64 < 400 ? Int64(number + 64) : .max)
    }
    return block
  }()

  private static func replay(_ policy: AnyPolicy) {
    for capacity in [Bytes.zero, Bytes(1), .kilobytes(300), .gigabytes(1_000_000), .unlimited] {
      let count = policy.replay([block], capacity: capacity, seed: 1)
      expect(count.requests, is: 400)
    }
  }

  private static func policy(_ entry: Catalog<AnyPolicy>.Entry) -> SettingSubject {
    subject("policy", entry) { policy, _ in replay(policy) }
  }

  private static func admission(_ entry: Catalog<AnyAdmission>.Entry) -> SettingSubject {
    subject("admission", entry) { filter, _ in
      replay(Chosen<AnyPolicy>.standard("lru").product.admitted(by: filter))
    }
  }

  private static func format(_ entry: Catalog<TraceFormat>.Entry) -> SettingSubject {
    subject("format", entry) { format, _ in
      let texts = [
        "csv": "id,next\n5,1\n", "jsonl": "{\"id\":5,\"next\":1}\n", "har": capture,
      ]
      let text = texts[entry.name] ?? log
      try Scratch.with("law.txt", text) { path in
        var options = RequestOptions()
        options.columns = .all
        var reader = try RequestReader(path: path, format: format, options: options)
        var block = RequestBlock()
        try expect(reader.fill(&block))
      }
    }
  }
}
