internal import ArgumentParser
internal import CacheMetrics
internal import CachePolicies
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import SimCore

/// Names that a shell completes, from the catalogues of this program.
extension CompletionKind {
  static let scenario = literal { prefix in
    BundledScenarios.known.map(\.name).filter { $0.hasPrefix(prefix) } + files(from: prefix)
  }
  static let strategy = list(AnyStrategy.catalog.names + AnyStrategy.catalog.libraryNames)
  static let strategies = literal { prefix in
    afterComma(prefix, AnyStrategy.catalog.names + AnyStrategy.catalog.libraryNames)
  }
  static let policies = literal { prefix in afterComma(prefix, PolicyCatalog.names) }
  static let admission = list(AnyAdmission.catalog.names)
  static let network = list(NetworkProfiles.all.map(\.name))
  static let networks = literal { prefix in afterComma(prefix, RecordedNetworks.names) }
  /// Bundled recordings of networks, and files that may be one.
  static let recording = literal { prefix in
    BundledRecordings.all.map(\.name).filter { $0.hasPrefix(prefix) } + files(from: prefix)
  }
  static let radio = list(
    RadioProfiles.all.map(\.name)
      + NetworkProfiles.all.map(\.name).filter { name in
        !RadioProfiles.all.contains { $0.name == name }
      })
  static let device = list(DeviceProfiles.all.map(\.name))
  static let traceFormat = list(TraceFormat.catalog.names)
  static let described = literal { prefix in DescribedThings.names.filter { $0.hasPrefix(prefix) } }
  static let metrics = literal { prefix in afterComma(prefix, MetricCatalog.all.map(\.name)) }
  /// Metrics, behind which a number follows.
  static let tolerance = list(MetricCatalog.all.map { "\($0.name)=" })

  /// Names for what stands before the cursor, of which the shell interprets nothing.
  ///
  /// The script for bash has `compgen -W` read them, which expands each as if it had been typed;
  /// the one for zsh takes what stands behind a colon for a description, and does not quote the
  /// mark of its history, which it turns off meanwhile: a name with that is left out there, as is
  /// a name with a control character, which would be several names, everywhere.
  private static func literal(_ names: @escaping @Sendable (String) -> [String]) -> CompletionKind {
    .custom { _, _, prefix in
      let names = names(prefix).filter { name in
        !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
      return switch CompletionShell.requesting {
      case .bash?: names.map(ShellWord.quoted)
      case .zsh?:
        names.filter { !$0.contains("!") }.map {
          $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        }
      default: names
      }
    }
  }

  private static func afterComma(_ prefix: String, _ names: [String]) -> [String] {
    let start = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
    return names.map { start + $0 }.filter { $0.hasPrefix(prefix) }
  }

  /// Files and folders with a prefix, hidden ones left out; folders end in a slash.
  private static func files(from prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = (try? FolderTree.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.map { folder + $0 }
      .filter { $0.hasPrefix(prefix) }
      .map { path in FolderTree.isFolder(path) ? path + "/" : path }
  }
}
