internal import Testing

@testable internal import CacheSimKit

/// A register that replicas write to each other; with a fault, by their own clocks.
private class OwnRegister: ReplicaUnderTest {
  private let place: ReplicaPlace
  private var cells: [String: (value: String?, time: Int64, writer: Int)] = [:]
  private var waiting: [ReplicaMessage] = []
  class var usesWallClock: Bool { false }

  required init(at place: ReplicaPlace) throws {
    self.place = place
    guard FileKind(of: "\(place.folder)/cells") == .plain else { return }
    let bytes = try OpenFile(path: "\(place.folder)/cells").contents(limit: 1 << 20) ?? []
    take(String(decoding: bytes, as: UTF8.self))
  }

  private var text: String {
    JSON(
      cells.sorted { $0.key < $1.key }.map { key, cell in
        JSON([JSON(key), JSON(cell.value), JSON(cell.time), JSON(cell.writer)])
      }
    ).compact
  }

  private func take(_ text: String) {
    for row in (try? JSON.parse(Array(text.utf8)))?.elements ?? [] {
      guard let parts = row.elements, let key = parts[0].string, let time = parts[2].integer,
        let writer = parts[3].integer.map({ Int($0) })
      else { continue }
      if let mine = cells[key], (mine.time, mine.writer) >= (time, writer) { continue }
      cells[key] = (parts[1].string, time, writer)
    }
  }

  private func save() throws {
    try FolderTree.write(Array(text.utf8), to: "\(place.folder)/cells")
  }

  /// Loses what it has read.
  func forget() throws { cells = [:] }

  func edit(_ object: String, _ edit: ReplicaEdit) throws -> Bool {
    let seen = cells.values.map(\.time).max() ?? 0
    let clock = place.clock.now.nanoseconds
    let time = Self.usesWallClock ? clock : max(clock, seen + 1)
    let value: String? = if case .set(let text) = edit { text } else { nil }
    cells[object] = (value, time, place.number)
    try save()
    return true
  }

  func value(of object: String) -> JSON { JSON(cells[object]?.value) }

  func synchronize() {
    for other in 0..<place.replicas where other != place.number {
      waiting.append(ReplicaMessage(to: other, text))
    }
  }

  func receive(_ message: String, from replica: Int?) throws {
    take(message)
    try save()
  }

  func takeMessages() -> [ReplicaMessage] {
    defer { waiting = [] }
    return waiting
  }
}

private final class WallClockRegister: OwnRegister {
  override class var usesWallClock: Bool { true }
}

private final class ThrowingRegister: ReplicaUnderTest {
  struct Failure: Error {}
  init(at place: ReplicaPlace) {}
  func edit(_ object: String, _ edit: ReplicaEdit) throws -> Bool { throw Failure() }
  func value(of object: String) -> JSON { JSON(.null) }
  func synchronize() {}
  func receive(_ message: String, from replica: Int?) {}
  func takeMessages() -> [ReplicaMessage] { [] }
}

/// Asks its disk, and keeps a value and the note that it is to be sent in two files.
private final class TwoFileRegister: OwnRegister {
  private let path: ReplicaPlace

  required init(at place: ReplicaPlace) throws {
    path = place
    try super.init(at: place)
    if FileKind(of: "\(place.folder)/note") == nil { try forget() }
  }

  override func edit(_ object: String, _ edit: ReplicaEdit) throws -> Bool {
    do {
      try path.disk.willWrite()
    } catch ReplicaDisk.Stop.full {
      return false
    }
    _ = try super.edit(object, edit)
    try path.disk.willWrite()
    try FolderTree.write([1], to: "\(path.folder)/note")
    return true
  }
}

/// A server that passes messages on.
private final class Relay: ServerUnderTest {
  private let replicas: Int
  init(at place: ReplicaPlace) { replicas = place.replicas }
  func receive(_ message: String, from replica: Int) -> [ReplicaMessage] {
    (0..<replicas).filter { $0 != replica }.map { ReplicaMessage(to: $0, message) }
  }
}

@Suite struct FleetTrialTests {
  @Test func aSoundReplicaKeepsItsPromises() async throws {
    let report = try await FleetTrial(of: OwnRegister.self, with: .none, kinds: [.register])
      .run(seeds: 1...40)
    #expect(report.failures.isEmpty, "\(report)")
    #expect(report.runs == 40)
  }

  @Test func aPlantedClockIsFoundShrunkAndPlayedAgain() async throws {
    let trial = FleetTrial(of: WallClockRegister.self, with: .none, kinds: [.register])
    let report = try await trial.run(seeds: 1...40)
    let failure = try #require(report.failures.first { $0.promise == .kept }, "\(report)")
    #expect(failure.eventCount <= 8, "\(failure.story)")
    #expect(try trial.play(story: failure.story).contains { $0.hasPrefix("kept: ") })
    let sound = FleetTrial(of: OwnRegister.self, with: .none, kinds: [.register])
    #expect(try sound.play(story: failure.story) == [])
  }

  /// The first edit's note is its second write: a crash before it loses the edit, which was not
  /// acknowledged; of a replica that asks its disk the next launch shows that.
  @Test func aDiskIsFullSlowAndTheEndComesBetweenTwoWrites() throws {
    let trial = FleetTrial(of: TwoFileRegister.self, with: .none, kinds: [.register])
    func story(_ lines: String) -> String {
      #"{"cachesim": "fleet story", "version": 1, "devices": 2, "seed": "1"}"# + "\n" + lines
    }
    let write =
      #"{"at": "AT", "device": 0, "do": "write", "object": "register a", "place": 0, "id": ID}"#
    func written(_ id: Int) -> String {
      write.replacing("AT", with: "\(id)s").replacing("ID", with: "\(id)") + "\n"
    }
    func event(_ text: String) -> String { #"{"device": 0, "# + text + "}\n" }
    #expect(try trial.play(story: story(written(2))) == [])
    // Whole, or not at all: the second edit of a crash between its writes is there after it.
    let crash = event(#""at": "3s", "do": "crash", "write": 2"#)
    #expect(try trial.play(story: story(written(2) + crash + written(4))) == [])
    let bench = try trial.bench()
    func transcript(_ lines: String) throws -> [String] {
      let read = try SyncStory.read(Array(story(lines).utf8), file: "story")
      return try bench.run(read, keepsTranscript: true).transcript
    }
    let between = try transcript(crash + written(4))
    #expect(between.contains { $0.contains("edit register a") && $0.hasSuffix("ended") })
    // The note was not written: the replica is as if there had been no edit.
    #expect(between.last?.contains("null") == true, "\(between)")
    let full = try transcript(event(#""at": "1s", "do": "fullDisk""#) + written(2))
    #expect(full.contains { $0.contains("edit register a") && $0.contains(": false") })
    let slow = try transcript(
      event(#""at": "1s", "do": "slowDisk", "for": "400ms""#) + written(2)
        + event(#""at": "3s", "do": "sync""#))
    #expect(slow.contains { $0.hasPrefix("3450ms device 1 receive") }, "\(slow)")
  }

  @Test func whatAReplicaThrowsIsAFailure() async throws {
    let trial = FleetTrial(of: ThrowingRegister.self, with: .custom(Relay.self), kinds: [.register])
    let report = try await trial.run(seeds: 1...2)
    #expect(report.failures.map(\.promise) == [.answers])
    #expect(report.failures.first?.what.contains("threw: Failure()") == true, "\(report)")
    #expect(report.failures.first?.eventCount == 1)
  }
}
