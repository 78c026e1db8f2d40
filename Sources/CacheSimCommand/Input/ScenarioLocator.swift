internal import Experiments
internal import FoundationEssentials
internal import SimCore

/// Finds the scenario that a person means: a path as typed, in any case, or a bundled name.
enum ScenarioLocator {
  /// The largest scenario: 4 MiB, a hundred times what people write.
  private static let limit = 4 << 20

  /// A scenario's text and what to call it.
  struct Found {
    var bytes: [UInt8]
    /// How error lines name it.
    var file: String
    /// What reports are called.
    var name: String
  }

  /// Why there is none.
  enum Missing: Error {
    case notFound(String)
    case unreadable(String)
    case unusable(String)
  }

  static func find(_ argument: String) throws(Missing) -> Found {
    if let path = existingPath(argument) { return try read(path) }
    let name = bundledName(of: argument)
    if let bytes = BundledScenarios.bytes(named: name) {
      return Found(bytes: bytes, file: "bundled:\(name).json", name: name)
    }
    let names = BundledScenarios.all.map(\.name)
    throw .notFound(
      "no scenario '\(argument)': there is no such file, and no bundled scenario of that name"
        + Suggestion.hint(for: name, among: names))
  }

  private static func read(_ path: String) throws(Missing) -> Found {
    let name = stem(of: path)
    guard name != ".", name != "..", !name.isEmpty else {
      throw .unusable(
        "\(path): a report cannot be called '\(name)': give the file another name")
    }
    do throws(InputFile.Unreadable) {
      return Found(bytes: try InputFile.contents(of: path, limit: limit), file: path, name: name)
    } catch {
      throw .unreadable("\(path): \(error.words)")
    }
  }

  /// The path whose parts are those of `argument`, in any case if not in this one.
  ///
  /// On a disk that tells `Scenarios` from `scenarios`, the first entry in the order of names that
  /// differs in case only is taken.
  static func existingPath(_ argument: String) -> String? {
    let files = FileManager.default
    var isFolder = false
    if files.fileExists(atPath: argument, isDirectory: &isFolder) {
      return isFolder ? nil : argument
    }
    var path = argument.hasPrefix("/") ? "/" : ""
    for part in argument.split(separator: "/") {
      let next = path + part
      if files.fileExists(atPath: next) {
        path = next + "/"
        continue
      }
      guard let names = try? files.contentsOfDirectory(atPath: path.isEmpty ? "." : path),
        let match = names.sorted().first(where: { $0.lowercased() == part.lowercased() })
      else { return nil }
      path += match + "/"
    }
    path.removeLast(path.isEmpty ? 0 : 1)
    return files.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder ? path : nil
  }

  /// `scenarios/twitter.json` and `Twitter` both mean the bundled `twitter`.
  private static func bundledName(of argument: String) -> String {
    let folders = argument.split(separator: "/").dropLast().map { $0.lowercased() }
    let isPlain = folders.allSatisfy { $0 == "scenarios" || $0 == "." }
    return isPlain ? stem(of: argument).lowercased() : argument
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lowercased().hasSuffix(".json") ? String(name.dropLast(5)) : name
  }
}
