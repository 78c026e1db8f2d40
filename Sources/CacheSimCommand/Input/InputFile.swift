internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What can be told of a file before it is opened.
enum InputFile {
  /// The most that is read where nothing else is said: 256 MiB, as of a capture.
  static let limit = 256 << 20
  /// The most values of JSON that are read of a file of people's: they take memory beside the text.
  static let mostValues = 4_000_000
  /// How much is asked for at once: 1 MiB.
  private static let piece = 1 << 20

  /// Why a file could not be read.
  struct Unreadable: Error {
    var words: String
  }

  /// The whole file, also of a pipe that a shell has opened.
  static func contents(of path: String, limit: Int = limit) throws(Unreadable) -> [UInt8] {
    if let words = refusal(of: path) { throw Unreadable(words: words) }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw Unreadable(words: "cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Swift.min(size(of: file), limit))
    var buffer = [UInt8](repeating: 0, count: piece)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw Unreadable(words: "cannot be read: \(String(cString: strerror(errno)))")
      }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw Unreadable(words: "the file is larger than \(limit) bytes")
      }
      bytes += buffer.prefix(count)
    }
  }

  /// How large a file says it is; 0 for a pipe or a device.
  private static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? max(Int(status.st_size), 0) : 0
  }

  /// Why the file cannot be read, though it is there; nil: nothing is known against it.
  ///
  /// A pipe with a name may have nobody at its other end, and would be waited for without end. One
  /// that a shell has opened, below `/dev` or `/proc`, has.
  static func refusal(of path: String) -> String? {
    let isOpen = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    guard !isOpen, let type = try? FileManager.default.attributesOfItem(atPath: path)[.type],
      let type = type as? FileAttributeType
    else { return nil }
    return type == .typeRegular || type == .typeSymbolicLink || type == .typeDirectory
      ? nil : "this is a pipe or a device, not a file"
  }
}
