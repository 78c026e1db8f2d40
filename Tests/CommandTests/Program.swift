internal import Foundation

/// The program as people start it: a process of its own.
struct Program {
  /// What is left of it when it has ended.
  struct Ended {
    var status: Int32
    /// What it wrote to standard output.
    var output: String
    /// What it wrote to standard error, line by line.
    var notes: [String]
  }

  /// The arguments behind the program's name.
  var arguments: [String]
  /// Where it works.
  var folder: Folder
  /// Variables that differ from those of the tests; nil takes one away.
  var environment: [String: String?] = [:]

  /// The program lies beside the tests, wherever those were built.
  static let file: URL = {
    let places = [CommandLine.arguments[0], Bundle.main.executablePath ?? ""].map {
      URL(filePath: $0).deletingLastPathComponent()
    }
    let above = places.flatMap { [$0, $0.deletingLastPathComponent()] }
    let usual = Checkout.root.appending(path: ".build/debug")
    return (above + [usual]).map { $0.appending(path: "cachesim") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? usual.appending(path: "cachesim")
  }()

  /// What is started; another program may start this one.
  var executable = Program.file

  /// Starts the program and waits for its end.
  static func run(
    _ arguments: String..., in folder: Folder, environment: [String: String?] = [:]
  ) async throws -> Ended {
    try await Program(arguments: arguments, folder: folder, environment: environment).run()
  }

  /// Starts the program and waits for its end.
  func run() async throws -> Ended {
    let streams = try Folder()
    let names = ["output", "notes"]
    for name in names { try streams.write("", to: name) }
    let handles = try names.map { try FileHandle(forWritingTo: streams.url($0)) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    for handle in handles { try handle.close() }
    return Ended(
      status: process.terminationStatus, output: try streams.text("output"),
      notes: try streams.text("notes").split(separator: "\n").map(String.init))
  }
}

/// The checkout that the tests stand in.
enum Checkout {
  /// Two folders above this one.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A trace beside the checkout; nil when it is not there.
  static func trace(_ path: String) -> String? {
    let file = root.deletingLastPathComponent().appending(path: "shared/traces").appending(
      path: path)
    return FileManager.default.fileExists(atPath: file.path) ? file.path : nil
  }
}
