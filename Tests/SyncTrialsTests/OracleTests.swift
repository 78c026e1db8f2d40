internal import SimCore
internal import TestCases
internal import Testing

@testable internal import SyncTrials

/// The oracles, by histories that break one promise each: an oracle that is made blind is noticed.
@Suite struct OracleTests {
  /// A history that is played by hand.
  struct Sample: Sendable, CustomTestStringConvertible {
    var check: SyncCheck
    var history = SyncHistory()
    var testDescription: String { "\(check)" }

    init(_ check: SyncCheck, _ play: (inout Sample) -> Void) {
      self.check = check
      play(&self)
    }

    mutating func edit(
      _ device: Int, _ object: String, _ planned: PlannedEdit, user: Int = 0,
      _ status: SyncHistory.Status = .accepted
    ) {
      let number = history.begin(device, user, OracleTests.object(object), planned)
      history.end(number, status)
    }

    /// A value gets written into a register.
    mutating func write(
      _ device: Int, _ object: String, _ value: String, _ status: SyncHistory.Status = .accepted
    ) {
      edit(device, object, PlannedEdit(.set(value), made: value), status)
    }

    mutating func insert(_ device: Int, _ object: String, _ value: String, after: String? = nil) {
      var planned = PlannedEdit(.insert(value, at: 0), made: value)
      planned.before = after
      edit(device, object, planned)
    }

    mutating func read(_ device: Int, _ object: String, _ value: JSON, user: Int = 0) {
      history.read(device, user, OracleTests.object(object), value)
    }

    /// In the end each device shows an object so.
    mutating func end(_ object: String, _ values: JSON...) {
      history.finish(
        objects: [OracleTests.object(object)], users: 1, shown: values.map { [$0] })
    }
  }

  static func object(_ text: String) -> SyncObject {
    SyncObject(text) ?? SyncObject(.register, text)
  }

  static let samples: [Sample] = [
    Sample(.diverged) {
      $0.write(0, "register a", "1")
      $0.end("register a", "1", JSON(.null))
    },
    Sample(.missing) {
      $0.edit(0, "set a", PlannedEdit(.add("1"), made: "1"))
      $0.end("set a", [], [])
    },
    Sample(.missing) {
      $0.edit(0, "counter a", PlannedEdit(.increment(1), made: "1"))
      $0.edit(1, "counter a", PlannedEdit(.increment(2), made: "2"))
      $0.end("counter a", 2, 2)
    },
    Sample(.dominated) {
      $0.write(0, "register a", "1")
      $0.read(1, "register a", "1")
      $0.write(1, "register a", "2")
      $0.end("register a", "1", "1")
    },
    Sample(.returned) {
      $0.edit(0, "set a", PlannedEdit(.add("1"), made: "1"))
      $0.read(1, "set a", ["1"])
      $0.edit(1, "set a", PlannedEdit(.remove("1"), erased: "1"))
      $0.end("set a", ["1"], ["1"])
    },
    Sample(.uncleared) {
      $0.write(0, "register a", "1")
      $0.read(1, "register a", "1")
      $0.edit(1, "register a", PlannedEdit(.clear, erased: "1"))
      $0.end("register a", "1", "1")
    },
    Sample(.ownStale) {
      $0.write(0, "register a", "1")
      $0.write(0, "register a", "2")
      $0.read(0, "register a", "1")
      $0.end("register a", "2")
    },
    Sample(.seenStale) {
      $0.write(0, "register a", "1")
      $0.write(0, "register a", "2")
      $0.read(1, "register a", "2")
      $0.read(1, "register a", "1")
      $0.end("register a", "2", "2")
    },
    Sample(.seenStale) {
      $0.insert(0, "list a", "1")
      $0.read(1, "list a", ["1"])
      $0.read(1, "list a", [])
      $0.end("list a", ["1"], ["1"])
    },
    Sample(.knownStale) {
      $0.write(0, "register a", "1")
      $0.write(0, "register b", "2")
      $0.read(1, "register b", "2")
      $0.read(1, "register a", JSON(.null))
      $0.end("register a", "1", "1")
    },
    Sample(.sum) {
      $0.edit(0, "counter a", PlannedEdit(.increment(1), made: "1"))
      $0.end("counter a", 2, 2)
    },
    Sample(.twice) {
      $0.insert(0, "list a", "1")
      $0.end("list a", ["1", "1"])
    },
    Sample(.order) {
      $0.insert(0, "list a", "1")
      $0.insert(0, "list a", "2", after: "1")
      $0.end("list a", ["2", "1"])
    },
    Sample(.torn) {
      $0.insert(0, "text a", "<1>")
      $0.insert(1, "text a", "<2>")
      $0.end("text a", "<1<2>>")
    },
    Sample(.madeUp) { $0.end("register a", "9") },
    Sample(.refused) {
      $0.write(0, "register a", "1", .refused)
      $0.end("register a", "1")
    },
    Sample(.silent) {
      $0.write(0, "register a", "1")
      $0.write(1, "register a", "2")
      $0.end("register a", "2", "2")
    },
    Sample(.foreign) {
      $0.write(0, "register a", "1")
      $0.read(0, "register a", "1", user: 1)
    },
    Sample(.stored) {
      $0.write(0, "register a", "1")
      $0.end("register a", "1")
      $0.history.storedBytes = 1_000_000
    },
    Sample(.untold) {
      $0.history.subscribe(1, 0, OracleTests.object("register a"), JSON(.null))
      $0.write(0, "register a", "1")
      $0.end("register a", "1", "1")
    },
  ]

  @Test func everyCheckHasASample() {
    expect(Set(Self.samples.map(\.check)), is: Set(SyncCheck.allCases))
  }

  @Test(arguments: samples)
  func aBrokenPromiseIsSeenByItsCheckAlone(sample: Sample) {
    func isSeen(_ oracles: SyncOracles) -> Bool {
      oracles.violations(in: sample.history).contains { $0.promise == sample.check.promise }
    }
    expect(isSeen(SyncOracles()))
    var blind = SyncOracles()
    blind.blind = [sample.check]
    expect(!isSeen(blind), "\(blind.violations(in: sample.history))")
    blind.blind = Set(SyncCheck.allCases).subtracting([sample.check])
    expect(isSeen(blind))
  }

  /// What no engine can help is no violation.
  @Test func whatMayBeIsNoViolation() {
    let sound = Sample(.silent) {
      // The process ended before it said whether the edit is kept: either is right.
      $0.write(0, "register a", "1")
      let unsure = PlannedEdit(.set("2"), made: "2")
      _ = $0.history.begin(0, 0, OracleTests.object("register a"), unsure)
      $0.read(1, "register a", "1")
      // Two at once, one of which is reported.
      $0.write(1, "register a", "3")
      $0.write(0, "register a", "4")
      $0.history.add(conflict: "4")
      $0.end("register a", "3", "3")
    }
    expect(SyncOracles().violations(in: sound.history), is: [])
    // A conflict of a register names no amount of a counter; two of the same give another's bit.
    let counters = Sample(.sum) {
      $0.write(0, "register a", "1")
      $0.edit(0, "counter a", PlannedEdit(.increment(1), made: "1"))
      $0.edit(1, "counter a", PlannedEdit(.increment(2), made: "2"), user: 1)
      $0.history.add(conflict: "1")
      $0.read(0, "counter a", 2)
      $0.end("counter a", 1)
    }
    expect(!SyncOracles().violations(in: counters.history).contains { $0.promise == .users })
    expect(!SyncOracles().violations(in: counters.history).contains { $0.promise == .intention })
    let sets = Sample(.missing) {
      $0.edit(0, "set a", PlannedEdit(.add("1"), made: "1"))
      $0.edit(0, "set a", PlannedEdit(.add("2"), made: "2"), .refused)
      $0.read(1, "set a", ["1"])
      $0.edit(1, "set a", PlannedEdit(.remove("1"), erased: "1"))
      $0.read(0, "set a", ["1"])
      $0.end("set a", [], [])
    }
    expect(SyncOracles().violations(in: sets.history), is: [])
  }
}
