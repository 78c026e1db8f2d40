internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Recorded networks in every format, from texts that the test writes.
@Suite struct NetworkRecordingTests {
  private static func recording(_ text: String) throws -> NetworkRecording {
    try NetworkRecording(name: "it", bytes: Array(text.utf8))
  }

  private static let second: Int64 = 1_000_000_000

  /// The instants and values of a series, in seconds.
  private static func steps<Value>(_ series: StepSeries<Value>?) -> [Double: Value] {
    guard let series else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: zip(series.starts.map { Double($0) / 1e9 }, series.values))
  }

  // MARK: - Mahimahi

  @Test func eachLineOfMahimahiPassesAPacket() throws {
    let recording = try Self.recording("0\n2\n2\n5\n")
    let chances = try #require(recording.chances)
    expect(chances.period == 5 && chances.count == 4)
    // From 0: at 2, 2 and 5; the 0 of the next period is at 5 too; then 7, 7, 10, 10.
    let expected: [Int64] = [2, 2, 5, 5, 7, 7, 10, 10, 12]
    for (index, millisecond) in expected.enumerated() {
      let done = recording.completion(of: Bytes(Int64(index + 1) * 1_500), from: 0)
      expect(done, is: millisecond * 1_000_000)
    }
    // A chance at exactly the start is gone, one right after it is not.
    expect(chances.completion(of: 1, from: 2_000_000), is: 5_000_000)
    expect(chances.completion(of: 1, from: 1_999_999), is: 2_000_000)
    expect(chances.completion(of: 1, from: 5_000_000), is: 7_000_000)
    expect(chances.completion(of: 0, from: 3), is: 3)
    expect(chances.packets(for: Bytes(1_501)) == 2 && chances.packets(for: .zero) == 0)
  }

  /// A naive walk along the lines, for starts and counts over several periods.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func packetsPassAsAWalkAlongTheLinesSays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, purpose: .network)
    var time: Int64 = 0
    var times: [Int64] = []
    for _ in 0..<(2 + random.index(below: 30)) {
      time += Int64(random.index(below: 4))
      times.append(time)
    }
    times.append(time + 1)
    let recording = try Self.recording(times.map { "\($0)\n" }.joined())
    let chances = try #require(recording.chances)
    let fluid = try #require(recording.down)
    for start in 0..<(times.last! * 2 + 3) {
      var left = 1 + random.index(below: 90)
      let packets = left
      var lap: Int64 = 0
      var done: Int64 = 0
      while left > 0 {
        for line in times where left > 0 && lap * times.last! + line > start {
          left -= 1
          done = lap * times.last! + line
        }
        lap += 1
      }
      expect(chances.completion(of: Int64(packets), from: start * 1_000_000), is: done * 1_000_000)
      // What the rates let pass by then is as much, and it was less a millisecond before.
      let flow = try #require(
        fluid.completion(of: Double(packets) * 12_000, from: start * 1_000_000))
      expect(flow > (done - 1) * 1_000_000 && flow <= done * 1_000_000, "seed \(seed)")
    }
  }

  @Test func ofTwoFilesOfMahimahiOneIsTheOtherDirection() throws {
    try TraceFiles.with(Array("1\n2\n".utf8), ending: "down") { path in
      let other = path.dropLast(4) + "up"
      try expect(NetworkRecording(contentsOf: path).up == nil)
      try TraceFiles.put("4\n", at: String(other))
      defer { TraceFiles.remove(String(other)) }
      for file in [path, String(other)] {
        let recording = try NetworkRecording(contentsOf: file)
        expect(recording.down?.mean == 12e6 && recording.up?.mean == 3e6)
        expect(recording.direction, is: file == path ? .down : .up)
        let millisecond: Int64 = file == path ? 1 : 4
        expect(recording.completion(of: Bytes(1), from: 0), is: millisecond * 1_000_000)
        expect(NetworkRecording.files(of: file).count, is: 2)
      }
      try TraceFiles.put("0 4\n9 4\n", at: String(other))
      #expect(throws: InputError.self) { try NetworkRecording(contentsOf: path) }
    }
  }

  // MARK: - Seconds and Mbit/s

  @Test func aRateHoldsUntilTheNextRowAndTheLastRowEndsIt() throws {
    let recording = try Self.recording("# a ride\n0.0\t1\r\n\n2.5 0\r\n  4  8.5  \n10 99")
    expect(Self.steps(recording.down), is: [0: 1e6, 2.5: 0, 4: 8.5e6])
    expect(recording.down?.period == 10 * Self.second && recording.up == nil)
    expect(recording.profile, is: "lte-wpt")
    // 2.5 Mbit, none until 4 s, 51 Mbit until 10 s: 312,500 bytes, and as many again at 10 s.
    expect(recording.completion(of: Bytes(312_500), from: 0), is: 2_500_000_000)
    expect(recording.completion(of: Bytes(312_500), from: Self.second), is: 4_117_647_059)
    expect(
      recording.completion(of: Bytes(312_500 + 6_375_000 + 125_000), from: 0), is: 11 * Self.second)
  }

  @Test func theFirstRateHoldsBeforeItsRow() throws {
    let late = try Self.recording("1 5\n2 6\n3 7\n4 8\n")
    expect(Self.steps(late.down), is: [0: 5e6, 2: 6e6, 3: 7e6])
    expect(late.down?.period, is: 4 * Self.second)
    // Dates: seconds since 1970 count from the first row.
    let dates = try Self.recording("1576480963.5 5\n1576480964.5 6\n1576480966 7\n")
    expect(Self.steps(dates.down), is: [0: 5e6, 1: 6e6])
    expect(dates.down?.period, is: 2_500_000_000)
  }

  @Test func oneRowHoldsForEver() throws {
    let recording = try Self.recording("7 8\n")
    expect(recording.down, is: StepSeries(constant: 8e6))
    expect(recording.completion(of: Bytes(1_000_000), from: 5), is: Self.second + 5)
  }

  @Test func rowsOfOneTimeCountWithTheirMean() throws {
    expect(Self.steps(try Self.recording("0 1\n1 2\n1 4\n3 0\n").down), is: [0: 1e6, 1: 3e6])
  }

  @Test func numbersMayHaveExponents() throws {
    expect(Self.steps(try Self.recording("0 9.5e-05\n1 1\n").down), is: [0: 95])
  }

  // MARK: - Columns

  @Test func columnsHaveUnits() throws {
    let text = """
      time_ms;"down (kbit/s)";up_MB/s;cell;rtt;loss_percent
      0;500;1;a;80;0
      1500;250;-;b;;50
      3000;9;9;c;9;9
      """
    let recording = try Self.recording(text)
    expect(Self.steps(recording.down), is: [0: 500e3, 1.5: 250e3])
    expect(Self.steps(recording.up), is: [0: 8e6])
    expect(Self.steps(recording.roundTrip), is: [0: TimeSpan.milliseconds(80)])
    expect(Self.steps(recording.loss), is: [0: 0, 1.5: 0.5])
    expect(recording.direction, is: .down)
    try expect(Self.recording("time,up\n0,1\n5,1").direction, is: .up)
    try expect(Self.recording("\"time\",\"down\"\n\"0\",\"1\"\n5,1").down?.values, is: [1e6])
    try expect(Self.recording("t\tdl_Gbps\n0\t1\n1\t1\n").down?.values, is: [1e9])
  }

  @Test func theColumnsOfTheUniversityCollegeCorkAreKnown() throws {
    let text = """
      Timestamp,Speed,DL_bitrate,UL_bitrate,State,PINGAVG,PINGMIN
      2019.12.16_07.22.43,0,222,53,D,-,-
      2019.12.16_07.22.43,0,8,3,D,-,-
      2019.12.16_07.22.44,1,100,0,D,75.5,70
      2019.12.16_07.22.46,1,0,0,D,-,-
      2019.12.16_07.23.03,1,0,0,D,-,-
      """
    let recording = try Self.recording(text)
    expect(Self.steps(recording.down), is: [0: 115e3, 1: 100e3, 3: 0])
    expect(Self.steps(recording.up), is: [0: 28e3, 1: 0])
    expect(Self.steps(recording.roundTrip), is: [0: TimeSpan.microseconds(75_500)])
    expect(recording.down?.period, is: 20 * Self.second)
  }

  // MARK: - Mistakes

  /// Texts that are no recordings: the line, 0 for the whole file, and words of the message.
  static let mistakes: [(text: String, line: Int, words: String)] = [
    ("", 0, "expected rows of a recorded network, found none"),
    ("# nothing\n\n", 0, "found none"),
    ("5\n3\n", 2, "do not go back, found 3 after 5"),
    ("0\n0\n", 0, "expected times up to 1 ms at least"),
    ("1\n2.5\n", 2, "expected whole milliseconds"),
    ("1\n-2\n", 2, "expected whole milliseconds"),
    ("1\nx\n", 2, "found 'x'"),
    ("99999999999\n", 1, "expected whole milliseconds from 0 to"),
    ("0 1\n2 1\n1 1\n", 3, "do not go back, found 1 s after 2 s"),
    ("0 1\n1 -1\n", 2, "expected a rate from 0 to 1 Tbit/s, found '-1'"),
    ("-1 1\n", 1, "expected a time from 0 s on, or a date, found '-1'"),
    ("0 1\n1 nan\n", 2, "found 'nan'"),
    ("0 1\n1 0x10\n", 2, "found '0x10'"),
    ("0 1\n1 1e9\n", 2, "expected a rate"),
    ("0 1\n1\n", 2, "expected seconds and Mbit/s"),
    ("0 1 2\n", 1, "expected milliseconds (Mahimahi), seconds and Mbit/s, or a header"),
    ("0,1\n", 1, "or a header that names columns"),
    ("0 0\n1 0\n2 5\n", 0, "expected a rate above 0 at some time, found none of direction down"),
    ("0 1\n40000000 1\n", 2, "expected times within 366d"),
    ("down,up\n1,1\n", 1, "expected a header with a column 'time'"),
    ("time,cell\n1,1\n", 1, "some of down, up, rtt and loss"),
    ("time,down,dl\n", 1, "expected one column of a rate"),
    ("time,down_furlongs\n", 1, "expected a unit of a rate such as kbit/s or Mbit/s"),
    ("time,down\n0,1,2\n", 2, "expected 2 columns, found 3"),
    ("time,down\nnoon,1\n", 2, "expected a time from 0 s on, or a date, found 'noon'"),
    ("time,loss\n0,1.5\n", 2, "expected a loss from 0 to all packets, found '1.5'"),
    ("time,down,loss\n0,1,1\n9,1,1\n", 0, "expected a loss below all packets"),
    ("time,rtt\n0,-3\n", 2, "expected a round trip from 0 to 1 hour, found '-3'"),
    ("time,down\n", 0, "found none"),
  ]

  @Test(arguments: mistakes.indices)
  func aMistakeIsToldWithItsLine(index: Int) throws {
    let (text, line, words) = Self.mistakes[index]
    let error = #expect(throws: InputError.self) { try Self.recording(text) }
    expect(error?.reason, is: .malformed)
    expect(error?.place, is: line > 0 ? "it:\(line)" : "it", "\(text)")
    expect(error?.message.contains(words), is: true, "\(error?.message ?? "")")
    let fromFile = try TraceFiles.with(Array(text.utf8), ending: "txt") { path in
      #expect(throws: InputError.self) { try NetworkRecording(contentsOf: path) }
    }
    expect(fromFile?.message, is: error?.message)
  }

  @Test func whatIsNoTextIsRefused() throws {
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0x00, 0x0A], [0x00], Array(repeating: 0x31, count: 70_000),
    ] {
      let error = try TraceFiles.with(bytes, ending: "txt") { path in
        #expect(throws: InputError.self) { try NetworkRecording(contentsOf: path) }
      }
      expect(error?.reason, is: .malformed)
      expect(error?.message.utf8.allSatisfy { $0 >= 0x20 }, is: true)
    }
    let missing = #expect(throws: InputError.self) {
      try NetworkRecording(contentsOf: "no-such-file.down")
    }
    expect(missing?.reason, is: .missingFile)
  }

  @Test func aByteOrderMarkSaysNothing() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("0 1\n1 2\n".utf8)
    let recording = try TraceFiles.with(bytes, ending: "tsv") { path in
      try NetworkRecording(contentsOf: path)
    }
    expect(recording.down?.values, is: [1e6])
  }

  // MARK: - What travels inside the program

  @Test func bundledRecordingsHaveTheirRates() throws {
    expect(BundledRecordings.all.count, is: 10)
    for (name, _) in BundledRecordings.all {
      let recording = try #require(BundledRecordings.recording(named: name))
      let down = try #require(recording.down)
      // The means of the ten files are 0.85 to 3.3 Mbit/s.
      expect((0.7e6...3.5e6).contains(down.mean), "\(name): \(down.mean)")
      expect(recording.profile == "3g-nlc" && recording.name == name && recording.up == nil)
      expect((150...320).contains(down.period / Self.second))
    }
    expect(BundledRecordings.recording(named: "norway_train_2") == nil)
  }
}
