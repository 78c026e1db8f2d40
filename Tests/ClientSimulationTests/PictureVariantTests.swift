internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Pictures of other formats and sizes than those that are published, worked out on paper.
@Suite struct PictureVariantTests {
  /// Of 14,300 B a WebP has 10,010, with 300 B of header 8 segments; a quarter of the pixels of a
  /// JPEG are 3,575 B, 3 segments; both together 2,503 B, 2 segments. What the client resizes comes
  /// whole.
  @Test(arguments: [
    (PictureFormat.jpeg, PictureResizing.none, 14_300 as Int64, 10),
    (.webp, .none, 10_010, 8), (.jpeg, .origin, 3_575, 3), (.webp, .origin, 2_503, 2),
    (.jpeg, .client, 14_300, 10),
  ])
  func whatIsSentIsAVariant(
    format: PictureFormat, resizing: PictureResizing, bytes: Int64, segments: Int
  ) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .image, size: 14_300)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(50, .end)
    var plan = HandWorkedDayTests.plan()
    (plan.origin.pictures.format, plan.origin.pictures.resizing) = (format, resizing)
    plan.origin.pictures.shownPixels = 0.25
    let diary = try AnyStrategy.diary(of: "network-only", in: plan, story)
    expect(diary.exchanges.map(\.payload), is: [Bytes(bytes)])
    let transfer = Double(segments * 1_460 * 8) / 1.6e6
    expect(
      isClose(
        diary.visits[0].firstContent,
        HandWorkedDayTests.handshake + HandWorkedDayTests.upload + 0.150 + 0.030 + transfer))
  }

  /// 10,000 B are 100 kB of pixels. In 100 kB of memory there is room for one picture, or for four
  /// of a quarter of the pixels, whatever their format; a file has all of it, or a quarter.
  @Test(arguments: [
    (PictureResizing.none, PictureFormat.jpeg, "original", Source.network, 10_000 as Int64),
    (.client, .jpeg, "original", .memory, 10_000), (.client, .jpeg, "shown", .memory, 2_500),
    (.origin, .jpeg, "original", .memory, 2_500), (.none, .webp, "original", .network, 7_000),
    (.client, .webp, "shown", .memory, 1_750),
  ])
  func aSmallerBitmapLeavesSpace(
    resizing: PictureResizing, format: PictureFormat, stores: String, again: Source, file: Int64
  ) throws {
    var plan = SimulationPlan.ideal()
    plan.device.decodedImageFactor = 10
    (plan.origin.pictures.format, plan.origin.pictures.resizing) = (format, resizing)
    plan.origin.pictures.shownPixels = 0.25
    func diary(_ disk: String, _ memory: String) throws -> Diary {
      try AnyStrategy.diary(
        of: "image-loader",
        settings: JSON.parse(Array(#"{"memory": \#(memory), "disk": \#(disk)}"#.utf8)), in: plan,
        .visiting(.image, [(0, 1), (1, 21), (0, 41)]))
    }
    let inMemory = try diary(#"{"store": "none"}"#, #"{"limit": "100 kB"}"#)
    expect(inMemory.visits.map(\.firstSource), is: [.network, .network, again])
    let onFlash = try diary(#"{"stores": "\#(stores)"}"#, #"{"limit": "0 B"}"#)
    expect(
      onFlash.writes.map { $0.bytesByCause[.store] }.filter { $0 > 0 }, is: [file, file])
    expect(onFlash.visits.map(\.firstSource), is: [.network, .network, .flash])
    expect(onFlash.summaries.map(\.violations), is: [[]])
  }

  /// A picture of 10,000 B and its quarter are two files and two writes, unless nobody resizes it.
  /// The third visit reads at 10 kB/s what is behind the first 4,096 B, which take no time: of the
  /// original 590.4 ms, of the quarter nothing. Where space is short the oldest file leaves first.
  @Test(
    arguments: [
      ("original", PictureResizing.client, "1 MB", [10_000, 10_000], 0.5904, 20_000),
      ("shown", .client, "1 MB", [2_500, 2_500], 0, 5_000),
      ("both", .client, "1 MB", [10_000, 2_500, 10_000, 2_500], 0, 25_000),
      ("both", .none, "1 MB", [10_000, 10_000], 0.5904, 20_000),
      ("both", .client, "12.5 kB", [10_000, 2_500, 10_000, 2_500], nil, 12_500),
      ("both", .client, "17.5 kB", [10_000, 2_500, 10_000, 2_500], 0, 15_000),
    ] as [(String, PictureResizing, String, [Int64], Double?, Int64)])
  func bothFormsAreTwoFiles(
    stores: String, resizing: PictureResizing, limit: String, written: [Int64], read: Double?,
    kept: Int64
  ) throws {
    var plan = SimulationPlan.ideal()
    plan.device.flash.timing.readRate = Bytes(10_000)
    plan.origin.pictures.resizing = resizing
    plan.origin.pictures.shownPixels = 0.25
    let disk = #"{"stores": "\#(stores)", "limit": "\#(limit)"}"#
    let diary = try AnyStrategy.diary(
      of: "image-loader",
      settings: JSON.parse(Array(#"{"memory": {"limit": "0 B"}, "disk": \#(disk)}"#.utf8)),
      in: plan, .visiting(.image, [(0, 1), (1, 21), (0, 41)]))
    let stored = diary.writes.map { $0.bytesByCause[.store] }.filter { $0 > 0 }
    expect(stored.prefix(written.count), is: written[...])
    expect(diary.visits[2].firstSource, is: read == nil ? .network : .flash)
    if let read { expect(isClose(diary.visits[2].firstContent, read)) }
    expect(diary.summaries[0].flashInUse, is: Bytes(kept))
    expect(diary.summaries.map(\.violations), is: [[]])
  }
}
