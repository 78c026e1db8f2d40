internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Writes those requests of a trace that meet all conditions.
struct TraceFilterCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter",
    abstract: "Writes those requests of a trace that meet all conditions.",
    discussion: """
      Times are counted from the trace's first request.

      EXAMPLES
        cachesim trace filter trace.csv --after 10m --before 1h
        cachesim trace filter cluster52.sort.zst --op get --op gets --output gets.csv
        cachesim trace filter access.log --key /index.html --max-size "1 MB"
      """)

  @OptionGroup var input: TraceArguments

  @Option(help: "Not before this time.", transform: FlagValue.setting)
  var after: TimeSpan?

  @Option(help: "Before this time.", transform: FlagValue.setting)
  var before: TimeSpan?

  @Option(help: "This operation; may be repeated.")
  var op: [String] = []

  @Option(help: "This object, by its name; may be repeated.")
  var key: [String] = []

  @Option(help: "This tenant; may be repeated.")
  var tenant: [String] = []

  @Option(help: "Objects of at least this size.", transform: FlagValue.bytes)
  var minSize: Bytes?

  @Option(help: "Objects of at most this size.", transform: FlagValue.bytes)
  var maxSize: Bytes?

  @Option(help: "Not more requests than this.")
  var limit: Int?

  @OptionGroup var destination: TraceDestination
  @OptionGroup var talk: TalkArguments

  func validate() throws {
    if let limit { try expect("--limit", limit, in: 1...Int.max) }
    let isFiltered =
      after != nil || before != nil || minSize != nil || maxSize != nil || limit != nil
      || !op.isEmpty || !key.isEmpty || !tenant.isEmpty
    if !isFiltered {
      throw ValidationError("name at least one condition, such as --after 10m or --op get")
    }
  }

  func run() throws {
    let reader = try input.open(talk, keepsNames: true)
    var writer = try destination.open(talk)
    var filter = TraceConditions(self)
    var left = limit ?? .max
    try TracePass.run(reader, talk) { block, reader in
      let names = reader.names
      try filter.check(block, at: input.trace)
      filter.meet(names)
      let kept = block.keys.indices.filter { filter.isMet(by: $0, of: block) }.prefix(left)
      left -= kept.count
      try writer.begin(block)
      block.keep(Array(kept))
      try writer.write(block, names)
      return left > 0
    }
    try TraceDestination.finish(writer, talk)
  }
}
