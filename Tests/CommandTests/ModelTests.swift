internal import SimCore
internal import TestCases
internal import Testing

/// Single models, asked through the program.
@Suite struct ModelTests {
  private func answer(_ command: String) async throws -> JSON {
    let arguments = ["model"] + command.split(separator: " ").map(String.init)
    let ended = try await Program(
      arguments: arguments + ["--format", "json"], folder: Folder()
    ).run()
    expect(ended.status == 0 && ended.notes == [], "\(command): \(ended.notes)")
    return try JSON.parse(Array(ended.output.utf8))
  }

  /// A number that an answer says: the command, its key, and the tolerance.
  static let numbers: [(command: String, key: String, value: Double, tolerance: Double)] = [
    (warmFetch, "total_ms", 779.3, 0.05),
    (warmFetch, "transfer_ms", 599.3, 0.05),
    (warmFetch, "lantern_total_ms", 630, 0),
    (warmFetch, "server_ms", 30, 0),
    ("fetch --network slow-4g --bytes 100000 --cold", "lantern_total_ms", 1_230, 0),
    ("sqlite --mode wal --operation update", "bytes", 4_120, 0),
    ("sqlite --mode wal --operation update", "fsyncs", 1, 0),
    ("sqlite --mode wal --operation update --synchronous normal", "fsyncs", 0, 0),
    ("sqlite --mode rollback --operation update", "bytes", 16_924, 0),
    ("sqlite --mode rollback --operation update", "fsyncs", 4, 0),
    ("sqlite --mode truncate --operation update", "fsyncs", 5, 0),
    // Four rows to a page: five pages, and one for each row.
    ("sqlite --rows 20 --bytes 1000", "bytes", 20_600, 0),
    ("sqlite --rows 20 --bytes 1000 --scattered", "bytes", 82_400, 0),
    ("sqlite --operation checkpoint --rows 20 --bytes 1000", "bytes", 24_576, 0),
    ("revisits --max-age 1h --bytes 100kB", "wasted_bytes", 80_000, 0),
    ("revisits --max-age 1h --bytes 10kB", "wasted_bytes", 8_000, 0),
    ("revisits --max-age 1d --bytes 10kB", "wasted_bytes", 4_000, 0),
    ("revisits --max-age 7d", "hit_share", 0.9, 1e-12),
    (flash, "slack", 1.3375, 1e-9),
    (flash, "write_amplification_closed_form", 2.1521, 0.5e-4),
    (flash, "write_amplification_simulated", 2.1521, 0.015 * 2.1521),
    (flash, "endurance_cycles", 1_000, 0),
    (burst, "energy_j", 11.73, 0.005),
    (burst, "tail_energy_j", 11.05, 0.005),
    (burst, "promotion_energy_j", 0.3146, 1e-9),
    (burst, "promotions", 1, 0),
    ("\(burst) --active 0.3s@5s", "promotions", 1, 0),
    ("device iphone-11", "app_limit_bytes", 2_068 * 1_048_576, 0),
    ("device iphone-11", "memory_bytes", 3_844 * 1_048_576, 0),
    ("device", "app_limit_bytes", 2_200_000_000, 0),
  ]
  private static let warmFetch =
    "fetch --network slow-4g --bytes 100000 --warm --request-header 0 --response-header 0"
  private static let flash = "flash --op 0.07 --utilization 0.8 --pages-per-block 128"
  private static let burst = "radio --network lte --active 0.3s@0s"

  @Test(arguments: numbers.indices)
  func anAnswerHasTheNumberThatIsKnown(index: Int) async throws {
    let known = Self.numbers[index]
    let json = try await answer(known.command)
    let value = try #require(json[known.key]?.real, "\(known.command) has no \(known.key)")
    expect(abs(value - known.value) <= known.tolerance, "\(known.command), \(known.key): \(value)")
  }

  /// A device works as fast as it is, unless another scale is said: 100 kB are written as JSON at
  /// 80 MB a second, 1.4 times slower on an iPhone 11.
  @Test(arguments: [("", 1.75), (" --processor-scale 4", 5)])
  func aDeviceHasItsOwnProcessor(more: String, milliseconds: Double) async throws {
    let json = try await answer("device iphone-11 --codec json\(more)")
    try expect(abs(#require(json["encode_ms"]?.real) - milliseconds) < 1e-9)
  }
}
