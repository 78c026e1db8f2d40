internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Writes a sample of a trace.
struct TraceSampleCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Writes a sample of a trace: all requests for a share of its objects.",
    discussion: """
      A sample of objects keeps how each is asked for again: a cache of the same
      share of the size misses about as often (SHARDS, FAST 2015). A sample of
      requests (--by request) does not: it is for looking at sizes and rates.

      EXAMPLES
        cachesim trace sample trace.oracleGeneral.zst --rate 0.01 --output small.csv
        cachesim trace sample access.log --rate 0.1 --by request --seed 7
      """)

  /// What is chosen by chance.
  enum Unit: String, CaseIterable, ExpressibleByArgument {
    case object, request
  }

  @OptionGroup var input: TraceArguments

  @Option(help: "The share that is kept, above 0 and at most 1.")
  var rate: Double

  @Option(help: "What is chosen by chance.")
  var by = Unit.object

  @Option(help: "Another seed chooses others.")
  var seed: UInt64 = 1

  @OptionGroup var destination: TraceDestination
  @OptionGroup var talk: TalkArguments

  func validate() throws {
    guard rate > 0, rate <= 1 else {
      throw ValidationError("--rate: expected a share above 0 and at most 1, found \(rate)")
    }
  }

  func run() throws {
    let reader = try input.open(talk, keepsNames: true)
    var writer = try destination.open(talk)
    var sample = SpatialSample(rate: rate, seed: seed)
    var random = SeededGenerator(seed: seed, purpose: .policy)
    try TracePass.run(reader, talk) { block, reader in
      let names = reader.names
      switch by {
      case .object:
        sample.meet(names.objectCount, names)
        block.keep(block.keys.indices.filter { sample.contains(block.keys[$0]) })
      case .request: block.keep(block.keys.indices.filter { _ in random.chance(rate) })
      }
      try writer.write(block, names)
      return true
    }
    try TraceDestination.finish(writer, talk)
  }
}
