internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import FoundationEssentials
internal import Measurement
internal import SimCore

/// Names that a shell completes, from the catalogues of this program.
extension CompletionKind {
  /// Bundled scenarios, and files that may be one.
  static let scenario = CompletionKind.custom { _, _, prefix in
    BundledScenarios.all.map(\.name).filter { $0.hasPrefix(prefix) } + files(from: prefix)
  }
  static let strategy = list(AnyStrategy.catalog.names)
  /// Policies behind commas.
  static let policies = CompletionKind.custom { _, _, prefix in
    afterComma(prefix, PolicyCatalog.names)
  }
  static let admission = list(AnyAdmission.catalog.names)
  static let network = list(NetworkProfiles.all.map(\.name))
  /// Networks behind commas.
  static let networks = CompletionKind.custom { _, _, prefix in
    afterComma(prefix, NetworkProfiles.all.map(\.name))
  }
  /// Radios, and networks that stand for their usual radio.
  static let radio = list(
    RadioProfiles.all.map(\.name)
      + NetworkProfiles.all.map(\.name).filter { name in
        !RadioProfiles.all.contains { $0.name == name }
      })
  static let device = list(DeviceProfiles.all.map(\.name))
  static let traceFormat = list(TraceFormat.catalog.names)
  /// What 'cachesim describe' knows.
  static let described = list(
    AnyStrategy.catalog.names + AnyWorkload.catalog.names + AnyNetworkSchedule.catalog.names
      + PolicyCatalog.names + AnyAdmission.catalog.names + TraceFormat.catalog.names)
  /// Metrics, behind which a number follows.
  static let tolerance = list(MetricCatalog.all.map { "\($0.name)=" })

  private static func afterComma(_ prefix: String, _ names: [String]) -> [String] {
    let start = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
    return names.map { start + $0 }.filter { $0.hasPrefix(prefix) }
  }

  /// Files and folders with a prefix, hidden ones left out; folders end in a slash.
  private static func files(from prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let disk = FileManager.default
    let names = (try? disk.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") }.map { folder + $0 }
      .filter { $0.hasPrefix(prefix) }.map { path in
        var isFolder = false
        _ = disk.fileExists(atPath: path, isDirectory: &isFolder)
        return isFolder ? path + "/" : path
      }
  }
}
