package import SimCore

/// An HTTP client's cache, as it is known: a name and the client's switches.
///
/// A profile is data. What the switches do stands in the engine, once.
package struct HTTPProfile: Hashable, Sendable {
  package let name: String
  /// The client and its release.
  package let client: String
  package private(set) var confidence = Confidence.assumed
  /// Where its rules stand: files of the client's source, or how it was measured.
  package let source: String
  package private(set) var runs: [DataRun] = []
  package let switches: HTTPSwitches
  /// The profile some of whose switches it turns; nil: it is that of a client.
  private var base: String?

  package var limits: HTTPStoreLimits { switches.limits }
}

extension HTTPProfile {
  private init(_ entry: DataEntry, _ switches: HTTPSwitches) {
    self.init(
      name: entry.name, client: entry.summary.text, confidence: entry.confidence,
      source: entry.source.text, runs: entry.runs, switches: switches)
  }

  /// The rules of one's own client, which a file has.
  /// - Parameter name: of the file and its entry.
  package init(_ name: String, _ switches: HTTPSwitches) {
    self.init(name: name, client: name, source: "as the file says", switches: switches)
  }

  /// Some switches of a profile turned.
  package init(turning switches: HTTPSwitches, of base: HTTPProfile) {
    self.init(
      name: "\(base.name), changed", client: "\(base.client), changed",
      source: "as the scenario says; otherwise \(base.source)", switches: switches,
      base: base.name)
  }

  /// Every profile, in the order in which listings show them: `Data/http-profiles.json`.
  package static let all: [HTTPProfile] = {
    var presets: [Preset<HTTPSwitches>] = []
    return DataTable.bundled("http-profiles") { entry, path, problems in
      let switches = HTTPSwitches.readGroup(
        entry.settings, among: presets, path: "\(path).settings", &problems)
      guard let switches else { return nil }
      presets.append(Preset(entry.name, "") { $0 = switches })
      return HTTPProfile(entry, switches)
    }
  }()

  /// The profile of that name; nil: there is none.
  package static func named(_ name: String) -> HTTPProfile? { all.first { $0.name == name } }

  /// A private cache by RFC 9111, RFC 5861 and RFC 8246: the default.
  package static let rfc9111 = all[0]

  /// The profile that the settings of a URL cache say.
  package static func said(in settings: JSON) -> HTTPProfile? {
    var problems = Problems()
    return settings["profile"].flatMap { read($0, path: "", &problems) }
  }
}

/// Written by its name, or as an object that turns some switches of the profile that it names as
/// its preset.
extension HTTPProfile: NamedUnit {
  package static func read(_ json: JSON, path: String, _ problems: inout Problems) -> HTTPProfile? {
    guard json.members != nil else {
      return CatalogName.read(json, path: path, "HTTP profile", among: all.map(\.name), &problems)
        .flatMap(named)
    }
    let base = json["preset"]?.string.flatMap(named) ?? rfc9111
    return HTTPSwitches.read(json, path: path, &problems).map { switches in
      HTTPProfile(turning: switches, of: base)
    }
  }
  package var json: JSON {
    guard let base = base.flatMap(Self.named) else { return JSON(name) }
    let turned = switches.withoutDefaults(over: base.switches).members ?? []
    return JSON(.object([JSON.Member("preset", JSON(base.name))] + turned))
  }
  package static var schema: JSON {
    .object(["anyOf": [CatalogName.schema(all.map(\.name)), HTTPSwitches.schema]])
  }
  package static var unit: String { "name, or an object of switches" }
}

extension HTTPProfile {
  /// What a client calls itself, in lower case, and whose rules it has; the first that is found in
  /// a name counts. Nil: it is known not to have any of these caches.
  ///
  /// All browsers of iOS are WebKit; Edge was an engine of its own until version 18, which also
  /// called itself Chrome; every browser calls itself Safari, and most Gecko.
  private static let names: [(part: String, profile: String?)] = [
    ("crios/", "webkit"), ("fxios/", "webkit"), ("edgios/", "webkit"), ("edge/", nil),
    ("trident", nil), ("internet explorer", nil), ("requests-cache", "requests-cache"),
    ("cachecontrol", "cachecontrol"), ("hishel", "hishel"), ("okhttp", "okhttp"),
    ("make-fetch-happen", "make-fetch-happen"), ("npm/", "make-fetch-happen"),
    ("cfnetwork/", "apple"), ("chrome", "chromium"), ("chromium", "chromium"),
    ("firefox", "firefox"), ("gecko/", "firefox"), ("webkit", "webkit"), ("safari", "webkit"),
    ("urlsession", "urlsession"),
  ]

  /// Whose rules a client has that calls itself so, by its User-Agent or a browser's name; nil: it
  /// is none that is known here.
  package static func ofClient(named name: String) -> HTTPProfile? {
    let name = name.lowercased()
    return names.first { name.contains($0.part) }?.profile.flatMap(named)
  }

  /// Whose rules the client of a capture has.
  /// - Parameters:
  ///   - browser: what the capture says; nil: nothing.
  ///   - agents: the User-Agents of its requests with how many have each. Those with the same rules
  ///     count together, and must be more than half of all.
  package static func ofCapture(
    browser: String?, agents: [(name: String, requests: Int)]
  ) -> HTTPProfile? {
    if let profile = browser.flatMap(ofClient) { return profile }
    let known = agents.map { (profile: ofClient(named: $0.name), requests: $0.requests) }
    let all = known.reduce(0) { $0 + $1.requests }
    return Self.all.first { profile in
      2 * known.filter { $0.profile == profile }.reduce(0) { $0 + $1.requests } > all
    }
  }
}

/// How an HTTP cache is set up: what its client does (`switches`), when it begins, and its limits.
package struct HTTPCacheOptions: Hashable, Sendable {
  /// Seconds since 1970 at `Instant.start`; 1 January 2026 unless a scenario says otherwise.
  package var secondsAtStart: Int64 = 1_767_225_600
  /// What differs from client to client.
  package var switches: HTTPSwitches
  /// Whether several users share the cache (RFC 9111 §1): `private`, `s-maxage` and the like.
  package var isShared = false
  /// Whether stale responses are used while the origin cannot be reached (RFC 9111 §4.2.4).
  package var servesStaleWhenDisconnected = true
  /// The largest content that is stored; nil without a limit.
  package var largestBody: Bytes?

  /// Makes the options of a client's cache; by default of a private one that knows all of the RFCs.
  package init(_ profile: HTTPProfile = .rfc9111) {
    switches = profile.switches
    isShared = switches.isShared
  }
}

/// How much an HTTP client's cache stores unless its app says otherwise.
package struct HTTPStoreLimits: Settings, Hashable {
  package var memory = Bytes.zero
  package var disk = Bytes.unlimited
  package var largestShare = 1.0
  package var source: LinedText = ""

  package init() {}
  package static let fields: [Field<HTTPStoreLimits>] = [
    Field(
      "memory", \.memory, in: .zero...(.gigabytes(1_000_000)),
      "The most that is held in memory; 0 B: there is no tier of its own."),
    Field(
      "disk", \.disk, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that is held on disk."),
    Field(
      "largestShare", \.largestShare, in: 0...1,
      "The largest answer, as a share of the disk's limit."),
    Field("source", \.source, "Where they stand, or that they are assumed."),
  ]

  /// In words: "20 MiB on disk, 4 MiB in memory, an answer 5 % of it".
  package var words: String {
    guard disk != .unlimited else { return "none" }
    return [
      "\(disk.json.string ?? disk.json.compact) on disk",
      memory > .zero ? "\(memory.json.string ?? memory.json.compact) in memory" : nil,
      largestShare < 1 ? "an answer \(JSON(largestShare * 100).compact) % of it" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
