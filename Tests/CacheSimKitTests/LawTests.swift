internal import Synchronization
internal import Testing

@testable internal import CacheSimKit

/// A dictionary that keeps every law, with a lock and an entry for each user.
private final class GoodCache: CacheUnderTest, Sendable {
  private let state = Mutex((user: 0, values: [String: [UInt8]]()))
  init(folder: String, clock: TrialClock) {}
  func launched(as user: Int) { state.withLock { $0.user = user } }
  func switchUser(to user: Int) { state.withLock { $0.user = user } }
  func value(for key: String) -> [UInt8]? { state.withLock { $0.values["\($0.user) \(key)"] } }
  func store(_ value: [UInt8], for key: String) {
    state.withLock { $0.values["\($0.user) \(key)"] = value }
  }
  func remove(_ key: String) { state.withLock { $0.values["\($0.user) \(key)"] = nil } }
}

/// What is wrong with a cache of files.
private protocol Fault {
  static var fault: String { get }
}
private enum NoFault: Fault { static let fault = "" }
private enum KeyedWithoutUser: Fault { static let fault = "user" }
private enum ForgetsRemovals: Fault { static let fault = "remove" }
private enum WritesLater: Fault { static let fault = "later" }
private enum CutsLongValues: Fault { static let fault = "cut" }
private enum ThrowsWhenEmpty: Fault { static let fault = "throw" }

/// A file for each entry and user, with one fault.
private final class FaultyFiles<Kind: Fault>: CacheUnderTest {
  private let folder: String
  private var user = 0
  private var unwritten: [String: [UInt8]] = [:]
  private var fault: String { Kind.fault }
  init(folder: String, clock: TrialClock) { self.folder = folder }
  private func path(_ key: String) -> String {
    fault == "user" ? "\(folder)/\(key)" : "\(folder)/\(user) \(key)"
  }
  func launched(as user: Int) { self.user = user }
  func switchUser(to user: Int) throws {
    try flush()
    self.user = user
  }
  func value(for key: String) throws -> [UInt8]? {
    if let value = unwritten[path(key)] { return value }
    guard FileKind(of: path(key)) == .plain else {
      if fault == "throw" { throw FileError(action: "read", path: key, code: 2) }
      return nil
    }
    return try OpenFile(path: path(key)).contents(limit: 1 << 30)
  }
  func store(_ value: [UInt8], for key: String) throws {
    if fault == "later" {
      unwritten[path(key)] = value
    } else {
      let count = fault == "cut" ? min(value.count, 1_000) : value.count
      try FolderTree.write(Array(value.prefix(count)), to: path(key))
    }
  }
  func remove(_ key: String) {
    if fault != "remove" { FolderTree.remove(path(key)) }
    unwritten[path(key)] = nil
  }
  func flush() throws {
    for (path, value) in unwritten { try FolderTree.write(value, to: path) }
    unwritten = [:]
  }
}

@Suite struct LawTests {
  private static var effort: CacheLaws.Effort {
    var effort = CacheLaws.Effort()
    effort.tasks = 0
    return effort
  }

  @Test func goodCachesKeepTheLaws() async throws {
    var effort = CacheLaws.Effort()
    effort.sequences = 12
    let memory = try await CacheLaws.check(GoodCache.self, effort: effort)
    #expect(memory.broken == [], "\(memory)")
    let files = try await CacheLaws.check(
      FaultyFiles<NoFault>.self, CachePromises(survives: .crash), effort: Self.effort)
    #expect(files.broken == [], "\(files)")
    #expect(files.crashes > 100)
    #expect(files.skipped.contains { $0.contains("no executable") })
    let later = try await CacheLaws.check(
      FaultyFiles<WritesLater>.self, CachePromises(survives: .termination), effort: Self.effort)
    #expect(later.broken == [], "\(later)")
  }

  private func check<Kind: Fault>(
    _ kind: Kind.Type, breaks law: String, within count: Int, _ what: String
  ) async throws {
    let report = try await CacheLaws.check(
      FaultyFiles<Kind>.self, CachePromises(survives: .crash), effort: Self.effort)
    let broken = try #require(report.broken.first { $0.hasPrefix(law) }, "\(report)")
    #expect(broken.contains(what), "\(broken)")
    #expect(broken.split(separator: "\n").count - 1 <= count, "\(broken)")
    let again = try await CacheLaws.check(
      FaultyFiles<Kind>.self, CachePromises(survives: .crash), effort: Self.effort)
    #expect(again.broken == report.broken)
  }

  /// Each fault is found, and shrunk to the operations that it takes.
  @Test func faultsAreFoundAndShrunk() async throws {
    try await check(
      KeyedWithoutUser.self, breaks: "no user is given another user's entry", within: 3,
      "user 1 is given")
    try await check(
      ForgetsRemovals.self, breaks: "what was stored and not evicted is found", within: 3,
      "comes back, which operation 2 removed")
    try await check(
      WritesLater.self, breaks: "what was stored and not evicted is found", within: 3,
      "is not found, which operation 1 stored")
    try await check(
      CutsLongValues.self, breaks: "no value comes back torn", within: 2, "1000 bytes")
    try await check(ThrowsWhenEmpty.self, breaks: "no error is thrown", within: 1, "was thrown")
  }

  @Test func aCapacityIsKeptOrItsOvershootMeasured() async throws {
    var promises = CachePromises(survives: .crash, capacity: 2_000)
    let broken = try await CacheLaws.check(
      FaultyFiles<NoFault>.self, promises, effort: Self.effort)
    #expect(broken.broken.contains { $0.hasPrefix("the capacity is kept") }, "\(broken)")
    promises.keepsCapacity = false
    let measured = try await CacheLaws.check(
      FaultyFiles<NoFault>.self, promises, effort: Self.effort)
    #expect(measured.broken == [] && measured.overshoot > 0, "\(measured)")
  }

  /// A log worked by hand: a file is written in two calls and renamed, another one is cut.
  @Test func aRecordingIsFollowedCallByCall() {
    func hex(_ text: String) -> String {
      text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let file = hex("/f/a.tmp")
    let log = """
      7  openat(AT_FDCWD<\(hex("/"))>, "\(file)", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 5<\(file)>
      7  write(5<\(file)>, "\(hex("he"))", 2) = 2
      7  write(1<\(hex("pipe"))>, "\(hex("\n"))", 1) = 1
      7  write(5<\(file)>, "\(hex("llo"))", 3 <unfinished ...>
      8  write(9<\(hex("/g/b"))>, "\(hex("x"))", 1) = 1
      7  <... write resumed>) = 3
      7  rename("\(file)", "\(hex("/f/a"))") = 0
      7  pwrite64(6<\(hex("/f/a"))>, "\(hex("E"))", 1, 1) = 1
      7  ftruncate(6<\(hex("/f/a"))>, 3) = 0
      7  write(8<\(hex("/f/a"))>(deleted), "\(hex("gone"))", 4) = 4
      7  unlink("\(hex("/f/none"))") = -1 ENOENT (No such file or directory)
      """
    let recording = WriteRecording(log: log, folder: "/f")
    let texts = recording.moments.map { moment in
      moment.files.sorted { $0.key < $1.key }
        .map { "\($0.key)=\(String(decoding: $0.value, as: UTF8.self))" }.joined()
    }
    #expect(texts == ["a.tmp=", "a.tmp=he", "a.tmp=hello", "a=hello", "a=hEllo", "a=hEl"])
    #expect(recording.moments.map(\.done) == [0, 0, 1, 1, 1, 1])
    #expect(recording.unseen == [])
  }

  @Test func operationsAreReadAsTheyAreWritten() {
    let all = CacheOperation.sequence(seed: 5, number: 0, length: 200, keys: 3)
    #expect(all.compactMap { CacheOperation(code: $0.code[...]) } == all)
    #expect(CacheOperation(code: "x") == nil && CacheOperation(code: "s1") == nil)
    #expect(all != CacheOperation.sequence(seed: 6, number: 0, length: 200, keys: 3))
  }
}
