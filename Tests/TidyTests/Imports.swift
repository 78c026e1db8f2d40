/// A line that imports a module.
struct Import {
  /// Its line, from 1.
  let line: Int
  /// What it says of who sees the module; nil: nothing.
  let access: String?
  let module: String

  private static let levels: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
  ]

  static func all(in file: TextFile) -> [Import] {
    let tokens = file.tokens
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      guard token.is("import"), token.kind == .word, index + 1 < tokens.count else { return nil }
      let before = tokens[..<index].reversed().prefix { $0.line == token.line }
      guard before.last.map({ $0.is("@") || levels.contains($0.characters) }) ?? true else {
        return nil
      }
      let next = tokens[index + 1]
      let module = kinds.contains(next.characters) ? tokens[index + 2] : next
      let access = before.first { levels.contains($0.characters) }?.characters
      return Import(line: token.line, access: access, module: module.characters)
    }
  }
}

extension Rule {
  /// The dependencies of each target: on ours, on others, on the system.
  private static let allowed: [String: Set<String>] = [
    "SimCore": ["CMemoryHints", "EmbeddedFiles"],
    "CachePolicies": ["SimCore", "CMemoryHints"],
    "CacheWorkloads": ["SimCore"],
    "HTTPCaching": ["SimCore"],
    "SyncTrials": ["SimCore"],
    "DeviceModels": ["SimCore"],
    // Aggregates contain values of workloads and devices: kinds of resources, causes of writes.
    "CacheMetrics": ["SimCore", "CacheWorkloads", "DeviceModels", "Histogram"],
    "ClientSimulation": [
      "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "CacheMetrics",
    ],
    "ClientStrategies": [
      "SimCore", "CacheWorkloads", "HTTPCaching", "DeviceModels", "CacheMetrics",
      "ClientSimulation",
    ],
    "Results": ["SimCore", "CacheWorkloads", "DeviceModels", "CacheMetrics"],
    "CacheReports": [
      "SimCore", "CacheWorkloads", "DeviceModels", "CacheMetrics", "Results", "GnuplotCxx",
    ],
    "Experiments": [
      "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "CacheMetrics",
      "ClientSimulation", "ClientStrategies", "Results",
    ],
    "CacheSimKit": [
      "SimCore", "CachePolicies", "CacheWorkloads", "DeviceModels", "CacheMetrics",
      "ClientSimulation", "ClientStrategies", "Results", "CacheReports", "Experiments",
      "SyncTrials",
      // A simulation waits for an asynchronous cache on a thread of its own.
      "Dispatch",
    ],
    "LiveClients": [
      "SimCore", "CacheWorkloads", "DeviceModels", "CacheMetrics", "ClientSimulation",
      "ClientStrategies", "SyncTrials", "ChildGuard", "NIOCore", "NIOHTTP1", "NIOPosix",
      // Real clients answer on the wall clock: lines are read on a queue, and waited for.
      "Dispatch",
    ],
    "CacheSimCommand": [
      "BuildRecord", "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels",
      "CacheMetrics", "ClientSimulation", "ClientStrategies",
      "Results", "CacheReports", "Experiments", "LiveClients", "SyncTrials", "ArgumentParser",
      // Ctrl-C is handled on a queue, where it is safe to write what is kept.
      "Dispatch",
    ],
  ]

  /// Modules of the system that hold no state and no clock of their own: free for all.
  private static let system: Set<String> = ["FoundationEssentials", "Synchronization"]
  /// What stands in for the first of them on Apple's systems, in files that import that elsewhere.
  private static let (essentials, foundation) = ("FoundationEssentials", "Foundation")
  /// The C library, and the few files that may speak to it.
  private static let cLibraries: Set<String> = ["Glibc", "Musl", "Darwin"]
  private static let filesWithCLibrary = [
    "Sources/CacheWorkloads/Files",  // expands traces by child processes, writes them in pieces
    "Sources/SimCore/Files",  // the file layer: open files, unfinished files and their locks
    "Sources/CacheReports/Gnuplot/Gnuplot.swift",  // says why gnuplot could not be started
    "Sources/LiveClients",  // child processes, their pipes and their clock
    "Sources/CacheSimCommand",  // signals, and whether standard output is a terminal
  ]

  static let importRules = [
    Rule(
      "A target imports only its dependencies.", in: { $0.target != nil },
      good: [
        TextFile(
          "Sources/ClientSimulation/A.swift", "internal import CachePolicies\npublic import SimCore"
        ),
        TextFile("Sources/ClientSimulation/A.swift", "internal import struct DeviceModels.Network"),
        TextFile("Sources/CacheWorkloads/Files/ByteReader.swift", "internal import Glibc"),
        TextFile(
          "Sources/SimCore/A.swift",
          """
          #if canImport(FoundationEssentials)
          internal import FoundationEssentials
          #else
          internal import Foundation
          #endif
          """),
      ],
      bad: [
        TextFile("Sources/CachePolicies/A.swift", "internal import DeviceModels"),
        TextFile("Sources/ClientSimulation/A.swift", "internal import struct CacheReports.Table"),
        TextFile("Sources/SimCore/A.swift", "internal import Foundation"),
        TextFile("Sources/Experiments/A.swift", "internal import CacheReports"),
        TextFile("Sources/Experiments/A.swift", "internal import ArgumentParser"),
        TextFile("Sources/ClientSimulation/A.swift", "internal import Glibc"),
      ],
      violations: { file in
        let mayUseC = filesWithCLibrary.contains(where: file.isIn)
        let imports = Import.all(in: file)
        var known = (allowed[file.target ?? ""] ?? []).union(system)
        if imports.contains(where: { $0.module == essentials }) { known.insert(foundation) }
        return imports.filter { line in
          cLibraries.contains(line.module) ? !mayUseC : !known.contains(line.module)
        }.map { Violation(file, $0.line, "imports \($0.module)") }
      }),
    Rule(
      "An import says who sees the module.",
      in: { $0.isSwift && ($0.isIn("Sources") || $0.isIn("Tests")) },
      good: [
        TextFile("Tests/A.swift", "@testable internal import SimCore\ninternal import Testing"),
        TextFile("Tests/A.swift", "let words = \"import this\" // import that"),
      ],
      bad: [
        TextFile("Sources/ClientSimulation/A.swift", "import SimCore"),
        TextFile("Tests/A.swift", "@testable import SimCore"),
      ],
      violations: { file in
        Import.all(in: file).filter { $0.access == nil }
          .map { Violation(file, $0.line, "imports \($0.module) without an access level") }
      }),
  ]
}
