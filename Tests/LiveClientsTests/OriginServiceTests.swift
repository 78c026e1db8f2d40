internal import CacheWorkloads
internal import Experiments
internal import Foundation
internal import SimCore
internal import Synchronization
internal import TestCases
internal import Testing

@testable internal import LiveClients

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// An origin by itself over HTTP, whose clock the test sets.
@Suite struct OriginServiceTests {
  /// A clock on the wall, and what was observed by it.
  private final class Wall: Sendable {
    let time = Mutex<Int64>(1_700_000_000_000_000_000)
    let observed = Mutex<[ObservedRequest]>([])

    func pass(_ span: TimeSpan) { time.withLock { $0 += span.nanoseconds } }
  }

  private static func get(_ service: OriginService, _ path: String) async throws -> HTTPURLResponse
  {
    var request = URLRequest(
      url: try #require(URL(string: "http://127.0.0.1:\(service.port)\(path)")))
    request.cachePolicy = .reloadIgnoringLocalCacheData
    return try await withCheckedThrowingContinuation { continuation in
      URLSession.shared.dataTask(with: request) { _, response, error in
        if let response = response as? HTTPURLResponse {
          continuation.resume(returning: response)
        } else {
          continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
      }.resume()
    }
  }

  /// At 60 times the speed from eight o'clock on, the page of nine is there after a minute.
  @Test func virtualTimeFollowsTheClock() async throws {
    let (plan, stream) = try ServedOriginTests.scenario(ServedOriginTests.morning)
      .simulationInput(seed: 1)
    var settings = ServiceSettings()
    settings.start = .start + .hours(8)
    settings.speed = 60
    let wall = Wall()
    let service = try OriginService(
      plan, stream, settings,
      page: OriginPage(scenario: "morning", device: 0, users: 1, names: StoryNames()),
      clock: { wall.time.withLock { $0 } },
      observe: { request in wall.observed.withLock { $0.append(request) } }, fail: { _ in })
    let first = try await Self.get(service, "/model/1")
    expect(first.statusCode, is: 200)
    expect(first.value(forHTTPHeaderField: "ETag"), is: "\"1\"")
    expect(first.value(forHTTPHeaderField: "Date"), is: HTTPDate.text(1_700_000_000))
    wall.pass(.milliseconds(59_999))
    try await expect(Self.get(service, "/model/1").value(forHTTPHeaderField: "ETag"), is: "\"1\"")
    wall.pass(.milliseconds(1))
    try await expect(Self.get(service, "/model/1").value(forHTTPHeaderField: "ETag"), is: "\"2\"")
    try await expect(Self.get(service, "/model/77").statusCode, is: 404)
    expect(service.stop(), is: .start + .hours(9))
    let observed = wall.observed.withLock { $0 }
    expect(observed.map(\.status), is: [200, 200, 200, 404])
    expect(observed.map(\.version), is: [1, 1, 2, nil])
    expect(observed.last?.at, is: .start + .hours(9))
  }
}
