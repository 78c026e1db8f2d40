internal import Devices
internal import SimCore
internal import Testing

struct FrameBudgetTests {
  @Test(
    arguments: [
      (0, 0), (16, 0), (17, 1), (20, 1), (33, 1), (34, 2), (100, 5), (101, 6), (1_000, 59),
    ] as [(Int64, Int64)])
  func workLongerThanAFrameDropsTheFramesThatBeginMeanwhile(milliseconds: Int64, frames: Int64) {
    #expect(FrameBudget.sixty.droppedFrames(in: .milliseconds(milliseconds)) == frames)
  }

  /// 200 records as an archive, on the machine that was measured and on a phone four times slower.
  @Test func archivingTwoHundredRecordsDropsFrames() {
    let archive = Bytes(101_900)
    let onServer = Codecs.archiver.encode(archive)
    let onPhone = Codecs.archiver.scaled(by: 4).encode(archive)
    #expect(FrameBudget.sixty.droppedFrames(in: onServer) == 1)
    #expect(FrameBudget.hundredTwenty.droppedFrames(in: onServer) == 2)
    #expect(FrameBudget.sixty.droppedFrames(in: onPhone) == 4)
    #expect(FrameBudget.sixty.droppedFrames(in: Codecs.json.encode(Bytes(75_400))) == 0)
  }
}
