internal import Foundation
internal import SimCore
internal import Testing

@testable internal import Experiments

extension CellStoreTests {
  final class Scratch: Sendable {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-cells-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func store(build: String = "a", limit: Bytes? = nil) -> CellStore {
      CellStore(folder: path, build: build, limit: limit)
    }

    func names() -> [String] { (try? Disk.names(in: path)) ?? [] }
    func bytes(_ name: String) throws -> [UInt8] { try #require(Disk.bytes(of: "\(path)/\(name)")) }
    func write(_ bytes: [UInt8], to name: String) throws {
      try Disk.write(CollectionOfOne(bytes), to: "\(path)/\(name)")
    }
    var size: Int64 { names().reduce(0) { $0 + (Disk.facts(of: "\(path)/\($1)")?.bytes ?? 0) } }
  }
}
