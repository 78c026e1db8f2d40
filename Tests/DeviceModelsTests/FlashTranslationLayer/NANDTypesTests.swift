internal import DeviceModels
internal import SimCore
internal import Testing

struct NANDTypesTests {
  @Test func cellsAreFoundByNameAndAlias() {
    for type in NANDTypes.all {
      for name in [type.name] + type.aliases { #expect(NANDTypes.named(name) == type) }
    }
    let names = NANDTypes.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(NANDTypes.named("core-memory") == nil)
  }

  @Test func moreBitsInACellLastLessLongAndTakeLonger() {
    for (fewer, more) in zip(NANDTypes.all, NANDTypes.all.dropFirst()) {
      #expect(fewer.bitsPerCell < more.bitsPerCell)
      #expect(fewer.endurance >= more.endurance)
      #expect(fewer.read < more.read && fewer.program < more.program)
      #expect(fewer.erase <= more.erase)
      #expect(more.read < more.program && more.program < more.erase)
    }
  }

  /// HP white paper "SLC, MLC and TLC NAND", table 1.
  @Test func figuresLieInTheRangesOfTheirSource() {
    #expect(
      [NANDTypes.slc, NANDTypes.mlc, NANDTypes.tlc].map(\.endurance) == [100_000, 3_000, 1_000])
    #expect(
      [NANDTypes.slc, NANDTypes.mlc, NANDTypes.tlc].map(\.read.nanoseconds) == [
        25_000, 50_000, 75_000,
      ])
    #expect((TimeSpan.microseconds(200)...(.microseconds(300))).contains(NANDTypes.slc.program))
    #expect((TimeSpan.microseconds(600)...(.microseconds(900))).contains(NANDTypes.mlc.program))
    #expect((TimeSpan.microseconds(900)...(.microseconds(1_350))).contains(NANDTypes.tlc.program))
    #expect((TimeSpan.microseconds(1_500)...(.milliseconds(2))).contains(NANDTypes.slc.erase))
  }

  @Test func aScenarioMayUseAnAlias() throws {
    var problems = Problems()
    let read = NANDType.read("3d-tlc", path: "nand", &problems)
    #expect(read == NANDTypes.tlc && read?.json.string == "tlc")
    #expect(NANDType.read("tcl", path: "nand", &problems) == nil)
  }
}
