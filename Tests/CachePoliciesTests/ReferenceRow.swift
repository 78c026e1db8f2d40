internal import CachePolicies
internal import TraceFixtures

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
