internal import DeviceModels
internal import SimCore
internal import Testing

struct MemoryModelTests {
  @Test func levelsFollowTheSharesOfTheLimit() {
    let model = MemoryModel()  // 4 GB: limit 2.2 GB, warning 1.76 GB, critical 2.09 GB
    #expect(model.limit == .megabytes(2_200))
    #expect(model.level(used: Bytes(1_759_999_999)) == .normal)
    #expect(model.level(used: .megabytes(1_760)) == .warning)
    #expect(model.level(used: Bytes(2_089_999_999)) == .warning)
    #expect(model.level(used: .megabytes(2_090)) == .critical)
    #expect(model.level(used: .megabytes(2_200)) == .critical)
    #expect(model.level(used: Bytes(2_200_000_001)) == .killed)
    #expect(model.level(cached: .megabytes(1_610)) == .warning)
    #expect(MemoryPressure.normal < .warning && MemoryPressure.critical < .killed)
  }

  @Test(arguments: [(1_000, 150_000_000), (4_000, 600_000_000), (8_000, 805_306_368)])
  func aCacheTakesFifteenPercentAndAtMost768Mebibytes(memory: Int64, limit: Int64) {
    var model = MemoryModel()
    model.memory = .megabytes(memory)
    #expect(model.cacheLimit == Bytes(limit))
  }
}
