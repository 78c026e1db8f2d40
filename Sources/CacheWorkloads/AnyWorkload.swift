package import SimCore

/// A workload with its settings, ready to be told.
package struct AnyWorkload: Choosable {
  /// Begins the story: so many devices for so long, under a seed. A trace ignores all three.
  /// - Throws: `WorkloadError` when a trace cannot be opened.
  package let open:
    @Sendable (_ devices: Int, _ duration: TimeSpan, _ seed: UInt64) throws(WorkloadError) -> Story

  /// All workloads, in the order in which listings show them.
  package static let catalog = Catalog<AnyWorkload>(
    of: "workload",
    [
      generator(Timelines.self, aliases: ["twitter"]),
      generator(CheckIns.self, aliases: ["foursquare"]),
      generator(Menus.self),
      generator(Articles.self, aliases: ["read-later"]),
      Catalog.Entry(
        "trace", aliases: ["access-log", "har"],
        "What really happened: an access log, one client address a device, or a HAR capture.",
        settings: RecordedTrace.self
      ) { trace in
        AnyWorkload { _, _, _ throws(WorkloadError) in try trace.open() }
      },
    ])

  private static func generator<G: Generator>(
    _ generator: G.Type, aliases: [String] = []
  ) -> Catalog<AnyWorkload>.Entry {
    Catalog.Entry(G.name, aliases: aliases, G.summary, settings: G.Options.self) { options in
      AnyWorkload { devices, duration, seed throws(WorkloadError) in
        let source = GeneratedStory<G>(options, devices: devices, duration: duration, seed: seed)
        return Story(stream: .over(source), headers: G.headers)
      }
    }
  }
}

/// A story that has begun.
package struct Story {
  /// Its events.
  package var stream: EventStream
  /// The headers that its contents index.
  package var headers: [CacheHeaders]
  /// Seconds since 1970 at its start, where recorded headers name dates; nil: any will do.
  package var secondsAtStart: Int64?
}

/// A trace that a scenario names.
struct RecordedTrace: Settings {
  var path = ""
  var reading = TraceSettings()

  static let fields: [Field<RecordedTrace>] = [
    Field("path", \.path, "The file: an access log or a HAR capture; --trace FILE names it too."),
    Field("reading", \.reading, "How the trace is read."),
  ]

  func open() throws(WorkloadError) -> Story {
    guard !path.isEmpty else {
      throw WorkloadError(
        .missingFile, at: "workload.settings.path",
        "no trace is named: give one with --trace FILE, or write its path here")
    }
    let source = try TraceSource(path: path, settings: reading)
    let headers = source.headers
    let secondsAtStart = source.secondsAtStart
    return Story(
      stream: .over(source) { $0.issues }, headers: headers, secondsAtStart: secondsAtStart)
  }
}
