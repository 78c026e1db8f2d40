internal import CacheSimKit
internal import Testing

/// Things that are chosen in Swift: by their names, and by their types.
@Suite struct ChoiceTests {
  @Test func aNameAndATypeChooseTheSame() throws {
    let named = try StrategyChoice(named: "on-demand", settings: ["staleAfter": "5m"])
    let typed = StrategyChoice(OnDemand.self) { $0.staleAfter = .minutes(5) }
    #expect(named.name == typed.name && named.label == typed.label)
    #expect(named.settings == typed.settings)
  }

  @Test func aLabelTakesTheNamesPlace() throws {
    #expect(try StrategyChoice(named: "on-demand", label: "ours").label == "ours")
    #expect(StrategyChoice(OnDemand.self, label: "ours").label == "ours")
  }

  @Test func allThatIsWrongIsSaidAtOnce() {
    let error = #expect(throws: InputError.self) {
      try StrategyChoice(named: "on-demand", settings: ["staleAfer": "5m", "archive": "never"])
    }
    #expect(error?.lines.count == 2)
    #expect(error?.lines.first?.contains("did you mean 'staleAfter'?") == true)
    let unknown = #expect(throws: InputError.self) { try WorkloadChoice(named: "timeline") }
    #expect(unknown?.lines == ["name: unknown workload 'timeline' (did you mean 'timelines'?)"])
  }

  @Test func aPolicyOfATierIsWrittenAsItsName() throws {
    #expect(PolicyName(try PolicyChoice(named: "lru")).json == "lru")
    #expect(PolicyName("lru").json == "lru")
    let clock = try PolicyChoice(named: "clock", settings: ["bits": 2])
    #expect(PolicyName(clock).json["name"] == "clock")
  }
}

/// Replays without a client.
@Suite struct ReplayTests {
  private static func block(_ keys: [ObjectKey]) -> RequestBlock {
    var block = RequestBlock()
    block.keys = keys
    return block
  }

  @Test func misses() throws {
    let results = CacheSim.replay(
      [Self.block([0, 1, 2, 0, 1, 2])],
      policies: [try PolicyChoice(named: "lru"), try PolicyChoice(named: "belady")],
      capacities: [Bytes(2), Bytes(3)])
    #expect(results.map(\.policy) == ["lru", "lru", "belady", "belady"])
    #expect(results.map(\.capacity) == [Bytes(2), Bytes(3), Bytes(2), Bytes(3)])
    #expect(results.map(\.count.misses) == [6, 3, 4, 3])
  }

  /// Where a block ends makes no difference to a policy that looks ahead.
  @Test func theNextRequestIsFoundInLaterBlocks() throws {
    let keys: [ObjectKey] = [0, 1, 2, 3, 0, 1, 4, 0, 3, 2, 1, 0]
    let belady = try PolicyChoice(named: "belady")
    let whole = CacheSim.replay([Self.block(keys)], policies: [belady], capacities: [Bytes(2)])
    for cut in 1..<keys.count {
      let parts = [Array(keys[..<cut]), Array(keys[cut...])].map(Self.block)
      let cutUp = CacheSim.replay(parts, policies: [belady], capacities: [Bytes(2)])
      #expect(cutUp.map(\.count.misses) == whole.map(\.count.misses), "cut at \(cut)")
    }
  }
}
