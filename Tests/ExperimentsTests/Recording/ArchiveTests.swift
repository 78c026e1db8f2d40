internal import CacheWorkloads
internal import ClientStrategies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// A capture that the program has written is one that it reads.
@Suite struct ArchiveTests {
  /// A model with a picture twice, then a page; an hour old they would still be fresh.
  private static func day() -> WrittenDay {
    var day = WrittenDay()
    day.publish(9, kind: .image)
    day.publish(0, parts: [9])
    day.publish(1, kind: .document)
    day.at(0, .launch)
    day.visit(0, from: 60)
    day.visit(0, from: 100)
    day.visit(1, from: 140)
    day.at(200, .end)
    return day
  }

  private static var headers: CacheHeaders {
    var headers = CacheHeaders()
    headers.maxAge = .hours(1)
    headers.hasEntityTag = true
    return headers
  }

  private static func log(_ span: Range<Instant> = .start ..< .distantFuture) throws -> JSON {
    let strategy = Chosen<AnyStrategy>.standard("url-cache")
    let recording = try day().explainer(headers: headers).record(
      0, during: span, of: strategy.product, labelled: strategy.label)
    return RecordingArchive(recording).json(version: "1")
  }

  @Test func entriesSayWhatWasRequestedAndWhatTheCacheAnswered() throws {
    let log = try #require(try Self.log()["log"])
    expect(
      log["pages"]?.elements?.map { $0["title"]?.string }, is: ["model 0", "model 0", "document 1"])
    let entries = try #require(log["entries"]?.elements)
    let host = "https://origin.example"
    expect(
      entries.map { $0["request"]?["url"]?.string },
      is: ["/model/0", "/image/9", "/model/0", "/image/9", "/document/1"].map { host + $0 })
    expect(
      entries.map { $0["pageref"]?.string }, is: ["page_1", "page_1", "page_2", "page_2", "page_3"])
    expect(
      entries.map { $0["_fromCache"] != nil }, is: [false, false, true, true, false])
    expect(entries.allSatisfy { $0["response"]?["content"]?["size"] == 10_000 })
    // A header of 300 bytes and a body that is not compressed.
    expect(
      entries.map { $0["response"]?["_transferSize"]?.integer }, is: [10_300, 10_300, 0, 0, 10_300])
    let lines = HTTPExchange(entries[0], at: 0).answered
    expect(lines.value("cache-control") == "max-age=3600" && lines.value("etag") == "\"1\"")
    // Round trips of 150 ms: two for the first name, one each for TCP and TLS.
    let timings = try #require(entries[0]["timings"])
    expect(["dns", "connect", "ssl"].map { timings[$0]?.real }, is: [300, 300, 150])
    expect(entries[0]["startedDateTime"]?.string?.hasSuffix(":01:00.000000000Z"), is: true)
  }

  @Test func aViewAloneHasItsOwnEntries() throws {
    let opened = Instant.start + .seconds(140)
    let log = try #require(try Self.log(opened..<opened + .seconds(10))["log"])
    expect(log["pages"]?.elements?.count, is: 1)
    expect(
      log["entries"]?.elements?.map { $0["request"]?["url"]?.string },
      is: ["https://origin.example/document/1"])
  }

  @Test func ourOwnReaderFindsTheViewsAndTheHeaders() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "\(UUID().uuidString).har").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Self.log().text(levels: 3).write(toFile: path, atomically: true, encoding: .utf8)
    var source = try HARSource(path: path)
    expect(source.issues.examples.isEmpty)
    var block = EventBlock()
    var opened: [String] = []
    var sizes: Set<Bytes> = []
    var parts = 0
    while try source.fill(&block) {
      for event in block.events {
        switch event.action {
        case .open(let resource): opened.append(source.name(of: resource))
        case .publish(_, let content):
          sizes.insert(content.size)
          parts = max(parts, Int(content.parts.count))
        default: break
        }
      }
      block.removeAll()
    }
    let host = "https://origin.example"
    expect(opened, is: ["/model/0", "/model/0", "/document/1"].map { host + $0 })
    // A model is no page with its parts in its text: an app requests them at their own times.
    expect(sizes == [.kilobytes(10)] && parts == 0)
    expect(source.headers.contains { $0.maxAge == .hours(1) && $0.hasEntityTag })
    let exchanges = HTTPExchange.all(in: try HARFile(path: path).log)
    expect(exchanges.map(\.action), is: [.loaded, .loaded, .used, .used, .loaded])
  }
}
