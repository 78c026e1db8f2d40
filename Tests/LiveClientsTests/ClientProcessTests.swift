internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import Synchronization
internal import TestCases
internal import Testing

@testable internal import LiveClients

/// A child process, and what it leaves.
@Suite struct ClientProcessTests {
  private final class Lines: Sendable {
    let all = Mutex<[String?]>([])

    /// Waits for so many lines, the end among them.
    func wait(for count: Int) -> [String?] {
      for _ in 0..<1_000 {
        let lines = all.withLock { $0 }
        if lines.count >= count { return lines }
        usleep(10_000)
      }
      return all.withLock { $0 }
    }
  }

  private static func start(
    _ command: String, _ lines: Lines, _ words: LastWords = LastWords()
  ) throws -> ClientProcess {
    let folder = FileManager.default.temporaryDirectory.path
    return try ClientProcess(
      arguments: ClientProcess.arguments(of: command), environment: [("PATH", "/usr/bin:/bin")],
      in: folder, words: words
    ) { signal in
      lines.all.withLock { all in
        switch signal {
        case .line(let text), .excess(let text): all.append(text)
        case .end: all.append(nil)
        case .request: break
        }
      }
      return true
    }
  }

  @Test func linesGoBothWays() throws {
    let lines = Lines()
    let process = try Self.start("cat", lines)
    process.send("one")
    process.send("größer")
    expect(lines.wait(for: 2), is: ["one", "größer"])
    process.end()
    expect(lines.wait(for: 3), is: ["one", "größer", nil])
    // What nothing reads any more is no error.
    process.send("three")
  }

  /// Defect: a line and the request that followed it were read by two threads, which a loaded
  /// machine runs in any order. What was written before is told before, whichever thread asks.
  @Test func whatWasWrittenIsToldBeforeARequestIsTaken() {
    var (output, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    expect(pipe(&output) == 0 && pipe(&errors) == 0)
    let told = Mutex<[String]>([])
    let reader = ClientOutput(output[0], errors: errors[0], LastWords()) { signal in
      if case .line(let line) = signal { told.withLock { $0.append(line) } }
      return true
    }
    expect(reader.readOn() && told.withLock { $0 } == [])
    let bytes = Array("one\ntwo\nthr".utf8)
    expect(write(output[1], bytes, bytes.count), is: bytes.count)
    expect(reader.readOn() && told.withLock { $0 } == ["one", "two"])
    expect(write(output[1], "ee\n", 3), is: 3)
    expect(reader.readOn() && told.withLock { $0 } == ["one", "two", "three"])
    close(output[1])
    expect(!reader.readOn() && !reader.readOn())
    for end in [output[0], errors[0], errors[1]] { close(end) }
  }

  @Test func itsStatusIsTold() throws {
    let lines = Lines()
    let process = try Self.start("sh -c 'exit 7'", lines)
    expect(lines.wait(for: 1), is: [nil])
    expect(process.end(), is: 7)
    expect(process.end() == nil)
  }

  @Test func aLineIsReadWholeOrNotAtAll() throws {
    let lines = Lines()
    let longest = ClientProcess.longestLine
    let text = "yes | tr -d \"\\n\" | head -c "
    let process = try Self.start(
      "sh -c '\(text)\(longest); echo; \(text)\(longest + 1); echo; echo more'", lines)
    let found = lines.wait(for: 3)
    expect(found.count, is: 3)
    expect(found[0]?.utf8.count, is: longest)
    expect(
      found[1]?.hasPrefix("wrote a line of more than 1048576 B, which begins with 'yy"), is: true)
    expect(found[2] == nil)
    process.end()
  }

  @Test func ofStandardErrorTheEndIsKept() throws {
    let (lines, words) = (Lines(), LastWords())
    let process = try Self.start(
      "sh -c 'yes nonsense | head -c 4500000 >&2; echo last >&2; echo said'", lines, words)
    expect(lines.wait(for: 2), is: ["said", nil])
    let text = "; its last words, of 4500005 B on standard error: nonsense | nonsense | last"
    expect(words.text, is: text)
    process.end()
  }

  @Test func whatIsNotReadHasABound() {
    let mailbox = SignalMailbox()
    let line = String(repeating: "x", count: ClientProcess.longestLine)
    var count = 0
    while count < 100, mailbox.put(.line(line)) { count += 1 }
    expect(count, is: 15)
    for _ in 0..<count {
      guard case .line = mailbox.take(until: .now() + 1) else { return expect(Bool(false)) }
    }
    guard case .excess = mailbox.take(until: .now() + 1) else { return expect(Bool(false)) }
    // Time that is over is over, whatever waits.
    mailbox.put(.end)
    expect(mailbox.take(until: .now()) == nil)
  }

  @Test func allThatItStartedEndsWithIt() throws {
    let lines = Lines()
    let text = "sh -c 'sleep 600 & echo $!; setsid sleep 601 & echo $!; wait'"
    let process = try Self.start(text, lines)
    let numbers = lines.wait(for: 2).compactMap { $0.flatMap(Int32.init) }
    expect(numbers.count, is: 2)
    for number in numbers { expect(kill(number, 0), is: 0) }
    process.end()
    for number in numbers { expect(kill(number, 0) == -1 && errno == ESRCH) }
  }
}

@Suite struct OriginAnswersTests {
  private static let times = ClientTimes(secondsAtStart: 784_111_777)

  @Test func datesAreInThePreferredForm() {
    // The example of RFC 9110, section 5.6.7.
    expect(Self.times.date(at: .start), is: "Sun, 06 Nov 1994 08:49:37 GMT")
    expect(HTTPDate.text(0), is: "Thu, 01 Jan 1970 00:00:00 GMT")
    expect(HTTPDate.text(-1), is: "Wed, 31 Dec 1969 23:59:59 GMT")
    for seconds: Int64 in [951_782_400, 1_709_208_000, 4_102_444_799, -62_000_000_000] {
      let text = HTTPDate.text(seconds) ?? ""
      expect(HTTPDate.seconds(text, now: 1_700_000_000), is: seconds)
    }
  }

  @Test func aConditionIsReadAgainstWhatWasGiven() {
    let (plain, start) = (CacheHeaders(), Instant.start)
    func condition(_ name: String, _ value: String) -> UInt32? {
      Self.condition(name, value, among: [(3, start, plain), (12, start + .seconds(60), plain)])
    }
    expect(condition("If-None-Match", "\"12\""), is: 12)
    expect(condition("if-none-match", "W/\"3\", \"x\""), is: 3)
    expect(condition("If-None-Match", "\"1\"") == nil)
    expect(condition("If-Modified-Since", "Sun, 06 Nov 1994 08:50:37 GMT"), is: 12)
    expect(condition("If-Modified-Since", "Sun, 06 Nov 1994 08:50:38 GMT") == nil)
    expect(condition("Accept", "*/*") == nil)
  }

  private static func condition(
    _ name: String, _ value: String,
    among versions: [(version: UInt32, publishedAt: Instant, headers: CacheHeaders)]
  ) -> UInt32? {
    let request = HeldRequest(
      id: 1, method: "GET", path: "/model/1", headers: [(name: name, value: value)])
    return OriginAnswers(times: times).condition(of: request, among: versions)
  }

  /// Defect: of a capture's answers only the number of the version was known as a tag, which no
  /// client was given: whatever it asked about was sent whole.
  @Test func aConditionNamesWhatACaptureHasRecorded() {
    func recorded(_ lines: (String, String)...) -> CacheHeaders {
      var headers = CacheHeaders()
      headers.recorded = lines.map { RecordedField($0, $1) }
      return headers
    }
    let date = "Sat, 05 Nov 1994 08:49:37 GMT"
    func condition(_ name: String, _ value: String) -> UInt32? {
      Self.condition(
        name, value,
        among: [
          (1, .start, recorded(("etag", "W/\"2\""))), (2, .start, recorded(("etag", "\"b\""))),
          (3, .start, recorded(("last-modified", date))),
        ])
    }
    expect(condition("If-None-Match", "\"2\""), is: 1)
    expect(condition("If-None-Match", "\"a\", \"b\""), is: 2)
    expect(condition("If-None-Match", "\"1\"") == nil)
    expect(condition("If-Modified-Since", date), is: 3)
    expect(condition("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"), is: 2)
  }

  @Test func agesAreDividedByTheSpeed() {
    let times = ClientTimes(secondsAtStart: 784_111_777, speed: 60)
    expect(times.seconds(.hours(1)), is: 60)
    expect(times.date(at: .start + .hours(1)), is: "Sun, 06 Nov 1994 08:50:37 GMT")
    // A part of a second counts as a whole one: dates are never behind the clock.
    expect(times.date(at: .start + .seconds(1)), is: "Sun, 06 Nov 1994 08:49:38 GMT")
  }

  @Test func pathsNameResources() {
    expect(ResourcePath.resource(of: ResourcePath.path(of: 12, "model")), is: 12)
    expect(ResourcePath.resource(of: "/") == nil)
    expect(ResourcePath.resource(of: "/favicon.ico") == nil)
    expect(ResourcePath.resource(of: "/a/b/12") == nil)
  }
}

/// The system calls of a process that writes.
@Suite(.enabled(if: WriteCounter.isThere && Python.isThere, "strace or python3 is not installed"))
struct WriteCounterTests {
  /// An update of one row in a write-ahead log: a page of 4,096 B and the 24 B of its frame's
  /// header (sqlite.org, "WAL-mode File Format").
  ///
  /// The folder may have any name: no shell reads it.
  @Test(arguments: ["plain", "$(touch X) `touch X` ;touch X", "'\"<größe>\"\\|\n1"])
  func anUpdateInAWriteAheadLogIs4120Bytes(name: String) throws {
    let parent = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-tests-\(UUID().uuidString)").path
    let folder = "\(parent)/\(name)"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/client", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    let code = """
      import sqlite3, sys
      database = sqlite3.connect("row.db", isolation_level=None)
      database.execute("pragma journal_mode=wal")
      database.execute("create table t(a)")
      database.execute("insert into t values(1)")
      print("ready", flush=True)
      input()
      database.execute("update t set a = 2")
      print("done", flush=True)
      input()
      """
    var counter = try WriteCounter(below: "\(folder)/client", in: folder)
    let arguments = counter.traced(
      ClientProcess.arguments(of: Python.command(code)), launch: 1)
    let ready = DispatchSemaphore(value: 0)
    let process = try ClientProcess(
      arguments: arguments, environment: [("PATH", "/usr/bin:/bin"), ("HOME", folder)],
      in: "\(folder)/client", words: LastWords()
    ) { _ in
      ready.signal()
      return true
    }
    expect(ready.wait(timeout: .now() + 60), is: .success)
    let first = counter.take()
    expect(first.map { $0.bytesByCause[.measured] > 4_120 }, is: true)
    let none = counter.take()
    expect(none == nil)
    process.send("go")
    expect(ready.wait(timeout: .now() + 60), is: .success)
    let found = counter.take()
    let update = try #require(found)
    expect(update.bytesByCause[.measured], is: 4_120)
    expect(update.operations[.measured], is: 2)
    expect(update.bytes, is: Bytes(4_120))
    process.end()
    expect(!FileManager.default.fileExists(atPath: "\(folder)/client/X"))
    expect(!FileManager.default.fileExists(atPath: "X"))
  }
}
