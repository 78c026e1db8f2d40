internal import SimCore

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is being written: it gets its name when it is whole. `-` is standard output; what is
/// no plain file, such as a device or a pipe, is written as it is.
struct TraceOutput: ~Copyable {
  let path: String
  private let descriptor: Int32
  /// Whether a terminal shows it, which names of objects must not control.
  private let isShown: Bool
  private var buffer: [UInt8] = []
  private var entry: UnfinishedEntry?
  private let target: String

  /// How much is gathered before it is written: 1 MiB.
  private static let chunk = 1 << 20

  init(path: String) throws(InputError) {
    let target = path == "-" ? path : FolderTree.resolved(path)
    var entry: UnfinishedEntry?
    let descriptor: Int32
    if path == "-" {
      descriptor = dup(STDOUT_FILENO)
    } else {
      switch FileKind(of: target) {
      case .special: descriptor = FileDescriptor.openSpecial(target)
      case .folder: throw InputError(.unwritable, at: path, "cannot be written: this is a folder")
      case .plain, nil:
        let made = try Self.begin(target, named: path)
        descriptor = made.descriptor
        entry = consume made
      }
    }
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    self.entry = entry
    self.target = target
    self.path = path
    self.descriptor = descriptor
    isShown = isatty(descriptor) == 1
    buffer.reserveCapacity(Self.chunk + 4_096)
  }

  deinit {
    // The descriptor of an unfinished file is its own, which closes and removes it.
    if entry == nil { close(descriptor) }
  }

  private static func begin(
    _ target: String, named path: String
  ) throws(InputError) -> UnfinishedEntry {
    if let slash = target.lastIndex(of: "/"), slash > target.startIndex,
      !FolderTree.isFolder(String(target[..<slash]))
    {
      throw failure(ENOENT, path)
    }
    do throws(FileError) {
      return try UnfinishedEntry(fileFor: target)
    } catch {
      throw failure(error.code, path)
    }
  }

  mutating func write(_ bytes: some Collection<UInt8>) throws(InputError) {
    buffer += bytes
    if buffer.count >= Self.chunk { try flush() }
  }

  mutating func write(_ body: (inout [UInt8]) -> Void) throws(InputError) {
    body(&buffer)
    if buffer.count >= Self.chunk { try flush() }
  }

  mutating func flush() throws(InputError) {
    if isShown { buffer = Array(VisibleText.lines(String(decoding: buffer, as: UTF8.self)).utf8) }
    try check(FileDescriptor.write(buffer, to: descriptor))
    buffer.removeAll(keepingCapacity: true)
  }

  func read(_ range: Range<Int>, into bytes: inout [UInt8]) throws(InputError) {
    try check(FileDescriptor.read(range, of: descriptor, into: &bytes))
  }

  func rewrite(_ range: Range<Int>, with bytes: [UInt8]) throws(InputError) {
    try check(FileDescriptor.write(bytes, over: range, of: descriptor))
  }

  mutating func finish() throws(InputError) {
    try flush()
    try check(entry?.commit(to: target) ?? 0)
  }

  var isRewritable: Bool { entry != nil }

  private func check(_ code: Int32) throws(InputError) {
    guard code == 0 else { throw Self.failure(code, path) }
  }

  private static func failure(_ code: Int32, _ path: String) -> InputError {
    InputError(writing: FileError(action: "write", path: path, code: code))
  }
}
