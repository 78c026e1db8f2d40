import CacheSimKit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Foundation's `NSCache`, as an app uses it: with limits, and emptied when another user comes.
public final class FoundationNSCache: CacheUnderTest {
  private let cache = NSCache<NSString, NSData>()

  public init(folder: String, clock: TrialClock) {
    cache.countLimit = 100
    cache.totalCostLimit = 10_000_000
  }

  public func value(for key: String) -> [UInt8]? {
    cache.object(forKey: key as NSString).map { [UInt8](Data(referencing: $0)) }
  }
  public func store(_ value: [UInt8], for key: String) {
    cache.setObject(NSData(data: Data(value)), forKey: key as NSString, cost: value.count)
  }
  public func remove(_ key: String) { cache.removeObject(forKey: key as NSString) }
  public func memoryWarning() { cache.removeAllObjects() }
  public func switchUser(to user: Int) { cache.removeAllObjects() }
}

/// Foundation's `URLCache` as a store of responses, without a session before it.
///
/// Its part in memory has room for all: that of the toolchain's Foundation (Swift 6.3.1, Linux)
/// ends the process in `evictFromMemoryCacheAssumingLockHeld` when it has to evict, as a trial
/// with 512 kB showed.
public final class FoundationURLCache: CacheUnderTest {
  private let cache: URLCache

  public init(folder: String, clock: TrialClock) {
    cache = URLCache(
      memoryCapacity: 200_000_000, diskCapacity: 10_000_000, diskPath: folder)
  }

  private func request(_ key: String) -> URLRequest {
    let path = key.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? key
    return URLRequest(url: URL(string: "https://origin.example/\(path)")!)
  }

  public func value(for key: String) -> [UInt8]? {
    cache.cachedResponse(for: request(key)).map { [UInt8]($0.data) }
  }
  public func store(_ value: [UInt8], for key: String) {
    let request = request(key)
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: ["Cache-Control": "max-age=604800"])
    else { return }
    cache.storeCachedResponse(
      CachedURLResponse(response: response, data: Data(value)), for: request)
  }
  public func remove(_ key: String) { cache.removeCachedResponse(for: request(key)) }
  public func switchUser(to user: Int) { cache.removeAllCachedResponses() }
}
