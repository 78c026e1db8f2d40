internal import SimCore

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Another program whose standard streams are connected to this process.
package final class ChildProcess {
  private let process: pid_t
  private var input: Int32?
  private let output: Int32
  private let errorStream: Int32
  private var isReaped = false

  /// Starts a program that is looked for in the search path.
  /// - Parameter input: its standard input; nil: what is sent to it.
  /// - Returns: nil when it cannot be started.
  init?(_ command: [String], input: Int32?) {
    var ends: [Int32] = []
    func fail() { for end in ends { close(end) } }
    guard let output = Self.pair(&ends), let errorStream = Self.pair(&ends) else {
      fail()
      return nil
    }
    var childInput = input ?? -1
    if input == nil {
      guard let feed = Self.pair(&ends) else {
        fail()
        return nil
      }
      childInput = feed.read
      self.input = feed.write
    }
    let started = Self.spawn(command, streams: [childInput, output.write, errorStream.write])
    guard let started else {
      fail()
      return nil
    }
    process = started
    self.output = output.read
    self.errorStream = errorStream.read
    if input == nil { close(childInput) }
    close(output.write)
    close(errorStream.write)
  }

  deinit {
    endInput()
    close(output)
    close(errorStream)
    if !isReaped {
      kill(process, SIGTERM)
      _ = wait()
    }
  }

  /// Runs a program without input to its end; what it prints is thrown away.
  /// - Returns: its exit status as `waitpid` gives it, and the first line of its standard error;
  ///   nil when it cannot be started.
  package static func run(_ command: [String]) -> (status: Int32, message: String?)? {
    guard let child = ChildProcess(command, input: nil) else { return nil }
    child.endInput()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var count = 1
    while count > 0 {
      count = buffer.withUnsafeMutableBytes {
        FileDescriptor.read(child.output, into: $0.baseAddress, limit: $0.count)
      }
    }
    return child.end()
  }

  /// Waits until there is output, or space for input if that can be used.
  /// - Returns: whether there is output, or its end.
  func hasOutput(whileFeedingIsPossible: Bool) -> Bool {
    var polls = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
    if whileFeedingIsPossible, let input {
      polls.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    }
    while poll(&polls, nfds_t(polls.count), -1) < 0, errno == EINTR {}
    return polls[0].revents != 0
  }

  func read(into buffer: UnsafeMutableRawPointer, limit: Int) -> Int {
    FileDescriptor.read(output, into: buffer, limit: limit)
  }

  /// Sends as much input as there is space for.
  /// - Returns: how much; nil when the program takes no more.
  func send(_ bytes: [UInt8]) -> Int? {
    guard let input else { return nil }
    #if canImport(Darwin)
    let flags = MSG_DONTWAIT
    #else
    let flags = Int32(truncatingIfNeeded: Int(MSG_DONTWAIT) | Int(MSG_NOSIGNAL))
    #endif
    let count = bytes.withUnsafeBytes { sendBytes(input, $0.baseAddress, $0.count, flags) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  func endInput() {
    if let input { close(input) }
    input = nil
  }

  func end() -> (status: Int32, message: String?) {
    endInput()
    let status = wait()
    var errors = [UInt8](repeating: 0, count: 4_096)
    let count = errors.withUnsafeMutableBytes {
      FileDescriptor.read(errorStream, into: $0.baseAddress, limit: $0.count)
    }
    let line = errors.prefix(max(count, 0)).split(separator: UInt8(ascii: "\n")).first
    return (status, line.map { String(decoding: $0, as: UTF8.self) })
  }

  private func wait() -> Int32 {
    isReaped = true
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    return status
  }

  /// Two ends that other programs do not inherit. Sockets and not pipes: closing one end while the
  /// other is written to must not end this program by a signal.
  private static func pair(_ ends: inout [Int32]) -> (read: Int32, write: Int32)? {
    var pair: [Int32] = [-1, -1]
    #if canImport(Darwin)
    guard socketpair(AF_UNIX, SOCK_STREAM, 0, &pair) == 0 else { return nil }
    for end in pair {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      var isOn: Int32 = 1
      setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
    #else
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    #endif
    ends += pair
    return (pair[0], pair[1])
  }

  /// Starts a program with these three as its standard streams; nil where no app may do so.
  private static func spawn(_ command: [String], streams: [Int32]) -> pid_t? {
    #if os(Linux) || os(macOS)
    #if os(macOS)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, end) in streams.enumerated() {
      guard posix_spawn_file_actions_adddup2(&actions, end, Int32(stream)) == 0 else { return nil }
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    #if os(macOS)
    // Ends are marked here only after they were made: what another thread starts in between would
    // inherit them, and keep them open.
    var attributes: posix_spawnattr_t?
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    guard posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)) == 0 else {
      return nil
    }
    let error = posix_spawnp(&process, command[0], &actions, &attributes, arguments, environ)
    #else
    let error = posix_spawnp(&process, command[0], &actions, nil, arguments, environ)
    #endif
    return error == 0 ? process : nil
    #else
    return nil
    #endif
  }
}

/// The system's `send`, under a name that the type's own verb does not hide.
private func sendBytes(
  _ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(socket, bytes, count, flags)
}
