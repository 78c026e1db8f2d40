internal import CacheMetrics
internal import DeviceModels
package import SimCore
internal import Synchronization

/// A folder of cells that were simulated, a file each, so that none is simulated twice.
///
/// A file is named by the digest of all that its numbers depend on, and holds the aggregates of a
/// strategy under a seed. It appears complete, by renaming, is read whole, and is used only where
/// its digest and its name are right: whatever else lies there counts as not there. Several
/// processes can use one folder. Where it cannot be read or written, cells are simulated and not
/// kept.
package final class CellStore: Sendable {
  package let folder: String
  /// Beyond how many bytes the files that were used longest ago are removed; nil: never.
  private let limit: Bytes?
  private let state: Mutex<State>

  private struct State: Sendable {
    var keys: CellKeys
    var found = 0
    var kept = 0
    var bytesSinceTrimming: Int64 = 0
    var mistake: String?
  }

  /// `folder` is made when the first cell is kept; `build` is the commit of the program.
  package init(folder: String, build: String, limit: Bytes? = nil) {
    self.folder = folder
    self.limit = limit
    state = Mutex(State(keys: CellKeys(build: build)))
  }

  package var counts: (found: Int, kept: Int) { state.withLock { ($0.found, $0.kept) } }
  /// Why a cell could not be kept; nil: all were.
  package var mistake: String? { state.withLock { $0.mistake } }

  func world(of scenario: Scenario, from start: Instant) -> WideFingerprint? {
    state.withLock { $0.keys.world(of: scenario, from: start) }
  }

  // MARK: Cells

  /// Whether there is a file for a cell; it may turn out not to be whole. It counts as used, so
  /// that it is still there when its turn comes.
  func has(_ key: String) -> Bool { Disk.touch(path(key)) }

  /// Nil: it is not there, not whole, or without the waits of each view, which are wanted.
  /// - Complexity: O(samples).
  func find(_ key: String, wear: FlashWear, withViewWaits: Bool = false) -> Aggregates? {
    guard let facts = Disk.facts(of: path(key)), facts.bytes <= Self.largest,
      let file = Disk.bytes(of: path(key)), let payload = Self.payload(of: file, key),
      var aggregates = try? Aggregates(stored: payload, wear: wear),
      aggregates.hasViewWaits || !withViewWaits
    else { return nil }
    if !withViewWaits { _ = aggregates.takeViewWaits() }
    state.withLock { $0.found += 1 }
    return aggregates
  }

  /// - Complexity: O(samples).
  func keep(_ aggregates: Aggregates, at key: String) {
    guard state.withLock({ $0.mistake == nil && $0.keys.inputs.areCurrent }) else { return }
    do {
      let file = Self.file(try aggregates.stored(), key)
      if let limit, file.count > limit.count { return }
      try Disk.putWhole(file, at: path(key))
      let isMuch = state.withLock { state in
        state.kept += 1
        state.bytesSinceTrimming += Int64(file.count)
        return limit.map { state.bytesSinceTrimming > $0.count / 8 } ?? false
      }
      if isMuch { trim() }
    } catch {
      // What lies at one name does not keep the others from theirs.
      guard !Disk.isFolder(path(key)) else { return }
      state.withLock { $0.mistake = "\(error)" }
    }
  }

  /// Removes what was used longest ago, until the rest is within the limit, and what processes that
  /// ended left unfinished.
  package func trim() {
    let hasGrown = state.withLock { state in
      defer { state.bytesSinceTrimming = 0 }
      return state.bytesSinceTrimming > 0
    }
    guard let limit, hasGrown, let names = try? Disk.names(in: folder) else { return }
    UnfinishedEntry.removeAbandoned(in: folder)
    let files = names.filter { $0.hasSuffix(Self.ending) }.compactMap { name in
      Disk.facts(of: "\(folder)/\(name)").map { (name: name, bytes: $0.bytes, used: $0.used) }
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    for file in files.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
      guard total > limit.count else { return }
      try? Disk.remove("\(folder)/\(file.name)")
      total -= file.bytes
    }
  }

  // MARK: Files

  private static let ending = ".cell"
  /// The largest file that is read: a thousand times a cell of the bundled scenarios.
  private static let largest: Int64 = 1 << 30
  /// With the version of the form.
  private static let magic = Array("cachesim cell 1\n".utf8)
  private static let (keyCount, lengthCount, digestCount) = (32, 8, 16)

  private func path(_ key: String) -> String { "\(folder)/\(key)\(Self.ending)" }

  /// A cell's file: the magic line, the key, the payload's length, the payload, a digest of it all.
  private static func file(_ payload: [UInt8], _ key: String) -> [UInt8] {
    var file = magic + Array(key.utf8)
    file += (0..<lengthCount).map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    file += payload
    return file + digest(of: file[...])
  }

  /// Nil: anything in the file is not right.
  private static func payload(of file: [UInt8], _ key: String) -> ArraySlice<UInt8>? {
    let head = magic.count + keyCount + lengthCount
    let end = file.count - digestCount
    guard end >= head, file.starts(with: magic),
      file[magic.count...].starts(with: key.utf8),
      file[(head - lengthCount)..<head].reversed().reduce(0, { $0 << 8 | UInt64($1) })
        == UInt64(end - head), file[end...].elementsEqual(digest(of: file[..<end]))
    else { return nil }
    return file[head..<end]
  }

  private static func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digest = WideFingerprint()
    digest.add(bytes)
    return (0..<digestCount).map { UInt8(truncatingIfNeeded: digest.value >> (8 * $0)) }
  }
}
