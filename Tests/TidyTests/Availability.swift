internal import Foundation
internal import TestCases
internal import Testing

/// The library of the oldest systems has less than the toolchain's, which the compiler checks for
/// Apple's systems alone: a script looks for what is newer. `make check` has it look at types too.
@Suite(.enabled(if: python != nil, "there is no python3"))
struct AvailabilityTests {
  /// What the script prints, and how it ends.
  private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let script = Process()
    script.executableURL = URL(filePath: python ?? "")
    script.arguments = [Checkout.root.appending(path: ".ci/availability").path] + arguments
    let output = Pipe()
    script.standardOutput = output
    try script.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    script.waitUntilExit()
    return (script.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test func noNameIsNewerThanTheTargets() throws {
    let (status, text) = try Self.run(["--names"])
    expect(status, is: 0, "\(text)")
    expect(text.hasPrefix("nothing newer than macOS 15"))
  }

  @Test func aNewerNameIsFound() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "\(ProcessInfo.processInfo.globallyUniqueString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try "let three = InlineArray<3, Int>(repeating: 0)\nlet text = \"InlineArray\"\n"
      .write(to: file, atomically: true, encoding: .utf8)
    let (status, text) = try Self.run(["--names", file.path])
    expect(status, is: 1)
    expect(text.split(separator: "\n").count, is: 1)
    expect(text.hasSuffix(".swift:1: InlineArray\n"))
  }
}

private let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
  .first { FileManager.default.isExecutableFile(atPath: $0) }
