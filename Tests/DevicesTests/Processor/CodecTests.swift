internal import Devices
internal import SimCore
internal import Testing

struct CodecTests {
  @Test(arguments: MeasuredCodec.all)
  func ratesGiveTheMeasuredTimes(measured: MeasuredCodec) {
    let (codec, bytes) = (measured.codec, Bytes(measured.bytes))
    #expect(abs(codec.encode(bytes).milliseconds / measured.encode - 1) < 0.02)
    #expect(abs(codec.decode(bytes).milliseconds / measured.decode - 1) < 0.02)
    let size = codec.size(ofJSON: Bytes(MeasuredCodec.json))
    #expect(abs(Double(size.count) / Double(measured.bytes) - 1) < 0.01)
  }

  @Test func aSlowerProcessorTakesAsManyTimesLonger() {
    let phone = Codecs.json.scaled(by: 4)
    #expect(phone.encode(.megabytes(80)) == .seconds(4))
    #expect(phone.decode(.megabytes(66)) == .seconds(4))
    #expect(Codecs.named("xml") == nil)
  }
}
