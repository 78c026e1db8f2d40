internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// The day of Docs/GrowingStores.md: a pre-cache with six records of 2,000 B, of which two are
/// opened, and an hour later with twelve. Archived they are 2,700 B, of which a leaf holds one.
@Suite struct GrowingStoreDayTests {
  /// 2,700 B of archive at 16.9 MB/s on a processor four times slower.
  private static let decoding = 2_700 / 16.9e6 * 4
  /// A file, a page, and 0.3 ms of work four times slower: once in a process.
  private static let opening = 0.000_350 + 4 * 0.000_300

  /// What the three visits wait for.
  private static func waits(_ change: (inout FlashSettings) -> Void) throws -> [Double] {
    var plan = HandWorkedDayTests.plan()
    plan.device.flash.reading = ReadingCosts()
    change(&plan.device.flash)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("interval", "1h")]), in: plan, day: "growing-store")
    expect(diary.visits.map(\.firstSource), is: [.flash, .flash, .flash])
    return diary.visits.map { $0.firstContent?.seconds ?? .nan }
  }

  private static func check(
    _ waits: [Double], _ device: [Double], _ processing: [Double], opening: Double = opening
  ) {
    let once = [opening, 0, 0]
    for (index, wait) in waits.enumerated() {
      let expected = once[index] + device[index] + 4 * processing[index] + decoding
      expect(abs(wait - expected) < 1e-7, "visit \(index): \(wait), \(expected)")
    }
  }

  /// A leaf, whatever the store's size; a query of 4 µs.
  @Test func aSearchByKeyTakesAPage() throws {
    try Self.check(Self.waits { _ in }, [150e-6, 150e-6, 150e-6], [4e-6, 4e-6, 4e-6])
  }

  @Test func anIndexTakesTwo() throws {
    try Self.check(
      Self.waits { $0.search = .index }, [300e-6, 300e-6, 300e-6], [8e-6, 8e-6, 8e-6])
  }

  /// Six leaves, then twelve: 20,480 B and 45,056 B after the first page, at 800 MB/s; 0.1 µs each.
  @Test func aScanGrowsWithTheStore() throws {
    let six = 150e-6 + 20_480 / 800e6
    let twelve = 150e-6 + 45_056 / 800e6
    try Self.check(Self.waits { $0.search = .scan }, [six, six, twelve], [4.6e-6, 4.6e-6, 5.2e-6])
    // 500 µs for each document.
    try Self.check(
      Self.waits {
        $0.search = .scan
        $0.reading.scanRow = .microseconds(500)
      }, [six, six, twelve], [3_004e-6, 3_004e-6, 6_004e-6])
  }

  /// The process has written all pages itself.
  @Test func whatTheProcessHasInMemoryIsNotRead() throws {
    try Self.check(
      Self.waits {
        $0.search = .scan
        $0.pageCache = Bytes(2_048_000)
      }, [0, 0, 0], [4.6e-6, 4.6e-6, 5.2e-6])
  }

  /// Opening derives a key for 270 ms and deciphers a page, as each reading does: 10.24 µs.
  @Test func anEncryptedStoreIsDecipheredPageByPage() throws {
    let page = 10.24e-6
    try Self.check(
      Self.waits { $0.encryption = .sqlcipher }, [150e-6, 150e-6, 150e-6],
      [4e-6 + page, 4e-6 + page, 4e-6 + page], opening: Self.opening + 4 * (0.270 + page))
  }

  /// What a checkpoint copies was enciphered when it came into the log, and is not again.
  @Test func aCheckpointEnciphersNothing() throws {
    let writes = try [EncryptionCosts(), .sqlcipher].map { costs in
      var plan = HandWorkedDayTests.plan()
      plan.device.flash.checkpointFrames = 1
      plan.device.flash.encryption = costs
      return try AnyStrategy.diary(
        of: "pre-cache", settings: .object([("interval", "1h")]), in: plan, day: "growing-store"
      ).writes
    }
    expect(writes[1].map(\.bytes), is: writes[0].map(\.bytes))
    expect(writes[0].contains { $0.bytesByCause[.checkpoint] > 0 })
    for (plain, encrypted) in zip(writes[0], writes[1]) {
      let bytes = plain.bytes.count - plain.bytesByCause[.checkpoint]
      let work = Double(bytes) / 400e6 * 4
      expect(abs((encrypted.duration - plain.duration).seconds - work) < 1e-8)
    }
  }

  /// Flash in use is the file: the first page, the root, twelve leaves; or twelve records.
  @Test func aStoreIsAsLongAsItsFile() throws {
    for (counts, bytes) in [(false, Int64(12 * 2_700)), (true, 14 * 4_096)] {
      var plan = HandWorkedDayTests.plan()
      plan.device.flash.countsFiles = counts
      let diary = try AnyStrategy.diary(
        of: "pre-cache", settings: .object([("interval", "1h")]), in: plan, day: "growing-store")
      expect(diary.summaries.map(\.flashInUse), is: [Bytes(bytes)])
      expect(diary.summaries.map(\.violations), is: [[]])
    }
  }
}
