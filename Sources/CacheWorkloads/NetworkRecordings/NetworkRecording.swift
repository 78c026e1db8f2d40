package import SimCore

/// What a file has recorded of a network: its rates over time, and its round trip and loss where
/// they were recorded. All times count from its start, and at its end it begins again.
package struct NetworkRecording: Hashable, Sendable {
  package enum Direction: String, Sendable, CaseIterable {
    case down
    case up
  }

  /// What it is called: of a file, its name without the ending.
  package var name: String
  /// Bits per second towards the device; nil: not recorded.
  package var down: StepSeries<Double>?
  package var up: StepSeries<Double>?
  package var roundTrip: StepSeries<TimeSpan>?
  /// Share of packets lost, 0 to 1; nil: not recorded.
  package var loss: StepSeries<Double>?
  /// The direction that is asked for: the file's, or down where it has both.
  package var direction = Direction.down
  /// The chances of packets that the rates are made of, by direction; none where files have rates.
  private var downChances: PacketChances?
  private var upChances: PacketChances?
  package var profile = Self.usualProfile

  /// The profile of recordings of which nothing else is known: LTE as WebPageTest has it, the
  /// commuter's network outside.
  package static let usualProfile = "lte-wpt"

  init(name: String) { self.name = name }

  package func rates(_ direction: Direction) -> StepSeries<Double>? {
    direction == .down ? down : up
  }

  /// The chances of packets of the direction that is asked for; nil: its rates were recorded.
  package var chances: PacketChances? { direction == .down ? downChances : upChances }

  mutating func set(_ chances: PacketChances, _ direction: Direction) {
    switch direction {
    case .down: (down, downChances) = (chances.rates, chances)
    case .up: (up, upChances) = (chances.rates, chances)
    }
  }

  /// When a transfer without round trips is over that begins at an instant and has the link for
  /// itself, in nanoseconds since the recording's start: by packets of 1,500 bytes where their
  /// chances were recorded, otherwise by the integral of the rate.
  /// - Returns: nil where that is never.
  package func completion(of bytes: Bytes, from start: Int64) -> Int64? {
    if let chances { return chances.completion(of: chances.packets(for: bytes), from: start) }
    return rates(direction)?.completion(of: Double(bytes.count) * 8, from: start)
  }
}

extension NetworkRecording {
  /// The largest file that is read: 256 MiB, an hour of a link of 1 Gbit/s as Mahimahi has it.
  static let largestFile = 256 << 20
  /// The longest line: 64 KiB, many times what a row takes.
  static let longestLine = 64 << 10

  /// Reads a recording, in any of the formats; the first line that says something decides which.
  ///
  /// Of Mahimahi's files, which have one direction each, one that ends in `.up` is the direction
  /// from the device; the file beside it that ends in `.down` is then the other one, and the other
  /// way round.
  package init(contentsOf path: String) throws(InputError) {
    self.init(name: Self.name(of: path))
    direction = Self.direction(of: path) ?? .down
    try read(ByteReader(path: path))
    guard chances != nil, let beside = Self.pathBeside(path), FileKind(of: beside) == .plain else {
      return
    }
    var other = NetworkRecording(name: name)
    other.direction = direction == .down ? .up : .down
    try other.read(ByteReader(path: beside))
    guard let chances = other.chances else {
      throw InputError(
        .malformed, at: beside,
        "expected the other direction of \(path), a file of Mahimahi, found another format")
    }
    set(chances, other.direction)
  }

  init(name: String, bytes: [UInt8]) throws(InputError) {
    self.init(name: name)
    try read(ByteReader(path: name, bytes: bytes))
  }

  package static func files(of path: String) -> [String] {
    [path] + [pathBeside(path)].compactMap(\.self).filter { FileKind(of: $0) == .plain }
  }

  private mutating func read(_ reader: consuming ByteReader) throws(InputError) {
    let path = reader.path
    var scanner = LineScanner(reader)
    var parser = RecordingParser()
    var bytes = 0
    while let line = try scanner.next() {
      bytes += line.range.count + 1
      guard !line.isTooLong, line.range.count <= Self.longestLine else {
        throw InputError(
          .malformed, at: "\(path):\(line.number)",
          "expected lines of at most \(Self.longestLine) bytes, found a longer one")
      }
      guard bytes <= Self.largestFile else {
        throw InputError(
          .malformed, at: path, "expected at most \(Self.largestFile) bytes, found more")
      }
      do throws(InputError) {
        try parser.read(scanner.buffer.span, line.range)
      } catch {
        throw Self.error(error, in: path, line: line.number)
      }
    }
    do throws(InputError) {
      try parser.finish(&self)
    } catch {
      throw Self.error(error, in: path, line: 0)
    }
  }

  private static func error(_ mistake: InputError, in path: String, line: Int) -> InputError {
    InputError(.malformed, at: line > 0 ? "\(path):\(line)" : path, mistake.message)
  }

  package static func name(of path: String) -> String {
    let file = Disk.name(of: path)
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }

  private static func direction(of path: String) -> Direction? {
    Direction.allCases.first { path.hasSuffix(".\($0.rawValue)") }
  }

  private static func pathBeside(_ path: String) -> String? {
    guard let direction = direction(of: path) else { return nil }
    let other = direction == .down ? Direction.up : .down
    return String(path.dropLast(direction.rawValue.count)) + other.rawValue
  }
}

/// The recordings that travel inside the program: ten rides in and around Oslo over 3G, of 2010
/// and 2011.
///
/// They are measured download rates of a phone that moved by bus, car, ferry, metro, train and tram
/// (Riiser, Vigmostad, Griwodz, Halvorsen: Commute Path Bandwidth Traces from 3G Networks, MMSys
/// 2013, doi:10.1145/2483977.2483991), from the collection
/// confiwent/Real-world-bandwidth-traces@d28c4fd; NOTICE has the licence.
package enum BundledRecordings {
  /// Where the numbers are from, as listings say it.
  package static let source = "Riiser et al., MMSys 2013 (3G in Norway)"
  /// The profile of which a simulation takes their round trip and the rate from the device: 3G, as
  /// Apple's Network Link Conditioner has it, since they were measured on 3G.
  package static let profile = "3g-nlc"

  package static let all = EmbeddedFile.all(
    in: "Sources/CacheWorkloads/NetworkRecordings/Norway", ending: ".tsv")

  package static func recording(named name: String) -> NetworkRecording? {
    guard let bytes = all.first(where: { $0.name == name })?.bytes else { return nil }
    do throws(InputError) {
      var recording = try NetworkRecording(name: name, bytes: bytes)
      recording.profile = profile
      return recording
    } catch {
      preconditionFailure("\(error.place): \(error.message)")
    }
  }
}

/// A recorded link as Mahimahi has it: at which milliseconds a packet may pass.
///
/// A line of a file is a time in milliseconds and one chance to pass a packet of 1,500 bytes; a
/// millisecond with several chances is repeated. The last time is the period, after which the
/// times begin again: a chance at the end counts, and so does one at 0 of the next period.
/// (Netravali et al.: Mahimahi: Accurate Record-and-Replay for HTTP, USENIX ATC 2015; `mm-link`.)
package struct PacketChances: Hashable, Sendable {
  /// A packet's size: 1,500 bytes, Ethernet's largest payload and `mm-link`'s unit.
  package static let packet = Bytes(1_500)
  /// The most milliseconds with a chance that are read: two hours and three quarters of them.
  static let limit = 10_000_000
  static let longestPeriod: Int64 = 366 * 86_400_000

  /// The milliseconds with a chance, in order, from 1 to the period: one at 0 stands at the end.
  private var milliseconds: [Int64] = []
  private var counts: [Int64] = []
  private var atStart: Int64 = 0

  package var period: Int64 { milliseconds.last ?? 0 }
  package var count: Int64 { counts.last ?? 0 }
  /// How many packets bytes take; the last one may not be full.
  package func packets(for bytes: Bytes) -> Int64 {
    let size = Self.packet.count
    return bytes.count / size + (bytes.count % size == 0 ? 0 : 1)
  }

  mutating func add(_ millisecond: Int64) {
    if millisecond == 0 {
      atStart += 1
    } else if milliseconds.last == millisecond {
      counts[counts.count - 1] += 1
    } else {
      milliseconds.append(millisecond)
      counts.append((counts.last ?? 0) + 1)
    }
  }

  var millisecondCount: Int { milliseconds.count }
  var last: Int64 { period }

  /// Counts the chances at 0 where the next period has them: at the end.
  mutating func close() {
    counts[counts.count - 1] += atStart
    atStart = 0
  }

  /// When the n-th packet has passed of those that wait from an instant on; a chance at exactly
  /// that instant is gone.
  /// - Returns: an instant in nanoseconds; nil: beyond 292 years.
  /// - Complexity: O(log(chances)).
  package func completion(of packets: Int64, from start: Int64) -> Int64? {
    guard packets > 0 else { return start }
    // A chance at a whole millisecond is later than the start where it is later than its floor.
    let begin = start / 1_000_000
    let (lap, place) = begin.quotientAndRemainder(dividingBy: period)
    let gone = milliseconds.firstSortedIndex { $0 > place }
    let before = gone == 0 ? 0 : counts[gone - 1]
    let (needed, overflow) = packets.addingReportingOverflow(before)
    if overflow { return nil }
    let (laps, rest) = (needed - 1).quotientAndRemainder(dividingBy: count)
    let index = counts.firstSortedIndex { $0 > rest }
    let (all, isTooLate) = (lap + laps).multipliedReportingOverflow(by: period)
    let (sum, isBeyond) = all.addingReportingOverflow(milliseconds[index])
    let (instant, isOver) = sum.multipliedReportingOverflow(by: 1_000_000)
    return isTooLate || isBeyond || isOver ? nil : instant
  }

  /// The rates that pass in each millisecond what its chances allow: those of a time in the
  /// millisecond before it, so that a packet has passed by then.
  package var rates: StepSeries<Double> {
    var starts: [Int64] = []
    var values: [Double] = []
    var end: Int64 = 0
    func append(_ start: Int64, _ chances: Int64) {
      starts.append(start * 1_000_000)
      values.append(Double(chances * Self.packet.count * 8) * 1_000)
    }
    for (index, millisecond) in milliseconds.enumerated() {
      if millisecond - 1 > end { append(end, 0) }
      append(millisecond - 1, counts[index] - (index == 0 ? 0 : counts[index - 1]))
      end = millisecond
    }
    return StepSeries(starts: starts, values: values, period: period * 1_000_000)
  }
}
