internal import ArgumentParser
internal import Experiments
internal import SimCore

struct CellStoreArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder in which simulations are kept and found, by default cachesim/cells in your cache "
        + "folder, up to 1 GB.", valueName: "folder"), completion: .directory)
  var cells: String?

  @Flag(help: "Make all simulations anew, and keep none.")
  var noCells = false

  func validate() throws {
    if noCells, cells != nil {
      throw ValidationError("--cells and --no-cells: expected one of them")
    }
    if let cells, cells.isEmpty { throw ValidationError("--cells: expected a folder") }
  }

  /// The size of the default folder: assumption, hundreds of runs of the bundled scenarios.
  private static let limit = Bytes.gigabytes(1)

  /// Does something with the store, and removes afterwards what is too much in it.
  func withStore<Outcome: Sendable>(
    _ verbosity: VerbosityArguments, _ work: (CellStore?) async throws -> Outcome
  ) async throws -> Outcome {
    let store = store
    let outcome = try await work(store)
    guard let store else { return outcome }
    store.trim()
    let (found, kept) = store.counts
    verbosity.detail("cells", "\(found) found, \(kept) kept in \(store.folder)")
    if let mistake = store.mistake { verbosity.detail("cells", "not kept: \(mistake)") }
    return outcome
  }

  /// The store; nil: nothing is kept. What a program without a known commit gives could be the
  /// numbers of another one, so that it keeps only where it is told to.
  private var store: CellStore? {
    guard !noCells else { return nil }
    let named = cells ?? EnvironmentVariable.cells.value
    if let named {
      return named == "none" ? nil : Self.build.map { CellStore(folder: named, build: $0) }
    }
    guard !Version.commit.isEmpty, !Version.commit.hasSuffix("-dirty"), let place = Self.caches
    else { return nil }
    return CellStore(
      folder: "\(place)/cachesim/cells", build: Version.commit, limit: Self.limit)
  }

  /// What tells builds apart: the commit; where files were changed since, the program too. Nil: it
  /// cannot be read.
  private static let build: String? = {
    let commit = Version.commit
    guard commit.isEmpty || commit.hasSuffix("-dirty") else { return commit }
    return SweepFolder.fingerprint(ofFile: "/proc/self/exe").map { "\(commit) \($0.text)" }
  }()

  /// The user's folder for what can be made again; nil: it is not known.
  private static var caches: String? {
    if let named = EnvironmentVariable.caches.value, named.hasPrefix("/") { return named }
    #if canImport(Darwin)
    return Disk.home.map { "\($0)/Library/Caches" }
    #else
    return Disk.home.map { "\($0)/.cache" }
    #endif
  }
}
