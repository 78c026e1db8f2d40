internal import CacheWorkloads
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// What the origin says it has is what was published last.
@Suite struct OriginContentsTests {
  private static func content(_ version: UInt32, host: UInt16 = 0) -> Content {
    Content(
      version: version, kind: .model, host: host, size: Bytes(Int64(version) * 10),
      publishedAt: .start + .seconds(Int64(version)))
  }

  /// Forty hosts are more than the forms that stand once, and each resource changes its own twice.
  @Test func allFormsAreTheSame() {
    var contents = OriginContents()
    for round: UInt16 in 0..<3 {
      for resource: UInt16 in 0..<40 {
        let content = Self.content(UInt32(round + 1), host: (resource + round) % 40)
        contents.note(content, of: UInt32(resource))
        expect(contents.content(of: UInt32(resource)), is: content)
      }
    }
    for resource: UInt16 in 0..<40 {
      expect(
        contents.content(of: UInt32(resource)), is: Self.content(3, host: (resource + 2) % 40))
    }
    expect(contents.content(of: 40) == nil)
    expect(contents.content(of: 1_000) == nil)
    expect(contents.pageStarts, is: [0])
  }

  @Test func aPageIsTakenBack() {
    var contents = OriginContents()
    let size = UInt32(PagedMap<Bool>.pageSize)
    for host: UInt16 in 0..<20 {
      contents.note(Self.content(1, host: host), of: UInt32(host))
      contents.note(Self.content(1, host: host), of: size + UInt32(host))
    }
    contents.removePage(from: 0)
    expect(contents.pageStarts, is: [size])
    for host: UInt16 in 0..<20 {
      expect(contents.content(of: UInt32(host)) == nil)
      expect(contents.content(of: size + UInt32(host)), is: Self.content(1, host: host))
    }
  }
}
