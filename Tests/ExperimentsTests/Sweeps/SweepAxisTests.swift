internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

@Suite struct SweepAxisTests {
  @Test(arguments: [
    ("k=1,2,3", ["1", "2", "3"]), ("k=1..4", ["1", "2", "3", "4"]),
    ("k=0,1..64*4", ["0", "1", "4", "16", "64"]), ("k=1..100*4", ["1", "4", "16", "64"]),
    ("k=10..40+10", ["10", "20", "30", "40"]), ("k=10..45+10", ["10", "20", "30", "40"]),
    ("k=1..10*1.5", ["1", "2", "3", "5", "8"]),
    ("k=0.1..0.5+0.1", ["0.1", "0.2", "0.3", "0.4", "0.5"]),
    ("k=1..2+0.5", ["1", "1.5", "2"]), ("k=0.25..1*2", ["0.25", "0.5", "1"]),
    ("k=64kB..1MB*2", ["64 kB", "128 kB", "256 kB", "512 kB"]),
    ("k=1MB..4MB*2", ["1 MB", "2 MB", "4 MB"]),
    ("k=512KiB..2MiB*2", ["512 KiB", "1 MiB", "2 MiB"]),
    ("k=15s..1m*2", ["15s", "30s", "1m"]), ("k=15s..1m+15s", ["15s", "30s", "45s", "1m"]),
    ("k=1%..64%*4", ["1%", "4%", "16%", "64%"]),
    ("k=1Mbps..4Mbps*2", ["1 Mbps", "2 Mbps", "4 Mbps"]),
    ("k=true,false,null", ["true", "false", "null"]), ("k=lru,s3-fifo", ["lru", "s3-fifo"]),
    ("k=[1,2],[3]", ["[1, 2]", "[3]"]), (#"k={"a": "x,y"},"p,q""#, [#"{"a": "x,y"}"#, "p,q"]),
    ("k=../a.log,../b.log", ["../a.log", "../b.log"]), ("k=-2..1", ["-2", "-1", "0", "1"]),
    ("k=unlimited,1MB", ["unlimited", "1MB"]), ("on-demand.x=1", ["1"]),
  ])
  func valuesAreListsAndRanges(text: String, values: [String]) throws {
    let axis = try SweepAxis(text)
    expect(axis.values.map(\.word), is: values)
    expect(axis.name == text.prefix { $0 != "=" })
  }

  @Test(arguments: [
    ("k", "expected KEY=VALUES, found 'k'"), ("=1", "expected KEY=VALUES, found '=1'"),
    ("k=", "k=: expected a value behind '='"),
    ("k=1,,2", "k=1,,2: expected a value between commas"),
    ("k=1,1", "k=1,1: the value 1 stands twice"),
    ("k=1..2,2", "k=1..2,2: the value 2 stands twice"),
    ("k=4..1", "k=4..1: expected a range that goes up, found '4..1'"),
    ("k=1..8*1", "k=1..8*1: expected a factor above 1 behind '*', found '1'"),
    ("k=1..8*x", "k=1..8*x: expected a factor above 1 behind '*', found 'x'"),
    ("k=1..8+0", "k=1..8+0: expected a step above 0 behind '+', found '0'"),
    ("k=0..8*2", "k=0..8*2: expected a range from above 0 before '*', found '0'"),
    ("k=1..8MB*2", "k=1..8MB*2: expected ends of one kind, found '1' and '8 MB'"),
    ("k=1s..8s+1", "k=1s..8s+1: expected a step like '1s' behind '+', found '1'"),
    ("k=1MB..2GX*2", "k=1MB..2GX*2: expected a number with a unit like '1 MB', found '2GX'"),
    (
      "k=1s..8s", "k=1s..8s: expected '*' and a factor, or '+' and a step, behind '1s..8s'"
    ),
    ("k=1..10001", "k=1..10001: expected at most 10000 values, found more"),
  ])
  func whatIsNoAxisIsReported(text: String, message: String) {
    let error = #expect(throws: InputError.self) { try SweepAxis(text) }
    expect(error?.lines, is: [message])
  }

  @Test(arguments: [
    "k=1..3", "k=64kB..1MB*2", "k=15s..1h*2", "k=true,null,0.5", #"k={"a": "x,y"},"p,q","..""#,
    #"k="5",5,"""#, "k=1%..64%*4",
  ])
  func anAxisReadsBackAsItself(text: String) throws {
    let axis = try SweepAxis(text)
    let again = try SweepAxis(axis.text)
    expect(again.values, is: axis.values)
    expect(again.text, is: axis.text)
  }

  @Test func amountsHaveTheUnitThatAllValuesShare() throws {
    let sizes = try SweepAxis("k=64kB..256kB*2").swept
    expect(sizes.unit, is: .bytes)
    expect(sizes.values.map(\.amount), is: [64_000, 128_000, 256_000])
    try expect(SweepAxis("k=90s,2m").swept.values.map(\.amount), is: [90, 120])
    try expect(SweepAxis("k=1,2.5").swept.unit, is: .number)
    try expect(SweepAxis("k=unlimited,1MB").swept.unit == nil)
    try expect(SweepAxis("k=1,2s").swept.values.map(\.amount), is: [nil, nil])
  }
}
