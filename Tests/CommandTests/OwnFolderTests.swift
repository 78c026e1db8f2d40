internal import Foundation
internal import TestCases
internal import Testing

/// Folders that a report must not take the place of.
@Suite struct OwnFolderTests {
  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "above/here/small.json")
    try FileManager.default.createSymbolicLink(
      at: folder.url("link"), withDestinationURL: folder.url("above/here"))
    try FileManager.default.createSymbolicLink(
      at: folder.url("above/here/inside"), withDestinationURL: folder.url("above"))
    return folder
  }

  private static let commands = [
    ["run", "small.json"], ["sweep", "small.json", "--vary", "devices=1,2"],
    ["live", "small.json", "--client", "cat"],
  ]

  /// The working folder, or one above it, by whatever way.
  @Test(
    arguments: commands,
    [
      ".", "./", "../here", "../here/.", "..", "../", "../../link", "inside", "inside/here", "/",
      "no/..", "no/../..", "no/such/../../../here", "//", "../../link/..",
    ])
  func theWorkingFolderIsRefused(command: [String], output: String) async throws {
    let folder = try Self.folder()
    let before = folder.tree()
    let script = "cd above/here && exec \"$0\" \"$@\" --no-charts --force --output '\(output)'"
    let ended = try await Program(
      arguments: ["-c", script, Program.file.path] + command, folder: folder,
      executable: URL(filePath: "/bin/sh")
    ).run()
    expect(ended.status, is: 64, "\(ended)")
    expect(ended.notes.joined().contains("which is the working folder or above it"))
    expect(folder.tree().sorted(), is: before.sorted())
  }

  /// A home folder with hidden files is written into, once and again, and stays the same folder.
  @Test func aHomeFolderStays() async throws {
    let folder = try Self.folder()
    try folder.write("mine", to: "home/.profile")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.url("home").path)
    func look() throws -> [UInt64?] {
      let found = try FileManager.default.attributesOfItem(atPath: folder.url("home").path)
      return [FileAttributeKey.systemFileNumber, .posixPermissions].map {
        (found[$0] as? NSNumber)?.uint64Value
      }
    }
    let before = try look()
    for _ in 0..<2 {
      let ended = try await Program.run(
        "run", "above/here/small.json", "--no-charts", "--output", "home", in: folder)
      expect(ended.status, is: 0, "\(ended.notes)")
      try expect(look(), is: before)
      try expect(folder.names(in: "home"), is: ([".profile"] + SmallScenario.tables).sorted())
    }
  }

  private static var canMount: Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// A file system of its own, and a part of one that is mounted a second time.
  @Test(
    .enabled(if: canMount, "no file system can be mounted"),
    arguments: ["-t tmpfs none", "--bind source"])
  func aMountedFolderIsWrittenInto(mount: String) async throws {
    let folder = try Self.folder()
    try FileManager.default.createDirectory(
      at: folder.url("source"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: folder.url("out"), withIntermediateDirectories: true)
    let script = """
      mount \(mount) out && "$0" "$@" && echo more > out/notes.txt && "$0" "$@" && ls -A out
      """
    let ended = try await Program(
      arguments: [
        "-rm", "sh", "-c", script, Program.file.path, "run", "above/here/small.json", "--no-charts",
        "--quiet", "--output", "out",
      ], folder: folder, executable: URL(filePath: "/usr/bin/unshare")
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    let names = ended.output.split(separator: "\n").map(String.init)
    expect(names.sorted(), is: (SmallScenario.tables + ["notes.txt"]).sorted())
  }
}
