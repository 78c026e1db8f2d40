internal import ChildGuard
internal import Dispatch
internal import SimCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Why a client under test cannot be used any more; ends its row.
package struct ClientFailure: Error, Hashable, Sendable {
  /// What happened.
  package var message: String

  /// Makes a failure.
  package init(_ message: String) { self.message = message }
}

/// A client under test: a child process that is spoken to in lines. It ends with this object, and
/// when this process ends in whatever way, with all that it has started.
final class ClientProcess: Sendable {
  /// What comes of it: a line, or nil at its end.
  typealias Listener = @Sendable (String?) -> Void

  private let input: Int32
  private let lifeline: Int32
  private let guardian: pid_t
  private let isOpen = Mutex(true)

  /// The longest line that is read, 1 MiB: what writes without an end of line is no client.
  static var longestLine: Int { 1 << 20 }

  /// Starts a command by the shell.
  /// - Parameters:
  ///   - folder: where it works.
  ///   - errors: the file to which its standard error is added.
  ///   - listener: is called on a thread of its own, line by line.
  init(
    command: String, environment: [(name: String, value: String)], in folder: String,
    errors path: String, listener: @escaping Listener
  ) throws(ClientFailure) {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    let errors = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard errors >= 0 else { throw ClientFailure("cannot write \(path)") }
    defer { close(errors) }
    guard guard_connection(&toChild) == 0, guard_pipe(&fromChild) == 0 else {
      throw ClientFailure("no pipe could be made")
    }
    defer {
      close(toChild[1])
      close(fromChild[1])
    }
    var (line, process): (Int32, pid_t) = (-1, 0)
    func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
      texts.map { strdup($0) } + [nil]
    }
    let arguments = copies(["/bin/sh", "-c", "exec \(command)"])
    let variables = copies(environment.map { "\($0.name)=\($0.value)" })
    defer { for text in arguments + variables { free(text) } }
    let error = guard_start(
      arguments, variables, folder, toChild[1], fromChild[1], errors, &line, &process)
    guard error == 0 else {
      close(toChild[0])
      close(fromChild[0])
      throw ClientFailure("cannot be started: \(String(cString: strerror(error)))")
    }
    input = toChild[0]
    lifeline = line
    guardian = process
    let output = fromChild[0]
    DispatchQueue(label: "client's lines").async {
      Self.readLines(from: output, listener)
      close(output)
    }
  }

  deinit { end() }

  private static func readLines(from file: Int32, _ listener: Listener) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var line: [UInt8] = []
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n"), line.count < longestLine {
          line.append(byte)
          continue
        }
        listener(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      }
    }
    listener(nil)
  }

  /// Writes a line. What a process that has ended does not read is no error here: its end is told.
  func send(_ line: String) {
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { guard_send(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      start += count
    }
  }

  /// Ends it and all that it has started, and waits until they are gone.
  /// - Returns: its exit status; nil: it was ended before.
  @discardableResult
  func end() -> Int32? {
    let isFirst = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard isFirst else { return nil }
    close(input)
    close(lifeline)
    return guard_wait(guardian)
  }
}
