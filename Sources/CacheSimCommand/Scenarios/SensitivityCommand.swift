internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Measurement
internal import SimCore

struct SensitivityCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Runs a scenario with each assumed setting at half and at double.",
    discussion: """
      Settings whose default is assumed are marked as assumptions by 'cachesim describe'. \
      Each that has a size is halved and doubled within its range, in a run of its own, and the \
      table says by how much each strategy's metrics move, the largest effect first. Differences \
      are paired by seed. Fewer devices and a shorter time make it quick.

      EXAMPLES
        cachesim sensitivity twitter --devices 1 --duration 2d
        cachesim sensitivity menus --metric stale_share --metric flash_write_bytes
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: "A metric to compare; by default those of a run's table.",
    completion: .list(MetricCatalog.all.map(\.name)))
  var metric: [String] = []

  @Option(help: "The most rows of the table; CSV and JSON have all.")
  var rows = 40

  @OptionGroup var simulation: SimulationArguments
  @OptionGroup var verbosity: VerbosityArguments
  @OptionGroup var writing: FormatArguments

  func validate() throws {
    let known = MetricCatalog.all.map(\.name)
    for name in metric where !known.contains(name) {
      throw ValidationError(
        "--metric: unknown metric '\(name)'\(Suggestion.hint(for: name, among: known))")
    }
    if rows < 1 { throw ValidationError("--rows: expected 1 or more, found \(rows)") }
  }

  func run() async throws {
    let file = try input.read(verbosity)
    let metrics = metric.isEmpty ? Sensitivity.metrics : metric
    let progress = verbosity.progress
    defer { progress.end() }
    let result = try await simulation.storing.withStore(verbosity) { store in
      try await Sensitivity.run(file, metrics: metrics, jobs: simulation.width, store: store) {
        progress.show(Int64($0), of: Int64($1), "runs")
      }
    }
    progress.end()
    let listing = Listing(
      Sensitivity.columns + ["unit", "halfwidth", "isShown"], of: result.json.elements ?? [])
    Terminal.write(
      listing.written(
        writing.format, document: result.document(limit: rows), json: result.json))
  }
}
