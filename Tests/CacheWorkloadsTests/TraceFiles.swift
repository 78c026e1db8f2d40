internal import Testing
internal import TraceFixtures

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Files for tests of trace readers: real ones, and made ones.
enum TraceFiles {
  /// Where a real trace lies; its bare name where it is not here.
  static func path(_ name: String) -> String { TraceFile.path(name) ?? name }

  static func exists(_ name: String) -> Bool { TraceFile.path(name) != nil }

  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Writes a file anew.
  static func put(_ text: String, at path: String) throws {
    let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let count = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    try #require(count == text.utf8.count)
  }

  static func remove(_ path: String) { unlink(path) }

  /// Runs a body with the path of a file that holds the bytes, and removes the file.
  static func with<Result>(
    _ bytes: [UInt8], ending: String = "log", _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    var template = Array("\(folder)/cachesim-test-XXXXXX.\(ending)".utf8CString)
    let file = mkstemps(&template, Int32(ending.utf8.count + 1))
    try #require(file >= 0)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      try #require(count > 0)
      written += count
    }
    close(file)
    return try body(path)
  }
}
