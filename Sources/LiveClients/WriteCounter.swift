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
  /// What a call that another thread interrupted had shown, by thread.
  private var unfinished: [String: String] = [:]

  private static let paths = ["/usr/bin/strace", "/usr/local/bin/strace"]
  private static let calls =
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
    unfinished = [:]
    let quoted = "'exec " + command.replacing("'", with: "'\\''") + "'"
    return "strace -f -qq -y -s 0 -e trace=\(Self.calls) -o \(place)/calls-\(launch) "
      + "/bin/sh -c \(quoted)"
  }

  /// What was written since this was asked last; nil: nothing.
  mutating func take() -> FlashWrite? {
    readOn()
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    let text = String(decoding: rest[...end], as: UTF8.self)
    rest.removeSubrange(...end)
    var write = FlashWrite()
    for line in text.split(separator: "\n") { count(line, &write) }
    return write == FlashWrite() ? nil : write
  }

  /// Counts a line such as `71 write(3</folder/file>, ""..., 4096) = 4096`.
  private mutating func count(_ line: Substring, _ write: inout FlashWrite) {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard words.count == 2 else { return }
    let thread = String(words[0])
    var call = String(words[1]).drop { $0 == " " }
    if call.hasSuffix("<unfinished ...>") {
      unfinished[thread] = String(call.dropLast("<unfinished ...>".count))
      return
    }
    if call.hasPrefix("<... "), let end = call.firstRange(of: "resumed>") {
      call = (unfinished.removeValue(forKey: thread) ?? "") + call[end.upperBound...]
    }
    guard let name = call.split(separator: "(", maxSplits: 1).first,
      Self.isOnFile(call, below: folder), let equals = call.lastRange(of: " = "),
      let result = Int64(call[equals.upperBound...].prefix { $0 != " " }), result >= 0
    else {
      return
    }
    switch name {
    case "fsync", "fdatasync": write.flushes += 1
    default:
      write.operations[.measured] += 1
      write.bytesByCause[.measured] += result
      write.fileSystemBytes += Bytes(result)
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

extension StringProtocol {
  /// The last place of a text.
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    var place: Range<Index>?
    var start = startIndex
    while let found = self[start...].firstRange(of: text) {
      place = found
      start = found.upperBound
    }
    return place
  }
}
