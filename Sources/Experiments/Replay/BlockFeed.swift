internal import SimCore

/// Something that reads a trace block by block and never writes one.
protocol BlockReading: Actor {
  /// Takes a block, and where it is cut.
  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part])
}

/// Hands blocks to many readers, several at once.
enum BlockFeed {
  /// Runs all cells over all blocks; with several jobs, the next block is read meanwhile.
  static func run(
    _ cells: [any BlockReading], from blocks: ReplayBlocks, jobs: Int,
    tell: @Sendable (Int64) -> Void
  ) async throws {
    var current = try await blocks.next()
    while let now = current {
      current = try await withThrowingTaskGroup(of: ReplayBlocks.Next?.self) { group in
        var following: ReplayBlocks.Next?
        var waiting = cells[...]
        var running = 0
        if jobs > 1 {
          group.addTask { try await blocks.next() }
          running += 1
        }
        while running > 0 || !waiting.isEmpty {
          while running < jobs, let cell = waiting.popFirst() {
            group.addTask {
              await cell.run(now.block, now.parts)
              return nil
            }
            running += 1
          }
          if let read = try await group.next() ?? nil { following = read }
          running -= 1
        }
        return following
      }
      if jobs == 1 { current = try await blocks.next() }
      await tell(blocks.requestCount)
    }
  }
}
