internal import Foundation

/// Real traces that tests read: those in the repository (compressed), and those beside it.
package enum TraceFile {
  private static let here = URL(filePath: #filePath).deletingLastPathComponent()

  /// Folders with the whole collection, in the order in which they are searched: the one that
  /// `CACHESIM_TRACES` names, the one beside the checkout, and the one that `fetch` fills.
  private static let folders: [URL] = {
    let named = ProcessInfo.processInfo.environment["CACHESIM_TRACES"].map { [URL(filePath: $0)] }
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
    return (named ?? []) + [
      root.deletingLastPathComponent().appending(path: "shared/traces"),
      root.appending(path: ".build/traces"),
    ]
  }()

  /// Why a test that needs a trace is skipped, for `.enabled(if:)`.
  package static let absence = "a trace is not here: Tests/Traces/fetch gets those that it can"

  /// Where a trace lies, by its name in the collection ("block/cache2k-web07.be32"); nil when it is
  /// nowhere. The repository's own are compressed with gzip.
  package static func path(_ name: String) -> String? {
    let candidates =
      folders.map { $0.appending(path: name) } + [
        here.appending(path: name + ".gz"), here.appending(path: name),
      ]
    return candidates.first { FileManager.default.fileExists(atPath: $0.path) }?.path
  }

  /// The expanded bytes of a trace; nil when it is nowhere or cannot be read.
  package static func bytes(_ name: String) -> [UInt8]? {
    guard let path = path(name) else { return nil }
    guard path.hasSuffix(".gz") else {
      return (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
    }
    let expander = Process()
    expander.executableURL = URL(filePath: "/usr/bin/env")
    expander.arguments = ["gzip", "-dc", path]
    let output = Pipe()
    expander.standardOutput = output
    guard (try? expander.run()) != nil else { return nil }
    let data = try? output.fileHandleForReading.readToEnd()
    expander.waitUntilExit()
    guard expander.terminationStatus == 0 else { return nil }
    return data.map { [UInt8]($0) }
  }
}
