internal import ArgumentParser

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The terminal, or the pipe or file in its place: results go to standard output, all else to
/// standard error.
enum Terminal {
  /// Writes a result.
  static func write(_ text: String) { put(text, to: STDOUT_FILENO) }

  /// Writes what is no result: warnings, errors, progress.
  static func note(_ text: String) { put(text + "\n", to: STDERR_FILENO) }

  /// Writes to standard error without ending the line.
  static func tell(_ text: String) { put(text, to: STDERR_FILENO) }

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

  /// Whether somebody watches standard error, so that progress is worth telling.
  static var isWatched: Bool { isatty(STDERR_FILENO) == 1 && environment("CI") == nil }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Writes all of it, however the system cuts it; a closed pipe ends the writing.
  private static func put(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  private static func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
    #else
    Darwin.write(descriptor, bytes, count)
    #endif
  }
}

/// When to use colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}
