internal import SimCore
internal import Testing

@testable internal import CacheWorkloads

/// A small trace of one format, made by hand, and what it says.
struct FormatSample: CustomTestStringConvertible {
  var format: String
  var bytes: [UInt8]
  /// Whether the content alone identifies the format.
  var isTold = true
  var block: RequestBlock
  /// Requests of no bytes.
  var empty: Int64 = 0

  var testDescription: String { format }

  init(
    _ format: String, _ bytes: [UInt8], isTold: Bool = true, empty: Int64 = 0,
    _ fill: (inout RequestBlock) -> Void
  ) {
    self.format = format
    self.bytes = bytes
    self.isTold = isTold
    self.empty = empty
    block = RequestBlock()
    fill(&block)
  }

  init(
    _ format: String, _ text: String, isTold: Bool = true, empty: Int64 = 0,
    _ fill: (inout RequestBlock) -> Void
  ) {
    self.init(format, Array(text.utf8), isTold: isTold, empty: empty, fill)
  }

  var isText: Bool { TraceSample(bytes).isText && format != "har" }

  private static let second: Int64 = 1_000_000_000

  static let all = texts + binaries + servers

  private static let texts = [
    FormatSample(
      "csv",
      "time,id,size,next,op,ttl,cost,tenant\n1.5,7,10,3,get,60,2.5,a\n2,8,0,-1,set,0,1,b\n"
        + "2,7,11,-1,\"g,t\",0.5,0,a\n", empty: 1
    ) {
      $0.keys = [0, 0]
      $0.sizes = [10, 11]
      $0.times = [0, second / 2]
      $0.nextAccesses = [1, .max]
      $0.operations = [0, 2]
      $0.timesToLive = [60 * second, second / 2]
      $0.costs = [2.5, 0]
      $0.tenants = [0, 0]
    },
    FormatSample(
      "jsonl",
      #"{"id":"a","size":10,"time":3}"# + "\n"
        + #"{ "time" : 4.25, "more":{"x":["}"]}, "id":"b\n\"", "size":7 }"# + "\n"
        + #"{"id":"a","size":10,"time":5,"none":null}"#
    ) {
      $0.keys = [0, 1, 0]
      $0.sizes = [10, 7, 10]
      $0.times = [0, second * 5 / 4, 2 * second]
    },
    FormatSample("ids", "5\n6\n\n5\n") { $0.keys = [0, 1, 0] },
    FormatSample("lirs", "5\n*\n6\n5\n") { $0.keys = [0, 1, 0] },
    FormatSample("arc", "100 3 0 0\n101 1 0 1\n") { $0.keys = [0, 1, 2, 1] },
    FormatSample("webcachesim", "1 9 5\n1 8 0\n3 9 6 77\n", empty: 1) {
      $0.keys = [0, 0]
      $0.sizes = [5, 6]
      $0.times = [0, 2 * second]
    },
    FormatSample(
      "twitter-kv", "0,yDqF,4,20,1,get,0\n0,zzzz,4,6,2,set,86400\n1,yDqF,4,20,2,get,0\n"
    ) {
      $0.keys = [0, 1, 0]
      $0.sizes = [24, 10, 24]
      $0.times = [0, 0, second]
      $0.operations = [0, 1, 0]
      $0.timesToLive = [0, 86_400 * second, 0]
      $0.tenants = [0, 1, 1]
    },
    FormatSample(
      "cachelib-kv",
      "op_time,key,key_size,op,op_count,size,cache_hits,ttl,usecase,sub_usecase\n"
        + "10,k,3,GET,2,87,2,0,u,s\n11,l,4,SET,1,0,0,5,v,s\n"
    ) {
      $0.keys = [0, 0, 1]
      $0.sizes = [90, 90, 4]
      $0.times = [0, 0, second]
      $0.operations = [0, 0, 1]
      $0.timesToLive = [0, 0, 5 * second]
      $0.tenants = [0, 0, 1]
    },
  ]

  private static let servers = [
    FormatSample(
      "access-log",
      """
      1.1.1.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 500
      1.1.1.2 - - [17/May/2015:10:05:04 +0000] "GET /b HTTP/1.1" 304 -
      1.1.1.2 - - [17/May/2015:10:05:04 +0000] "POST /b HTTP/1.1" 200 7
      1.1.1.1 - - [17/May/2015:10:05:06 +0000] "GET /a HTTP/1.1" 304 -

      """
    ) {
      $0.keys = [0, 1, 0]
      $0.sizes = [500, 10_000, 500]
      $0.times = [0, second, 3 * second]
      $0.tenants = [0, 1, 0]
    },
    FormatSample(
      "har",
      #"{"log": {"entries": [{"startedDateTime": "2020-01-01T00:00:01Z", "#
        + #""request": {"method": "GET", "url": "http://a/x"}, "#
        + #""response": {"status": 200, "headers": [], "content": {"size": 30}}}, "#
        + #"{"startedDateTime": "2020-01-01T00:00:00.5Z", "#
        + #""request": {"method": "GET", "url": "http://a/y"}, "#
        + #""response": {"status": 304, "headers": [], "content": {}}}]}}"#
    ) {
      $0.keys = [0, 1]
      $0.sizes = [10_000, 30]
      $0.times = [0, second / 2]
    },
  ]

  private static let binaries = [
    FormatSample(
      "oracle-general",
      [
        Record(time: 5, id: 1 << 60, size: 3, next: 3), Record(time: 5, id: 2, size: 4, next: -1),
        Record(time: 6, id: 1 << 60, size: 3, next: .max),
      ].flatMap(\.bytes)
    ) {
      $0.keys = [0, 1, 0]
      $0.sizes = [3, 4, 3]
      $0.times = [0, 0, second]
      $0.nextAccesses = [2, .max, .max]
    },
    FormatSample(
      "vscsi",
      disk(length: 512, command: 0x2A, block: 9, micros: 1_000_001)
        + disk(length: 0, command: 0x28, block: 9, micros: 1_000_002)
        + disk(length: 1_024, command: 0x28, block: 9, micros: 3_000_001), empty: 1
    ) {
      $0.keys = [0, 0]
      $0.sizes = [512, 1_024]
      $0.times = [0, 2 * second]
      $0.operations = [0, 1]
    },
    FormatSample("le32", [1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0], isTold: false) {
      $0.keys = [0, 1, 0]
    },
    FormatSample("be32", [0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1], isTold: false) {
      $0.keys = [0, 1, 0]
    },
    FormatSample("le64", [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], isTold: false) {
      $0.keys = [0, 1]
    },
    FormatSample("be64", [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0], isTold: false) {
      $0.keys = [0, 1]
    },
  ]

  /// A record of a virtual disk.
  private static func disk(length: UInt32, command: UInt8, block: UInt8, micros: UInt32) -> [UInt8]
  {
    func four(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return four(7) + four(length) + four(1) + [command, 0, 0, 1, block] + [0, 0, 0, 0, 0, 0, 0]
      + four(micros) + [0, 0, 0, 0]
  }
}

extension RequestBlock {
  /// Whether two blocks hold the same.
  func equals(_ other: RequestBlock) -> Bool {
    keys == other.keys && sizes == other.sizes && times == other.times
      && nextAccesses == other.nextAccesses && timesToLive == other.timesToLive
      && costs == other.costs && operations == other.operations && tenants == other.tenants
  }
}
