internal import Foundation
internal import TestCases
internal import Testing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What commands say beside their answer.
@Suite struct VerbosityTests {
  static let commands: [[String]] = [
    ["run", "small.json", "--no-charts"], ["advise", "small.json", "--no-charts"],
    ["explain", "small.json"],
    ["compare", "small.json", "network-only", "on-demand"],
    ["sweep", "small.json", "--vary", "devices=1,2", "--no-charts"],
    ["baseline", "save", "small.json"], ["replay", "t.csv", "--capacity", "20"],
    ["mrc", "t.csv"], ["trace", "stats", "t.csv"],
    ["trace", "convert", "t.csv", "--output", "o.csv"],
  ]

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    try folder.write("time,id,size\n1,a,10\n2,b,20\n3,a,10\n", to: "t.csv")
    return folder
  }

  @Test(arguments: commands)
  func verboseReportsWhatIsReadAndHowLongItTook(_ arguments: [String]) async throws {
    let folder = try Self.folder()
    let plain = try await Program(arguments: arguments, folder: folder).run()
    let asked = try await Program(
      arguments: arguments + ["-v"], folder: try Self.folder()
    ).run()
    expect(plain.status == 0 && asked.status == 0)
    expect(plain.output, is: asked.output)
    let topics = Set(asked.notes.compactMap { $0.split(separator: " ").first.map(String.init) })
    expect(topics.isSuperset(of: ["version", "read", "took"]), "\(asked.notes)")
    expect(!plain.notes.contains { $0.hasPrefix("version") || $0.hasPrefix("took") })
  }

  @Test func whatIsSaidIsInNoResultFile() async throws {
    let folder = try Self.folder()
    let arguments = ["run", "small.json", "--no-charts", "--output"]
    _ = try await Program(arguments: arguments + ["plain"], folder: folder).run()
    _ = try await Program(arguments: arguments + ["asked", "--verbose"], folder: folder).run()
    try expect(folder.files(in: "plain"), is: folder.files(in: "asked"))
  }

  @Test(.enabled(if: hasTerminals), arguments: commands)
  func progressIsShownOnATerminalAlone(_ arguments: [String]) async throws {
    let watched = try await Self.watch(arguments, [:])
    expect(watched.contains("\u{1B}[K"))
    // What was shown was taken away.
    let last = watched.range(of: "\r\u{1B}[K", options: .backwards)
    expect(last.map { !watched[$0.upperBound...].contains("█") }, is: true)
  }

  @Test(.enabled(if: hasTerminals)) func nobodyWhoAskedForQuietIsShownProgress() async throws {
    let arguments = Self.commands[0]
    try await expect(!Self.watch(arguments + ["--quiet"], [:]).contains("\u{1B}"))
    try await expect(!Self.watch(arguments, ["TERM": "dumb"]).contains("\u{1B}"))
    try await expect(!Self.watch(arguments, ["CI": "true"]).contains("\u{1B}"))
  }

  /// Where Linux gives new terminals, and the two questions to it (asm-generic/ioctls.h:
  /// TIOCSPTLCK and TIOCGPTN), which Swift does not import.
  private static let multiplexer = "/dev/ptmx"
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  static let hasTerminals = FileManager.default.fileExists(atPath: multiplexer)

  /// What a terminal at standard error receives.
  private static func watch(
    _ arguments: [String], _ environment: [String: String?]
  ) async throws -> String {
    let leader = open(multiplexer, O_RDWR | O_NOCTTY)
    defer { close(leader) }
    var lock: Int32 = 0
    var number: UInt32 = 0
    expect(ioctl(leader, setLock, &lock) == 0 && ioctl(leader, getNumber, &number) == 0)
    let name = "/dev/pts/\(number)"
    let variables = ["TERM": "xterm", "CI": nil].merging(environment) { $1 }
    let follower = open(name, O_RDWR | O_NOCTTY)
    defer { close(follower) }
    let ended = try await Program(
      arguments: ["-c", "exec \"$0\" \"$@\" 2>\(name)", Program.file.path] + arguments,
      folder: try folder(), environment: variables, executable: URL(filePath: "/bin/sh")
    ).run()
    expect(ended.status, is: 0)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var descriptors = pollfd(fd: leader, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptors, 1, 0) > 0 else { return "" }
    let count = read(leader, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
