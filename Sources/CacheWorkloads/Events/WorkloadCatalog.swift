public import SimCore

/// A workload with its settings, ready to be opened.
public struct AnyWorkload: Choosable {
  private let opening: @Sendable (WorkloadOpening) throws(InputError) -> OpenedWorkload
  /// Whether people can use it more and less: a generator whose settings say how often they do.
  package private(set) var takesActivity = false
  package private(set) var story: StoryFile?
  /// What its screens are called, as far as that is known before it is read.
  package private(set) var screens: [String] = []
  /// Whether its scenario names the screens, so that their pages can be called by these names.
  package private(set) var isNamedByScenario = false
  /// Whether devices and length are its own, as a trace's or a story's, and not a scenario's.
  package private(set) var hasOwnLength = false

  /// - Throws: `InputError` when a trace cannot be opened.
  package func open(_ how: WorkloadOpening) throws(InputError) -> OpenedWorkload {
    try opening(how)
  }

  /// All workloads, in the order in which listings show them.
  public static let catalog = Catalog<AnyWorkload>(
    of: "workload",
    [
      generator(Timelines.self, aliases: ["twitter"]),
      generator(CheckIns.self, aliases: ["foursquare"]),
      generator(Menus.self),
      generator(Articles.self, aliases: ["read-later"]),
      generator(News.self, aliases: ["news-reader"]),
      Catalog.Entry(
        OwnApp.name, aliases: ["own-app"], OwnApp.summary, settings: OwnApp.Options.self
      ) { AnyWorkload($0) },
      generator(Revisits.self) { [$0.headers.fields] },
      generator(Polling.self) { [$0.headers.fields] },
      generator(Sites.self, aliases: ["browsing"]) { $0.headers },
      generator(ShortVideos.self, aliases: ["shorts"]),
      Catalog.Entry(
        "trace", aliases: ["access-log", "har"],
        "A recorded trace: an access log, one client address a device, or a HAR capture.",
        settings: RecordedTrace.self
      ) { trace in
        AnyWorkload(trace)
      },
      Catalog.Entry(
        "story", "A story: a file of events, one JSON object a line.", settings: StorySettings.self
      ) { AnyWorkload(StoryFile(path: $0.path)) },
    ])

  private static func generator<G: WorkloadGenerator>(
    _ generator: G.Type, aliases: [String] = []
  ) -> Catalog<AnyWorkload>.Entry {
    self.generator(generator, aliases: aliases) { _ in G.headers }
  }

  private static func generator<G: WorkloadGenerator>(
    _: G.Type, aliases: [String] = [],
    headers: @escaping @Sendable (G.Options) -> [CacheHeaders]
  ) -> Catalog<AnyWorkload>.Entry {
    Catalog.Entry(G.name, aliases: aliases, G.summary, settings: G.Options.self) { options in
      AnyWorkload(G.self, options, headers: headers(options))
    }
  }

  init<G: WorkloadGenerator>(
    _: G.Type, _ options: G.Options, headers: [CacheHeaders] = G.headers,
    screens: [String] = G.screens
  ) {
    opening = { how throws(InputError) in
      OpenedWorkload(
        stream: .over(GeneratedWorkload<G>(options, how)), headers: headers,
        screens: ScreenNames(screens))
    }
    self.screens = screens
    takesActivity = options is any UseSettings
  }

  private init(_ trace: RecordedTrace) {
    opening = { _ throws(InputError) in try trace.open() }
    hasOwnLength = true
  }

  private init(_ options: OwnApp.Options) {
    let headers = options.headers
    let names = options.all.map(\.name)
    if options.views.isEmpty {
      self.init(OwnApp.self, options, headers: headers, screens: names)
      isNamedByScenario = true
      return
    }
    self.init(names) { how throws(InputError) in
      let source = try OwnAppViews(options, seed: how.seed)
      let requests = source.requests
      return OpenedWorkload(
        stream: .over(source), headers: headers, screens: ScreenNames(names), requests: requests,
        isRecorded: true)
    }
    isNamedByScenario = true
    hasOwnLength = true
  }

  private init(_ story: StoryFile) {
    opening = { _ throws(InputError) in try story.story().opened() }
    self.story = story
    hasOwnLength = true
  }

  package init(_ story: Story) { self.init(StoryFile(story)) }

  init(
    _ screens: [String] = [],
    open: @escaping @Sendable (WorkloadOpening) throws(InputError) -> OpenedWorkload
  ) {
    self.screens = screens
    opening = open
  }
}

/// A workload of a scenario with its settings: one of the catalogue
/// (`WorkloadChoice(named: "menus")`), or of a type, bundled or one's own.
public typealias WorkloadChoice = Chosen<AnyWorkload>

extension Chosen where Product == AnyWorkload {
  /// The workload of a generator.
  /// - Parameter change: changes the defaults of its settings.
  /// - Precondition: the settings are such as a scenario may write.
  public init<G: WorkloadGenerator>(
    _ generator: G.Type, _ change: (inout G.Options) -> Void = { _ in }
  ) {
    let options = G.Options.checked(change)
    self.init(
      name: G.name, label: G.name, product: AnyWorkload(G.self, options), settings: options.json)
  }
}

/// With what a workload is opened; a trace ignores all of it.
package struct WorkloadOpening: Sendable {
  package var devices: Int
  package var duration: TimeSpan
  package var seed: UInt64
  /// By how much more than others a device's user uses the app; nil: all as the settings say.
  package var activity: Activity?
  /// Whether all devices' days take turns, as one clock for all of them needs; otherwise a device
  /// comes after another, so that memory does not grow with their number.
  package var isInterleaved = false
  /// Whether the origin has the same resources for all users, under the same numbers; otherwise
  /// each has an origin's of its own.
  package var hasCommonContent = false

  package init(_ devices: Int, _ duration: TimeSpan, _ seed: UInt64) {
    (self.devices, self.duration, self.seed) = (devices, duration, seed)
  }
}

package struct OpenedWorkload {
  package var stream: EventStream
  package var headers: [CacheHeaders]
  /// What its screens are called; of a trace complete when all of it was read.
  package var screens = ScreenNames()
  /// Seconds since 1970 at its start, where recorded headers name dates; nil: any will do.
  package var secondsAtStart: Int64?
  package var requests = RecordedRequests()
  /// Where a device's resources come from, as far as the workload says it.
  package var origins: @Sendable (_ device: UInt32) -> ResourceOrigins = { _ in ResourceOrigins() }
  /// Whether it is what people did, their reactions to what they saw among it: none are added.
  package var isRecorded = false
}

struct RecordedTrace: Settings {
  var path = ""
  var reading = TraceSettings()

  static let fields: [Field<RecordedTrace>] = [
    Field(
      "path", \.path,
      "The file: an access log or a HAR capture; bundled:shop.log and bundled:shop.har travel with "
        + "the program; --trace FILE names it too."),
    Field("reading", \.reading, "How the trace is read."),
  ]

  func open() throws(InputError) -> OpenedWorkload {
    guard !path.isEmpty else {
      throw InputError(
        .missingFile, at: "workload.settings.path",
        "no trace is named: give one with --trace FILE, or write its path here")
    }
    let source = try TraceSource(path: path, settings: reading)
    let headers = source.headers
    let secondsAtStart = source.secondsAtStart
    let requests = source.requests
    let origins = source.origins
    let screens = source.screens
    return OpenedWorkload(
      stream: .over(source) { $0.issues }, headers: headers, screens: screens,
      secondsAtStart: secondsAtStart,
      requests: requests, origins: origins, isRecorded: true)
  }
}

/// Where the resources of one device come from, as far as its workload says it: their addresses,
/// and the answers of a capture that brought their versions.
package struct ResourceOrigins: Sendable {
  /// By resource: an address, which is a path or a URL; nil: it has none of its own.
  package internal(set) var addresses: [String?] = []
  package internal(set) var capture: String?
  var entries: [[[Int]]] = []

  package init() {}

  package func address(of resource: ResourceIndex) -> String? {
    Int(resource) < addresses.count ? addresses[Int(resource)] : nil
  }

  /// The places of the capture's entries with the whole body of a version, in order of time.
  package func entries(of resource: ResourceIndex, version: UInt32) -> [Int] {
    guard Int(resource) < entries.count, version > 0,
      Int(version) <= entries[Int(resource)].count
    else { return [] }
    return entries[Int(resource)][Int(version) - 1]
  }
}

extension StoryNames {
  func origins(on device: UInt32) -> ResourceOrigins {
    var origins = ResourceOrigins()
    origins.addresses = resources[device].values.map { name in
      ["/", "http://", "https://"].contains { name.hasPrefix($0) } ? name : nil
    }
    return origins
  }
}
