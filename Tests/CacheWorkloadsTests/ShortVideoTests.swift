internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// A feed of videos that are all 14 s long.
@Suite struct ShortVideoTests {
  private struct Feed {
    var contents: [ResourceIndex: (content: Content, parts: [ResourceIndex])] = [:]
    var views: [(resource: ResourceIndex, seconds: Double)] = []
  }

  private static func feed(devices: Int) throws -> Feed {
    var options = ShortVideos.Options()
    options.lengthSigma = 0
    options.use.crashes = 0
    var source = GeneratedWorkload<ShortVideos>(options, WorkloadOpening(devices, .days(1), 1))
    var feed = Feed()
    var block = EventBlock()
    var openedAt = Instant.start
    while try source.fill(&block) {
      for event in block.events {
        switch event.action {
        case .publish(let resource, let content):
          feed.contents[resource] = (content, Array(block.parts[content.parts.indices]))
        case .open: openedAt = event.at
        case .close(let resource): feed.views.append((resource, (event.at - openedAt).seconds))
        default: break
        }
      }
      block.removeAll()
    }
    return feed
  }

  /// The law that was fitted has people watch 51.3 % of 14 s, and 32.9 % of them all of it; of some
  /// ten thousand views, five standard errors.
  @Test func peopleWatchAsTheRetentionCurvesSay() throws {
    let watched = try Self.feed(devices: 20).views.map(\.seconds)
    let count = Double(watched.count)
    expect(count > 5_000)
    expect(abs(watched.reduce(0, +) / count / 14 - 0.513) < 0.025)
    expect(abs(Double(watched.count { $0 >= 14 }) / count - 0.329) < 0.03)
    expect(watched.allSatisfy { (0.3...14).contains($0) })
  }

  /// A head of a second and four seconds at a time, and each video names the one that is next.
  @Test func aVideoHasSegmentsAndANext() throws {
    let feed = try Self.feed(devices: 1)
    let first = try #require(feed.views.first?.resource)
    let (content, parts) = try #require(feed.contents[first])
    let segments = [content] + parts.compactMap { feed.contents[$0]?.content }
    expect(segments.map(\.playingTime), is: [1_000, 4_000, 4_000, 4_000, 1_000])
    expect(segments.allSatisfy { $0.kind == .media })
    // All segments of a video have its rate.
    expect(abs(segments[1].size.count - 4 * segments[0].size.count) <= 4)
    expect(content.next, is: feed.views[1].resource)
  }
}
