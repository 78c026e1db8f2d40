internal import DeviceModels
internal import SimCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Counts what a client under test writes below its folder, by the system calls that strace shows.
///
/// A write call is an operation; fsync and fdatasync are flushes. Writes through a shared mapping
/// are no system calls and are not seen.
struct WriteCounter {
  private let folder: String
  private let place: String
  private var log = CallLog()
  private var calls = SystemCallReader()

  private static let traced = "write,pwrite64,writev,pwritev,pwritev2,fsync,fdatasync"

  static var isThere: Bool { CallLog.program != nil }

  /// - Throws: when strace is not there.
  init(below folder: String, in place: String) throws(ToolError) {
    guard Self.isThere else {
      throw ToolError("its writes cannot be counted: strace is not installed (Debian: strace)")
    }
    self.folder = Self.shown(FolderTree.resolved(folder))
    self.place = FolderTree.resolved(place)
  }

  /// The arguments that run a program under strace: no shell reads any of them, so that a folder
  /// may have any name.
  mutating func traced(_ arguments: [String], launch: Int) -> [String] {
    log = CallLog(path: "\(place)/calls-\(launch)")
    calls = SystemCallReader()
    return [
      CallLog.program ?? "strace", "-f", "-qq", "-y", "-s", "0", "-e", "trace=\(Self.traced)", "-o",
      log.path,
    ] + arguments
  }

  mutating func take() -> FlashWrite? {
    var write = FlashWrite()
    for line in log.newLines().split(separator: "\n") {
      guard let call = calls.call(in: line), let start = call.arguments.firstIndex(of: "<")
      else { continue }
      let path = call.arguments[start...].dropFirst()
      if path.hasPrefix("\(folder)/") { Self.count(call, &write) }
    }
    return write == FlashWrite() ? nil : write
  }

  private static func count(_ call: SystemCall, _ write: inout FlashWrite) {
    switch call.name {
    case "fsync", "fdatasync": write.flushes += 1
    default:
      write.operations[.measured] += 1
      write.bytesByCause[.measured] += call.result
      write.fileSystemBytes += Bytes(call.result)
      write.deviceWrites += 1
    }
  }

  /// A path as strace writes it: what is no printable character of ASCII by its number in the octal
  /// system, and what has a meaning in its log too.
  private static func shown(_ path: String) -> String {
    let names: [UInt8: String] = [0x09: "t", 0x0A: "n", 0x0B: "v", 0x0C: "f", 0x0D: "r"]
    let bytes = Array(path.utf8)
    return bytes.indices.map { place in
      let byte = bytes[place]
      if let name = names[byte] { return "\\\(name)" }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return "\\\(Character(UnicodeScalar(byte)))"
      }
      if (0x20..<0x7F).contains(byte), !"<>".utf8.contains(byte) {
        return String(Character(UnicodeScalar(byte)))
      }
      let isBeforeDigit = bytes.dropFirst(place + 1).first.map { (0x30...0x39).contains($0) }
      let octal = String(byte, radix: 8)
      let zeros = isBeforeDigit ?? false ? String(repeating: "0", count: 3 - octal.count) : ""
      return "\\\(zeros)\(octal)"
    }.joined()
  }
}

/// A log that strace is writing.
struct CallLog {
  /// It begins with a slash: behind a `|` or `!` strace starts a program.
  var path = ""
  private(set) var offset = 0
  private var rest: [UInt8] = []

  /// Where strace is; nil: it is not installed.
  static var program: String? {
    ["/usr/bin/strace", "/usr/local/bin/strace"].first { access($0, X_OK) == 0 }
  }

  init(path: String = "") { self.path = path }

  /// The whole lines that were written since the last time.
  mutating func newLines() -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(file, &buffer, buffer.count, off_t(offset))
      guard count > 0 else { break }
      rest += buffer[..<count]
      offset += count
    }
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return "" }
    defer { rest.removeSubrange(...end) }
    return String(decoding: rest[...end], as: UTF8.self)
  }
}
