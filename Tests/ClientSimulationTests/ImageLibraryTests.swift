internal import ClientSimulation
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientStrategies

/// Image libraries as they ship: what their files do not say, on a device, and in their releases.
@Suite struct ImageLibraryTests {
  /// A value of a preset's settings, as a scenario writes it.
  private static func value(_ preset: String, _ path: String) -> JSON? {
    let settings = ImageLoader.Options.presets.first { $0.name == preset }?.values.json
    return path.split(separator: ".").reduce(settings) { $0?[String($1)] }
  }

  /// What no library's file says: the strategy's own value is the library's as well. What the files
  /// say has evidence.
  @Test(arguments: [
    ("nuke", "memory.countLimit", "null"), ("nuke", "memory.expiresAfter", "null"),
    ("nuke", "memory.shareOf", "\"limit\""), ("nuke", "requests.coalesces", "true"),
    ("nuke-data-cache", "disk.store", "\"files\""),
    ("nuke-data-cache", "disk.expiresAfter", "null"), ("nuke-data-cache", "disk.validFor", "null"),
    ("nuke-data-cache@12", "memory.policy", "\"lru\""),
    ("nuke-data-cache@12", "disk.engine", "\"file-per-entry\""),
    ("kingfisher", "memory.countLimit", "null"), ("kingfisher", "disk.limit.bytes", "null"),
    ("kingfisher", "disk.expiresBy", "\"access\""), ("kingfisher", "disk.servesExpired", "false"),
    ("kingfisher", "disk.sweepInterval", "null"), ("kingfisher", "disk.validFor", "null"),
    ("sdwebimage", "memory.limit.bytes", "null"),
    ("sdwebimage", "memory.limit.memoryShare", "null"), ("sdwebimage", "memory.countLimit", "null"),
    ("sdwebimage", "disk.limit.bytes", "null"), ("sdwebimage", "disk.expiresBy", "\"access\""),
    ("pincache", "memory.policy", "\"lru\""), ("pincache", "memory.limit.bytes", "null"),
    ("pincache", "memory.expiresAfter", "null"), ("pincache", "disk.policy", "\"lru\""),
    ("pincache", "disk.expiresAfter", "null"), ("hyperoslo-cache", "memory.limit.bytes", "null"),
    ("hyperoslo-cache", "memory.countLimit", "null"),
    ("hyperoslo-cache", "memory.expiresAfter", "null"),
    ("hyperoslo-cache", "disk.limit.bytes", "null"),
    ("hyperoslo-cache", "disk.expiresAfter", "null"), ("glide", "memory.policy", "\"lru\""),
    ("glide", "disk.policy", "\"lru\""), ("glide", "disk.validFor", "null"),
    ("coil", "disk.validFor", "null"), ("picasso", "memory.policy", "\"lru\""),
    ("flutter-image-cache", "memory.policy", "\"lru\""),
    ("flutter-cache-manager", "disk.expiresBy", "\"access\""),
  ])
  func whatALibraryLeavesAsItIs(preset: String, path: String, value: String) {
    expect(Self.value(preset, path)?.compact, is: value, "\(preset) \(path)")
  }

  /// How many a library's prefetcher asks for at once and where it brings them, and in which forms
  /// the library stores what the client resizes.
  @Test(arguments: [
    ("nuke", "2", "memory", "original", "pictures"),
    ("nuke-data-cache", "2", "memory", "original", "pictures"),
    ("nuke-data-cache@12", "2", "memory", "original", "pictures"),
    ("kingfisher", "5", "memory-if-fetched", "shown", "nothing"),
    ("sdwebimage", "3", "memory", "both", "nothing"),
    ("glide", "null", "memory", "original", "pictures"),
  ])
  func prefetchersAndFormsOfFiles(
    preset: String, concurrency: String, destination: String, stores: String, cancels: String
  ) {
    let values = [
      "requests.lookahead.rows", "requests.lookahead.concurrency", "prefetchDestination",
      "disk.stores", "requests.cancels",
    ].map { Self.value(preset, $0)?.compact }
    expect(
      values, is: ["0", concurrency] + [destination, stores, cancels].map { "\"\($0)\"" })
  }

  /// Limits on a device: 4 GB, 192 MiB of memory class, 1,080 by 2,400 pixels, 10 GB free.
  @Test func limitsFollowTheDevice() throws {
    var device = DeviceSettings()
    func limits(_ preset: String) -> (memory: Bytes, disk: Bytes) {
      let values = ImageLoader.Options.presets.first { $0.name == preset }?.values
      return (
        values?.memory.limit.limit(on: device) ?? .zero,
        values?.disk.limit.limit(on: device) ?? .zero
      )
    }
    expect(limits("nuke").memory, is: .megabytes(600))
    expect(limits("nuke-data-cache@12").memory, is: .mebibytes(512))
    expect(limits("kingfisher") == (.megabytes(1_000), .unlimited))
    // Two screens of 1,080 × 2,400 × 4 B.
    expect(limits("glide").memory, is: Bytes(20_736_000))
    expect(limits("coil") == (Bytes(40_265_318), .megabytes(200)))
    expect(limits("picasso") == (Bytes(28_760_942), .mebibytes(50)))
    expect(limits("fresco") == (.mebibytes(48), .mebibytes(40)))
    device.memory.memory = .gigabytes(8)
    expect(limits("nuke").memory, is: Bytes(805_306_368))
    // 0.4 of 24 MiB less 4 MiB, two thirds of it.
    device.memory.memoryClass = .mebibytes(24)
    let part = (24.0 * 1_048_576 * 0.4).rounded() - 4 * 1_048_576
    expect(limits("glide").memory, is: Bytes(rounding: part * 2 / 3))
    expect(limits("fresco").memory, is: .mebibytes(4))
    device.memory.memoryClass = .mebibytes(48)
    expect(limits("fresco").memory, is: .mebibytes(6))
    device.memory.isLowOnMemory = true
    expect(limits("coil").memory, is: Bytes(rounding: 48 * 1_048_576 * 0.15))
    device.freeSpace = .mebibytes(300)
    expect(limits("coil").disk, is: .mebibytes(10))
    expect(limits("fresco").disk, is: .mebibytes(40))
    device.freeSpace = .mebibytes(39)
    expect(limits("fresco").disk == .mebibytes(10) && limits("picasso").disk == .mebibytes(50))
  }

  /// Each is cited with a commit, and what its users can change is a setting that takes the values.
  @Test func everyLibraryIsCited() throws {
    let entry = try #require(AnyStrategy.catalog.entry(named: "image-loader"))
    expect(entry.libraries.count, is: 25)
    for (name, library) in entry.libraries {
      expect(library.version.count == 40 && !library.sources.isEmpty, "\(name)")
      expect(library.links.allSatisfy { $0.hasPrefix("https://github.com/") }, "\(name)")
      expect(!library.changes.isEmpty)
      for change in library.changes {
        for value in change.values {
          let nested = change.setting.split(separator: ".").reversed().reduce(value) {
            .object([(String($1), $0)])
          }
          var problems = Problems()
          let settings = JSON.object(
            [("preset", JSON(.string(name)))] + (nested.members ?? []).map { ($0.name, $0.value) })
          expect(entry.make(settings, "", &problems) != nil, "\(name) \(problems.lines)")
        }
      }
    }
  }

  /// A name with a release behind it is a release of the library of that name, and the name alone
  /// is the newest of them.
  @Test func aNameAloneIsTheNewestRelease() throws {
    let presets = ImageLoader.Options.presets
    let pinned = presets.filter { $0.name.contains("@") }
    expect(
      pinned.map(\.name),
      is: [
        "nuke-data-cache@13", "nuke-data-cache@12", "sdwebimage@5.20", "sdwebimage@5.19",
        "coil@3.3",
        "coil@3.2",
      ])
    for name in Set(pinned.compactMap { $0.name.split(separator: "@").first.map(String.init) }) {
      let plain = try #require(presets.first { $0.name == name })
      let releases = pinned.filter { $0.name.hasPrefix("\(name)@") }
        .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
      expect(releases.last?.values.json.compact, is: plain.values.json.compact)
      expect(releases.last?.library, is: plain.library)
      expect(releases.allSatisfy { $0.library?.name == plain.library?.name })
      expect(Set(releases.map(\.values.json.compact)).count, is: releases.count)
      for release in releases {
        expect(AnyStrategy.catalog.resolve(release.name)?.entry.name, is: "image-loader")
      }
    }
  }
}
