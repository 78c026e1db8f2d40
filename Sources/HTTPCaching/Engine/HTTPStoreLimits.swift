package import SimCore

/// How much an HTTP client's cache stores unless its app says otherwise.
package struct HTTPStoreLimits: Hashable, Sendable {
  /// The most that is held in memory; zero: it has no tier of its own there.
  package let memory: Bytes
  /// The most that is held on disk.
  package let disk: Bytes
  /// The largest answer, as a share of the disk's limit.
  package let largestShare: Double
  /// Where they stand, or that they are assumed.
  package let source: String

  private init(memory: Bytes = .zero, disk: Bytes, largestShare: Double = 1, source: String) {
    self.memory = memory
    self.disk = disk
    self.largestShare = largestShare
    self.source = source
  }
}

extension HTTPStoreLimits {
  /// Those that Apple documents for `URLCache`, and ours where no client is named.
  static let foundation = HTTPStoreLimits(
    memory: .mebibytes(4), disk: .mebibytes(20), largestShare: 0.05,
    source: "NSURLCache.h; Apple's documentation of willCacheResponse")

  /// Without knowledge of the free space, and on other systems than Windows: 80 MiB four times. Its
  /// cache in memory is Blink's and serves one page.
  static let chromium = HTTPStoreLimits(
    disk: .mebibytes(320), largestShare: 0.125,
    source: "net/disk_cache/cache_util.cc at 0bf95aaa (PreferredCacheSize), "
      + "net/disk_cache/simple/simple_backend_impl.cc (MaxFileSize, kMaxFileRatio), as "
      + "klzgrad/naiveproxy has it at 8a5ad96e")

  /// Without its adaptation to the disk, which may go up to 1 GiB.
  static let firefox = HTTPStoreLimits(
    disk: .mebibytes(250), largestShare: 0.125,
    source: "the preference for the disk cache's capacity; EntryIsTooBig of CacheObserver, from "
      + "memory (assumed)")

  /// Of a browser with 16 GB and more of free space.
  static let webkit = HTTPStoreLimits(
    disk: .mebibytes(500),
    source: "Source/WebKit/Shared/CacheModel.cpp at 158327b0 (PrimaryWebBrowser); no limit of an "
      + "answer was found (assumed)")

  /// The app says it.
  static let okhttp = HTTPStoreLimits(
    disk: .mebibytes(50), source: "the example of OkHttp's documentation, from memory (assumed)")

  /// A library that removes nothing because of its size.
  static func none(_ source: String) -> HTTPStoreLimits {
    HTTPStoreLimits(disk: .unlimited, source: source)
  }

  /// In words: "20 MiB on disk, 4 MiB in memory, an answer 5 % of it".
  package var words: String {
    guard disk != .unlimited else { return "none" }
    return [
      "\(disk.json.string ?? disk.json.compact) on disk",
      memory > .zero ? "\(memory.json.string ?? memory.json.compact) in memory" : nil,
      largestShare < 1 ? "an answer \(JSON(largestShare * 100).compact) % of it" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
