internal import ArgumentParser
internal import SimCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The terminal, or the pipe or file in its place: results go to standard output, all else to
/// standard error.
enum Terminal {
  /// Whether a line of progress stands at the end of standard error.
  private static let hasOpenLine = Mutex(false)

  /// Whether the answer has colours, so that sequences that choose one are the program's own.
  private static let hasColors = Mutex(false)

  /// Brings the cursor to the front of the line and clears it.
  private static let clearing = "\r\u{1B}[K"

  /// Writes a result for people; a result that cannot be written ends the program.
  static func write(_ text: String) { write(TextPieces(visible(text))) }

  /// Writes a result piece by piece: as it is for files and programs, and on a terminal without
  /// what could steer it.
  static func write(_ text: TextPieces) {
    let isShown = isatty(STDOUT_FILENO) == 1
    for piece in text {
      Interruption.wait()
      let shown = isShown ? Array(visible(String(decoding: piece, as: UTF8.self)).utf8) : piece
      let code = put(shown, to: STDOUT_FILENO)
      if code == 0 { continue }
      if code == EPIPE { Interruption.endUnread() }
      Interruption.undo()
      say("error: standard output: cannot be written: \(String(cString: strerror(code)))")
      exit(ExitStatus.inputOutput.rawValue)
    }
  }

  /// Writes what is no result: warnings and errors.
  static func note(_ text: String) {
    Interruption.wait()
    say(text)
  }

  /// Writes what is said by an interruption, when nobody else may speak: at once or, to a terminal
  /// that stands still or a pipe that nobody empties, not at all.
  static func lastWords(_ text: String) {
    var descriptors = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptors, 1, patience) == 1 else { return }
    // The lock is held while a line is written, which lasts only where nobody takes it.
    var clears: Bool?
    for _ in 0..<patience / pause {
      clears = hasOpenLine.withLockIfAvailable { $0 }
      if clears != nil { break }
      usleep(UInt32(pause) * 1_000)
    }
    let start = clears ?? true ? clearing : ""
    _ = put(Array("\(start)\(VisibleText.lines(text))\n".utf8), to: STDERR_FILENO)
  }

  /// How many milliseconds the last words wait for room.
  private static let patience: Int32 = 400
  /// How many milliseconds lie between two looks at the lock.
  private static let pause: Int32 = 10

  /// Shows a line that stands until something else is said.
  static func show(_ line: String) {
    Interruption.wait()
    hasOpenLine.withLock { isOpen in
      _ = put(Array("\(isOpen ? clearing : "")\(VisibleText.line(line))".utf8), to: STDERR_FILENO)
      isOpen = true
    }
  }

  /// Takes the line away.
  static func clearLine() {
    hasOpenLine.withLock { isOpen in
      if isOpen { _ = put(Array(clearing.utf8), to: STDERR_FILENO) }
      isOpen = false
    }
  }

  private static func say(_ text: String) {
    let message = VisibleText.lines(MessageText.shortened(text))
    hasOpenLine.withLock { isOpen in
      _ = put(Array("\(isOpen ? clearing : "")\(message)\n".utf8), to: STDERR_FILENO)
      isOpen = false
    }
  }

  /// A text for people, in which words of files and flags steer no terminal; colours stay where
  /// the program itself chose some.
  static func visible(_ text: String) -> String {
    VisibleText.lines(text, keepsColors: hasColors.withLock { $0 })
  }

  /// Whether standard output may carry colours.
  static func isColored(_ choice: ColorChoice) -> Bool {
    let isColored = wantsColors(choice)
    hasColors.withLock { $0 = isColored }
    return isColored
  }

  private static func wantsColors(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      let forbidden = environment("NO_COLOR").map { !$0.isEmpty } ?? false
      return !forbidden && environment("TERM") != "dumb" && isatty(STDOUT_FILENO) == 1
    }
  }

  /// Whether somebody watches standard error, so that progress is worth telling: on a terminal that
  /// can take a line back.
  static var isWatched: Bool {
    isatty(STDERR_FILENO) == 1 && environment("CI") == nil && environment("TERM") != "dumb"
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Opens what the program was started without, so that no file takes its place.
  static func openMissingStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) < 0 {
      // Nothing can be read from it, and writing to it fails, as to a closed one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all of it, however the system cuts it.
  /// - Returns: 0, or why it could not be written.
  private static func put(_ text: [UInt8], to descriptor: Int32) -> Int32 {
    text.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let count = systemWrite(
          descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        if count < 0 && errno == EINTR { continue }
        if count < 0 && errno == EAGAIN {
          // Somebody made the terminal one that does not wait.
          var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&descriptors, 1, -1)
          continue
        }
        guard count > 0 else { return count < 0 ? errno : EIO }
        start += count
      }
      return 0
    }
  }
}

/// The system's `write`, under a name that the type's own verb does not hide.
private func systemWrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
  write(descriptor, bytes, count)
}

/// When to use colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}
