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
  private var launch = 0
  private var offset = 0
  private var rest: [UInt8] = []
  private var calls = SystemCallReader()

  private static let paths = ["/usr/bin/strace", "/usr/local/bin/strace"]
  private static let traced =
    "write,pwrite64,writev,pwritev,pwritev2,fsync,fdatasync"

  /// Whether strace is there.
  static var isThere: Bool { paths.contains { access($0, X_OK) == 0 } }

  /// - Throws: when strace is not there.
  init(below folder: String, in place: String) throws(ClientFailure) {
    guard Self.isThere else {
      throw ClientFailure("its writes cannot be counted: strace is not installed (Debian: strace)")
    }
    self.folder = folder
    self.place = place
  }

  /// The command under strace.
  mutating func traced(_ command: String, launch: Int) -> String {
    self.launch = launch
    offset = 0
    rest = []
    calls = SystemCallReader()
    let quoted = "'exec " + command.replacing("'", with: "'\\''") + "'"
    return "strace -f -qq -y -s 0 -e trace=\(Self.traced) -o \(place)/calls-\(launch) "
      + "/bin/sh -c \(quoted)"
  }

  /// What was written since this was asked last; nil: nothing.
  mutating func take() -> FlashWrite? {
    readOn()
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    let text = String(decoding: rest[...end], as: UTF8.self)
    rest.removeSubrange(...end)
    var write = FlashWrite()
    for line in text.split(separator: "\n") {
      guard let call = calls.call(in: line), Self.isOnFile(call.arguments, below: folder) else {
        continue
      }
      Self.count(call, &write)
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

  private static func isOnFile(_ call: Substring, below folder: String) -> Bool {
    guard let start = call.firstIndex(of: "<") else { return false }
    return call[call.index(after: start)...].hasPrefix("\(folder)/")
  }

  /// Reads what strace has added to its log.
  private mutating func readOn() {
    let file = open("\(place)/calls-\(launch)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(file, &buffer, buffer.count, off_t(offset))
      guard count > 0 else { return }
      rest += buffer[..<count]
      offset += count
    }
  }
}
