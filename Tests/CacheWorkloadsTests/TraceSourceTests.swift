internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct TraceSourceTests {
  static let har = HARSourceTests.har([HARSourceTests.entry("/", at: "01", page: nil)])
  static let log = AccessLogSourceTests.line("a", 0, "/") + "bad\n"

  @Test(arguments: [
    (har, "har", TraceSource.Format.har), (har, "json", .har), ("\u{FEFF} \r\n\t\(har)", "x", .har),
    (log, "log", .accessLog), (log, "txt", .accessLog), ("", "log", .accessLog),
  ])
  func theFormatIsToldByNameOrContent(
    _ text: String, _ ending: String, _ format: TraceSource.Format
  ) throws {
    try TraceFiles.with(Array(text.utf8), ending: ending) { path in
      var source = try TraceSource(path: path)
      expect(source.format, is: format)
      try checkLaws(of: &source)
      expect(source.issues.malformedCount, is: text == Self.log ? 1 : 0)
      expect(source.headers.count, is: 1)
    }
  }

  @Test func aLogWithTheNameOfACaptureIsRefusedAsACapture() throws {
    try TraceFiles.with(Array(Self.log.utf8), ending: "HAR") { path in
      let error = #expect(throws: InputError.self) { _ = try TraceSource(path: path) }
      expect(error?.place, is: "\(path):1:1")
    }
  }

  @Test func aMissingFileIsNamed() {
    let error = #expect(throws: InputError.self) { _ = try TraceSource(path: "/nowhere.log") }
    expect(error?.reason, is: .missingFile)
  }
}

@Suite struct TraceHeapTests {
  @Test(arguments: UInt64(0)..<20)
  func theHeapSortsAndTheMedianIsTheMiddle(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed, purpose: .workload)
    var heap = Heap<Int64>()
    var median = RunningMedian()
    var numbers: [Int64] = []
    expect(median.value == nil)
    for _ in 0..<Int(seed * 7 + 1) {
      let number = Int64.random(in: 0...20, using: &generator)
      heap.insert(number)
      median.add(number)
      numbers.append(number)
      expect(median.value, is: numbers.sorted()[(numbers.count - 1) / 2])
    }
    for number in numbers.sorted() { expect(heap.removeFirst(), is: number) }
    expect(heap.removeFirst() == nil)
  }

  @Test func textsKeepTheirNumbersAsTheTableGrows() {
    var interner = ByteInterner()
    for round in 0..<2 {
      for number in UInt32(0)..<5_000 {
        let text = Array("text \(number)".utf8)
        expect(interner.intern(text.span), is: number, "round \(round)")
        expect(Array(interner[number]), is: text)
      }
    }
    expect(interner.count, is: 5_000)
  }

  @Test(arguments: [
    ("/", ResourceKind.document), ("/a/", .document), ("/a.b/c", .document), ("/a.HTML", .document),
    ("/a.png?x=/y.html", .image), ("/feed.xml", .model), ("/a.zip", .other), ("", .document),
    ("/a.", .other), ("/x.GIF#y", .image),
  ])
  func aPathsEndingTellsTheKind(_ path: String, _ kind: ResourceKind) {
    expect(ResourceKind(path: Array(path.utf8)), is: kind)
  }
}
