internal import SimCore
internal import TestCases
internal import Testing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An empty folder that is removed when the body ends.
func inFolder(_ body: (String) throws -> Void) throws {
  var template = Array("\(P_tmpdir)/cachesim-files-XXXXXX".utf8CString)
  let path = try #require(mkdtemp(&template).map { String(cString: $0) })
  defer { FolderTree.remove(path) }
  try body(path)
}

@Suite struct OpenFileTests {
  /// A file of bytes that differ from place to place.
  private func write(_ count: Int, to path: String) throws -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    try #require(file >= 0)
    expect(FileDescriptor.write(bytes, to: file), is: 0)
    close(file)
    return bytes
  }

  @Test(arguments: [0, 1, 4_096, 3_000_000])
  func aFileIsReadAsItWasWritten(count: Int) throws {
    try inFolder { folder in
      let bytes = try write(count, to: "\(folder)/x")
      try expect(OpenFile(path: "\(folder)/x").contents(limit: count), is: bytes)
      try expect(OpenFile(path: "\(folder)/x").contents(limit: .max - 1), is: bytes)
      if count > 0 { try expect(OpenFile(path: "\(folder)/x").contents(limit: count - 1) == nil) }
      let file = try OpenFile(path: "\(folder)/x")
      let start = try file.next(count / 2)
      let rest = try #require(try file.contents(limit: count))
      expect(start + rest, is: bytes)
    }
  }

  @Test func rangesAreReadAndOverwritten() throws {
    try inFolder { folder in
      var bytes = try write(100, to: "\(folder)/x")
      let file = open("\(folder)/x", O_RDWR)
      try #require(file >= 0)
      defer { close(file) }
      var part = [UInt8](repeating: 0, count: 30)
      expect(FileDescriptor.read(20..<50, of: file, into: &part), is: 0)
      expect(part, is: Array(bytes[20..<50]))
      expect(FileDescriptor.write(part.reversed(), over: 20..<50, of: file), is: 0)
      bytes[20..<50].reverse()
      try expect(OpenFile(path: "\(folder)/x").contents(limit: 100), is: bytes)
      expect(FileDescriptor.size(of: file), is: 100)
      // What lies behind the end cannot be read.
      expect(FileDescriptor.read(90..<120, of: file, into: &part), is: EIO)
    }
  }

  @Test func whatCannotBeReadIsNamed() throws {
    try inFolder { folder in
      for (path, code, explanation) in [
        ("\(folder)/none", ENOENT, "there is no such file"),
        ("\(folder)/a\0b", ENOENT, "there is no such file"),
        (folder, EISDIR, "this is a folder, not a file"),
      ] {
        let error = #expect(throws: FileError.self) {
          _ = try OpenFile(path: path).contents(limit: 10)
        }
        expect(error, is: FileError(action: "read", path: path, code: code))
        expect(error?.explanation, is: explanation)
        expect(error?.isMissing, is: code == ENOENT)
      }
    }
  }

  @Test func kindsAreDistinguishedThroughLinks() throws {
    try inFolder { folder in
      _ = try write(1, to: "\(folder)/x")
      expect(symlink("\(folder)/x", "\(folder)/link") == 0 && mkfifo("\(folder)/p", 0o600) == 0)
      expect(symlink("\(folder)/p", "\(folder)/toPipe"), is: 0)
      expect(FileKind(of: "\(folder)/x") == .plain && FileKind(of: "\(folder)/link") == .plain)
      expect(FileKind(of: folder) == .folder && FileKind(of: "\(folder)/none") == nil)
      expect(FileKind(of: "\(folder)/p"), is: .special)
      expect(FileKind(of: "\(folder)/toPipe"), is: .special)
      expect(FolderTree.resolved("\(folder)/link").hasSuffix("/x"))
      expect(FolderTree.resolved("\(folder)/none"), is: "\(folder)/none")
    }
  }

  @Test func aPipeWithoutAReaderIsNotWaitedFor() throws {
    try inFolder { folder in
      expect(mkfifo("\(folder)/p", 0o600), is: 0)
      let file = FileDescriptor.openSpecial("\(folder)/p")
      let code = errno
      expect(file < 0 && code == ENXIO)
    }
  }
}
