internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// The recorded networks beside the checkout, which are not distributed with it.
enum GivenNetworks {
  /// Where one of them lies.
  static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "shared/networks/\(name)").path
  }

  static let isPresent = FileManager.default.fileExists(atPath: path("golden-mahimahi.csv"))
}

/// Real recordings, and numbers that were worked out apart from this program.
@Suite(.enabled(if: GivenNetworks.isPresent, "needs ../shared/networks"))
struct GivenNetworkTests {
  /// A row of `golden-mahimahi.csv`.
  struct Golden: CustomTestStringConvertible {
    var trace: String
    var start: Int64
    var bytes: Bytes
    var done: Int64

    var testDescription: String { "\(bytes.count) bytes from \(start) ms" }
  }

  static let golden: [Golden] = {
    let text = try? String(
      contentsOfFile: GivenNetworks.path("golden-mahimahi.csv"), encoding: .utf8)
    return (text ?? "").split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
      let fields = line.split(separator: ",")
      guard fields.count == 6, let start = Int64(fields[1]), let bytes = Int64(fields[2]),
        let done = Int64(fields[4])
      else { return nil }
      return Golden(trace: String(fields[0]), start: start, bytes: Bytes(bytes), done: done)
    }
  }()

  @Test func everyGoldenRowIsMetToTheMillisecond() throws {
    expect(Self.golden.count, is: 28)
    for (trace, rows) in Dictionary(grouping: Self.golden, by: \.trace) {
      let recording = try NetworkRecording(contentsOf: GivenNetworks.path(trace))
      let fluid = try #require(recording.down)
      for row in rows {
        let start = row.start * 1_000_000
        let done = try #require(recording.completion(of: row.bytes, from: start))
        expect(done, is: row.done * 1_000_000, "\(trace): \(row.testDescription)")
        // The rates of a simulation pass as many bytes within the same millisecond.
        let packets = (row.bytes.count + 1_499) / 1_500
        let flow = try #require(fluid.completion(of: Double(packets) * 12_000, from: start))
        expect((flow + 999_999) / 1_000_000, is: row.done, "\(trace): \(row.testDescription)")
      }
    }
  }

  /// As `awk` counts the lines of the two files.
  @Test func bothDirectionsOfADriveAreRead() throws {
    let recording = try NetworkRecording(
      contentsOf: GivenNetworks.path("ATT-LTE-driving-2016.up"))
    expect(recording.direction, is: .up)
    let down = try #require(recording.down)
    expect(down.period, is: 120_002_000_000)
    // 45,604 lines, of which 21 are 0 and stand at the end.
    expect(abs(down.bitsPerPeriod - 45_604 * 12_000) < 1)
    expect(recording.up != nil && recording.chances != nil)
  }

  @Test(arguments: ["lumos5g-walking.tsv", "ucc-5g-driving.csv"])
  func otherRecordingsHaveRates(name: String) throws {
    let recording = try NetworkRecording(contentsOf: GivenNetworks.path(name))
    let down = try #require(recording.down)
    expect(down.mean > 0 && down.values.count > 100)
    if name.hasPrefix("ucc") {
      expect(recording.up != nil && recording.roundTrip != nil && recording.loss == nil)
    } else {
      expect(down.value(at: 0) == 91e6 && down.period == 800_000_000_000)
    }
  }

  @Test func theBundledRecordingsAreTheGivenOnes() throws {
    for (name, bytes) in BundledRecordings.all {
      let path = GivenNetworks.path("\(name).tsv")
      try expect(Data(contentsOf: URL(filePath: path)), is: Data(bytes))
      let given = try NetworkRecording(contentsOf: path)
      expect(given.down, is: BundledRecordings.recording(named: name)?.down)
    }
  }
}
