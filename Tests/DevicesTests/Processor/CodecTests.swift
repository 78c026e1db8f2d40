internal import Devices
internal import SimCore
internal import Testing

struct CodecTests {
  /// 200 records: bytes, and the milliseconds measured for encoding and decoding.
  @Test(arguments: [
    ("json", 75_400, 0.94, 1.14), ("plist", 60_500, 1.58, 2.62), ("archiver", 101_900, 20.5, 6.0),
  ])
  func ratesGiveTheMeasuredTimes(name: String, bytes: Int64, encode: Double, decode: Double) throws
  {
    let codec = try #require(Codecs.named(name))
    #expect(abs(codec.encode(Bytes(bytes)).milliseconds / encode - 1) < 0.02)
    #expect(abs(codec.decode(Bytes(bytes)).milliseconds / decode - 1) < 0.02)
    let size = codec.size(ofJSON: Bytes(75_400))
    #expect(abs(Double(size.count) / Double(bytes) - 1) < 0.01)
  }

  @Test func aSlowerProcessorTakesAsManyTimesLonger() {
    let phone = Codecs.json.scaled(by: 4)
    #expect(phone.encode(.megabytes(80)) == .seconds(4))
    #expect(phone.decode(.megabytes(66)) == .seconds(4))
    #expect(Codecs.named("xml") == nil)
  }
}
