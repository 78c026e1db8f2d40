internal import ArgumentParser
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

  /// Brings the cursor to the front of the line and clears it.
  private static let clearing = "\r\u{1B}[K"

  /// Writes a result; a result that cannot be written ends the program.
  static func write(_ text: String) { write(TextPieces(text)) }

  /// Writes a result piece by piece.
  static func write(_ text: TextPieces) {
    for piece in text {
      Interruption.wait()
      let code = put(piece, to: STDOUT_FILENO)
      if code == 0 { continue }
      if code == EPIPE { Interruption.endUnread() }
      Interruption.undo()
      note("error: standard output: cannot be written: \(String(cString: strerror(code)))")
      exit(ExitStatus.inputOutput.rawValue)
    }
  }

  /// Writes what is no result: warnings and errors.
  static func note(_ text: String) {
    Interruption.wait()
    say(text)
  }

  /// Writes what is said by an interruption, when nobody else may speak.
  static func lastWords(_ text: String) { say(text) }

  /// Shows a line that stands until something else is said.
  static func show(_ line: String) {
    Interruption.wait()
    hasOpenLine.withLock { isOpen in
      _ = put(Array("\(isOpen ? clearing : "")\(line)".utf8), to: STDERR_FILENO)
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
    hasOpenLine.withLock { isOpen in
      _ = put(Array("\(isOpen ? clearing : "")\(harmless(text))\n".utf8), to: STDERR_FILENO)
      isOpen = false
    }
  }

  /// The text without characters that steer a terminal: words of files and flags are told in it.
  static func harmless(_ text: String) -> String {
    var harmless = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      harmless.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return harmless
  }

  /// Whether standard output may carry colours.
  static func isColored(_ choice: ColorChoice) -> Bool {
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
