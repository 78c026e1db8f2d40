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
    case .down:
      down = chances.rates
      downChances = chances
    case .up:
      up = chances.rates
      upChances = chances
    }
  }

  /// When a transfer without round trips is over that begins at an instant and has the link for
  /// itself, in nanoseconds since the recording's start: by packets of 1,500 bytes where their
  /// chances were recorded, otherwise by the integral of the rate.
  /// - Returns: nil where that is never.
  package func completion(of bytes: Bytes, from start: Int64) -> Int64? {
    if let chances {
      return chances.completion(of: chances.packets(for: bytes), from: start)
    }
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
    try read(path)
    guard chances != nil, let beside = Self.pathBeside(path), FileKind(of: beside) == .plain else {
      return
    }
    var other = NetworkRecording(name: name)
    other.direction = direction == .down ? .up : .down
    try other.read(beside)
    guard let chances = other.chances else {
      throw InputError(
        .malformed, at: beside,
        "expected the other direction of \(path), a file of Mahimahi, found another format")
    }
    set(chances, other.direction)
  }

  init(name: String, bytes: [UInt8]) throws(InputError) {
    self.init(name: name)
    var parser = RecordingParser()
    // Numbers are read in words of eight bytes.
    let padded = bytes + [UInt8](repeating: 0, count: ByteWord.length)
    var start = 0
    var number = 0
    do throws(InputError) {
      while start < bytes.count {
        number += 1
        let end =
          ByteReader.firstIndex(of: LineScanner.newline, in: padded, from: start, to: bytes.count)
          ?? bytes.count
        try parser.read(padded.span, start..<end)
        start = end + 1
      }
      number = 0
      try parser.finish(&self)
    } catch {
      throw Self.error(error, in: name, line: number)
    }
  }

  package static func files(of path: String) -> [String] {
    [path] + [pathBeside(path)].compactMap(\.self).filter { FileKind(of: $0) == .plain }
  }

  private mutating func read(_ path: String) throws(InputError) {
    var scanner = try LineScanner(path: path)
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

  /// - Parameter line: 0: the file as a whole.
  private static func error(_ mistake: InputError, in path: String, line: Int) -> InputError {
    InputError(.malformed, at: line > 0 ? "\(path):\(line)" : path, mistake.message)
  }

  // MARK: - Names

  package static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
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
