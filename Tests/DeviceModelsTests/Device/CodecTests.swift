internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

struct CodecTests {
  @Test(arguments: MeasuredCodec.all)
  func ratesGiveTheMeasuredTimes(measured: MeasuredCodec) {
    let (codec, bytes) = (measured.codec, Bytes(measured.bytes))
    expect(abs(codec.encode(bytes).milliseconds / measured.encode - 1) < 0.02)
    expect(abs(codec.decode(bytes).milliseconds / measured.decode - 1) < 0.02)
    let size = codec.size(ofJSON: Bytes(MeasuredCodec.json))
    expect(abs(Double(size.count) / Double(measured.bytes) - 1) < 0.01)
  }

  @Test func aSlowerProcessorTakesAsManyTimesLonger() {
    let phone = Codecs.json.scaled(by: 4)
    expect(phone.encode(.megabytes(80)), is: .seconds(4))
    expect(phone.decode(.megabytes(66)), is: .seconds(4))
    expect(Codecs.named("xml") == nil)
  }
}

/// What 200 records of 370 B took on one core of a server, optimised (x86-64 Linux, Swift 6.3.1).
struct MeasuredCodec: Sendable {
  var codec: Codec
  /// What the codec made of them.
  var bytes: Int64
  /// Milliseconds of encoding.
  var encode: Double
  /// Milliseconds of decoding.
  var decode: Double

  /// The size as JSON.
  static let json: Int64 = 75_400
  static let all = [
    MeasuredCodec(codec: Codecs.json, bytes: json, encode: 0.94, decode: 1.14),
    MeasuredCodec(codec: Codecs.plist, bytes: 60_500, encode: 1.58, decode: 2.62),
    MeasuredCodec(codec: Codecs.archiver, bytes: 101_900, encode: 20.5, decode: 6.0),
  ]
}

struct FrameBudgetTests {
  @Test(
    arguments: [
      (0, 0), (16, 0), (17, 1), (20, 1), (33, 1), (34, 2), (100, 5), (101, 6), (1_000, 59),
    ] as [(Int64, Int64)])
  func workLongerThanAFrameDropsTheFramesThatBeginMeanwhile(milliseconds: Int64, frames: Int64) {
    expect(FrameBudget.sixty.droppedFrames(in: .milliseconds(milliseconds)), is: frames)
  }

  /// 200 records as an archive, on the machine that was measured and on a phone four times slower.
  @Test func archivingTwoHundredRecordsDropsFrames() {
    let archive = Bytes(101_900)
    let onServer = Codecs.archiver.encode(archive)
    let onPhone = Codecs.archiver.scaled(by: 4).encode(archive)
    expect(FrameBudget.sixty.droppedFrames(in: onServer), is: 1)
    expect(FrameBudget.hundredTwenty.droppedFrames(in: onServer), is: 2)
    expect(FrameBudget.sixty.droppedFrames(in: onPhone), is: 4)
    expect(FrameBudget.sixty.droppedFrames(in: Codecs.json.encode(Bytes(75_400))), is: 0)
  }
}
