internal import CachePolicies
internal import SimCore
internal import Testing
internal import TraceFixtures

/// Recorded traces, read by the simplest code that can read them.
enum RealTrace: String, CaseIterable, CustomTestStringConvertible {
  /// Records of 24 bytes, little-endian: u32 time, u64 object, u32 size, i64 next request.
  case cloudPhysics = "block/cloudPhysicsIO.oracleGeneral.bin"
  /// Big-endian u32: the object.
  case web07 = "block/cache2k-web07.be32"
  /// Lines of time, object, size, next request.
  case twitter = "block/twitter_cluster52_first250k.csv"
  /// Lines of time, object, size.
  case webCacheSim = "block/webcachesim-test.tr"
  /// Lines of number, object, size.
  case adaptSize = "block/adaptsize-request.txt"

  var testDescription: String { rawValue }

  /// The traces that are here: some always are.
  static let here = allCases.filter { TraceFile.path($0.rawValue) != nil }

  /// The requests, with sizes where the trace has them; requests of no bytes are left out.
  var block: RequestBlock { Self.blocks[self] ?? RequestBlock() }

  private static let blocks: [RealTrace: RequestBlock] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.read(TraceFile.bytes($0.rawValue) ?? [])) })

  private func read(_ bytes: [UInt8]) -> RequestBlock {
    var intake = Intake()
    switch self {
    case .cloudPhysics:
      for start in stride(from: 0, to: bytes.count, by: 24) {
        let object = Self.number(bytes[start + 4..<start + 12].reversed())
        intake.take(object, size: Self.number(bytes[start + 12..<start + 16].reversed()))
      }
    case .web07:
      for start in stride(from: 0, to: bytes.count, by: 4) {
        intake.take(Self.number(bytes[start..<start + 4]), size: nil)
      }
    case .twitter, .webCacheSim, .adaptSize:
      for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
        let fields = Self.numbers(line)
        intake.take(fields[1], size: fields[2])
      }
    }
    intake.block.lookAhead()
    return intake.block
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The first three decimal numbers of a line, whatever stands between them.
  private static func numbers(_ line: ArraySlice<UInt8>) -> [UInt64] {
    var numbers: [UInt64] = []
    var isInside = false
    for byte in line {
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      if isDigit {
        let digit = UInt64(byte - UInt8(ascii: "0"))
        if isInside {
          numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
        } else {
          if numbers.count == 3 { break }
          numbers.append(digit)
        }
      }
      isInside = isDigit
    }
    return numbers
  }

  private struct Intake {
    var block = RequestBlock()
    private var keys: [UInt64: ObjectKey] = [:]

    mutating func take(_ object: UInt64, size: UInt64?) {
      guard size != 0 else { return }
      let next = ObjectKey(keys.count)
      let key = keys[object] ?? next
      if key == next { keys[object] = next }
      block.keys.append(key)
      if let size { block.sizes.append(Int64(size)) }
    }
  }
}

extension RequestBlock {
  /// Fills in each request's next access.
  mutating func lookAhead() {
    var next: [ObjectKey: Int64] = [:]
    nextAccesses = Array(repeating: .max, count: count)
    for index in keys.indices.reversed() {
      nextAccesses[index] = next.updateValue(Int64(index), forKey: keys[index]) ?? .max
    }
  }
}

/// A row of the table of miss counts that two other engines found.
struct ReferenceRow: Equatable {
  var trace: String
  var policy: String
  /// Settings as a scenario writes them.
  var settings: String
  var capacity: Int64
  var isUnit: Bool
  var requests: Int64
  var misses: Int64
  /// Six digits behind the point; nil when objects are counted.
  var byteMissRatio: Double?

  /// What the table calls the policies whose rule is the same, and their settings for it. LRU and
  /// FIFO stand there twice, by both engines.
  private static let policies: [(name: String, policy: String, settings: String)] = [
    ("LRU", "lru", "{}"),
    ("FIFO", "fifo", "{}"),
    ("Sieve", "sieve", "{}"),
    ("Clock", "clock", "{}"),
    ("LFU", "lfu", "{}"),
    ("ARC", "arc", "{}"),
    ("TwoQ", "2q", "{\"rule\": \"libcachesim\"}"),
    ("S3FIFO", "s3-fifo", "{\"rule\": \"libcachesim\"}"),
    ("SLRU", "slru", "{\"rule\": \"libcachesim\", \"shares\": [1, 1, 1, 1]}"),
    ("MIN(Belady)", "belady", "{}"),
  ]

  /// The rows of policies that the catalogue has; where the engines agree, one row for both.
  static let all: [ReferenceRow] = {
    let text = String(
      decoding: TraceFile.bytes("reference-miss-counts.csv") ?? [], as: UTF8.self)
    var rows: [ReferenceRow] = []
    for line in text.split(separator: "\n").dropFirst() {
      if let row = ReferenceRow(line), !rows.contains(row) { rows.append(row) }
    }
    return rows
  }()

  private init?(_ line: Substring) {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard let known = Self.policies.first(where: { $0.name == fields[1] }),
      let capacity = Int64(fields[2]), let requests = Int64(fields[4]),
      let misses = Int64(fields[5])
    else { return nil }
    trace = String(fields[0])
    policy = known.policy
    settings = known.settings
    isUnit = fields[3] == "unit"
    byteMissRatio = Double(fields[7])
    (self.capacity, self.requests, self.misses) = (capacity, requests, misses)
  }
}
