/// A line that imports a module.
struct Import {
  /// Its line, from 1.
  let line: Int
  /// What it says of who sees the module; nil: nothing.
  let access: String?
  /// The module.
  let module: String

  private static let levels: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
  ]

  /// The imports of a file.
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
  /// The drawing of the house: what each target may import of ours, of others, of the system.
  private static let allowed: [String: Set<String>] = [
    "SimCore": ["CPrefetch"],
    "CachePolicies": ["SimCore", "CPrefetch"],
    "CacheWorkloads": ["SimCore"],
    "HTTPCaching": ["SimCore"],
    "DeviceModels": ["SimCore"],
    "Measurement": ["SimCore", "CacheWorkloads", "DeviceModels"],
    "ClientSimulation": [
      "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "Measurement",
    ],
    "ClientStrategies": [
      "SimCore", "CacheWorkloads", "HTTPCaching", "DeviceModels", "Measurement", "ClientSimulation",
    ],
    // The book shows values of Workloads and Devices: causes of writes, kinds of resources.
    "CacheReports": [
      "SimCore", "CacheWorkloads", "DeviceModels", "Measurement", "GnuplotCxx", "Histogram",
      "Mustache",
    ],
    "Experiments": [
      "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels", "Measurement",
      "ClientSimulation", "ClientStrategies", "CacheReports",
    ],
    "CacheSimCommand": [
      "BuildRecord", "SimCore", "CachePolicies", "CacheWorkloads", "HTTPCaching", "DeviceModels",
      "Measurement", "ClientSimulation", "ClientStrategies",
      "CacheReports",
      "Experiments", "ArgumentParser", "Foundation",
      // Ctrl-C is heard on a queue, where telling what is kept is no danger.
      "Dispatch",
    ],
  ]

  /// Modules of the system that hold no state and no clock of their own: free for all.
  private static let system: Set<String> = ["FoundationEssentials", "Synchronization"]
  /// The C library, and the few files that may speak to it.
  private static let cLibraries: Set<String> = ["Glibc", "Musl", "Darwin"]
  private static let filesWithCLibrary = [
    "Sources/CacheWorkloads/Bytes",  // reads, expands and writes traces in large pieces
    "Sources/SimCore/Files",  // names of unfinished files, and their locks
    "Sources/CacheReports/Files/Disk.swift",  // writes a report's folder, then renames it
    "Sources/CacheReports/Gnuplot/Gnuplot.swift",  // says why gnuplot could not be started
    "Sources/CacheSimCommand",  // asks whether a person reads
  ]

  static let importRules = [
    Rule(
      "A target imports only what the house's drawing allows.", in: { $0.target != nil },
      good: [
        TextFile(
          "Sources/ClientSimulation/A.swift", "internal import CachePolicies\npublic import SimCore"
        ),
        TextFile("Sources/ClientSimulation/A.swift", "internal import struct DeviceModels.Network"),
        TextFile("Sources/CacheWorkloads/Bytes/ByteReader.swift", "internal import Glibc"),
      ],
      bad: [
        TextFile("Sources/CachePolicies/A.swift", "internal import DeviceModels"),
        TextFile("Sources/ClientSimulation/A.swift", "internal import struct CacheReports.Table"),
        TextFile("Sources/SimCore/A.swift", "internal import Foundation"),
        TextFile("Sources/Experiments/A.swift", "internal import ArgumentParser"),
        TextFile("Sources/ClientSimulation/A.swift", "internal import Glibc"),
      ],
      violations: { file in
        let mayUseC = filesWithCLibrary.contains(where: file.isIn)
        let known = (allowed[file.target ?? ""] ?? []).union(system)
        return Import.all(in: file).filter { line in
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
