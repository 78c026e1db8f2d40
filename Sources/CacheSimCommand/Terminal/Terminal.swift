internal import ArgumentParser
internal import Experiments
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

  /// Whether the result has colours, so that sequences for colours are the program's own.
  private static let hasColors = Mutex(false)

  private static let clearing = "\r\u{1B}[K"

  /// Writes a result; one that cannot be written ends the program.
  static func write(_ text: String) { write(TextPieces(visible(text))) }

  /// Writes a result piece by piece: unchanged into files and pipes, and on a terminal without
  /// control characters.
  static func write(_ text: TextPieces) {
    let isShown = isatty(STDOUT_FILENO) == 1
    for piece in text {
      Interruption.wait()
      let shown = isShown ? Array(visible(String(decoding: piece, as: UTF8.self)).utf8) : piece
      let code = FileDescriptor.write(shown, to: STDOUT_FILENO)
      if code == 0 { continue }
      if code == EPIPE { Interruption.endWithoutReader() }
      Interruption.undo()
      writeLine("error: standard output: cannot be written: \(String(cString: strerror(code)))")
      exit(ExitStatus.inputOutput.rawValue)
    }
  }

  /// Writes what is no result: warnings and errors.
  static func note(_ text: String) {
    Interruption.wait()
    writeLine(text)
  }

  /// Writes the message of an interruption, the last one: at once or, to a stopped terminal or a
  /// full pipe, not at all.
  static func writeLast(_ text: String) {
    var descriptors = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptors, 1, patience) == 1 else { return }
    // The lock is held while a line is written, which takes long only where nothing reads it.
    var clears: Bool?
    for _ in 0..<patience / pause {
      clears = hasOpenLine.withLockIfAvailable { $0 }
      if clears != nil { break }
      usleep(UInt32(pause) * 1_000)
    }
    let start = clears ?? true ? clearing : ""
    _ = FileDescriptor.write(Array("\(start)\(VisibleText.lines(text))\n".utf8), to: STDERR_FILENO)
  }

  /// How many milliseconds the last message waits for space.
  private static let patience: Int32 = 400
  /// How many milliseconds pass between two attempts to take the lock.
  private static let pause: Int32 = 10

  /// Shows a line until something else is written.
  static func show(_ line: String) {
    Interruption.wait()
    hasOpenLine.withLock { isOpen in
      _ = FileDescriptor.write(
        Array("\(isOpen ? clearing : "")\(VisibleText.line(line))".utf8), to: STDERR_FILENO)
      isOpen = true
    }
  }

  static func clearLine() {
    hasOpenLine.withLock { isOpen in
      if isOpen { _ = FileDescriptor.write(Array(clearing.utf8), to: STDERR_FILENO) }
      isOpen = false
    }
  }

  private static func writeLine(_ text: String) {
    let message = VisibleText.lines(MessageText.shortened(text))
    hasOpenLine.withLock { isOpen in
      _ = FileDescriptor.write(
        Array("\(isOpen ? clearing : "")\(message)\n".utf8), to: STDERR_FILENO)
      isOpen = false
    }
  }

  /// A text for a terminal without control characters from files and options; the program's own
  /// colours stay.
  static func visible(_ text: String) -> String {
    VisibleText.lines(text, keepsColors: hasColors.withLock { $0 })
  }

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

  /// How many columns a table may take: those that COLUMNS says, else those of the terminal; nil:
  /// all that it has, as there is no terminal.
  static var columns: Int? {
    if let count = environment("COLUMNS").flatMap({ Int($0) }), count > 0 { return count }
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : usualColumns
  }

  private static let usualColumns = 120

  /// Whether progress is shown: standard error is a terminal that can clear a line.
  static var isWatched: Bool {
    isatty(STDERR_FILENO) == 1 && environment("CI") == nil && environment("TERM") != "dumb"
  }

  /// Whether standard input is a terminal.
  static var isAsked: Bool { isatty(STDIN_FILENO) == 1 }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Opens the standard streams that the program was started without, so that no file gets their
  /// numbers.
  static func openMissingStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // Nothing can be read from it, and writing to it fails, as to a closed one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// Messages of limited length, whatever they quote.
///
/// Names, labels and values from files and options stand in quotation marks in a message, and may
/// be as long as a file; of these the beginning is shown. Any other long line loses its middle.
enum MessageText {
  static let quotedLimit = 80
  /// How long a line may be: a list of all that is known is shorter.
  static let lineLimit = 2_400
  /// How much of the end of a line that is too long is kept.
  private static let endLength = 400

  static func shortened(_ message: String) -> String {
    guard message.utf8.count > quotedLimit else { return message }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { shortenedLine($0) }.joined(separator: "\n")
  }

  private static func shortenedLine(_ line: Substring) -> String {
    guard line.utf8.count > quotedLimit else { return String(line) }
    let text = quotesShortened(line)
    guard text.count > lineLimit else { return text }
    return "\(text.prefix(lineLimit - endLength)) … \(text.suffix(endLength))"
  }

  /// Shortens what stands between quotation marks: an opening one follows a blank or a bracket, and
  /// a closing one is followed by no letter, so that the apostrophe of a word is neither.
  private static func quotesShortened(_ line: Substring) -> String {
    var text = ""
    var rest = line
    while let opening = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let mark = rest[opening]
      let start = rest.index(after: opening)
      let isOpening =
        opening == line.startIndex || " (=[".contains(line[line.index(before: opening)])
      guard isOpening, let closing = end(of: mark, in: rest[start...]) else {
        text += rest[..<start]
        rest = rest[start...]
        continue
      }
      text += rest[..<opening]
      text += "\(mark)\(VisibleText.shortened(rest[start..<closing], to: quotedLimit))\(mark)"
      rest = rest[rest.index(after: closing)...]
    }
    return text + rest
  }

  private static func end(of mark: Character, in text: Substring) -> String.Index? {
    var place = text.startIndex
    while let found = text[place...].firstIndex(of: mark) {
      let next = text.index(after: found)
      if next == text.endIndex || !(text[next].isLetter || text[next].isNumber) { return found }
      place = next
    }
    return nil
  }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A line on a terminal with the progress of the work and the time that is left; nothing elsewhere.
final class Progress: Sendable {
  private struct Phase {
    var words = ""
    var start = ContinuousClock.now
    var shownAt: ContinuousClock.Instant?
  }

  private let isShown: Bool
  private let phase = Mutex(Phase())

  /// The minimum time between two changes of the line; assumption.
  private static let pause = Duration.milliseconds(100)
  private static let barWidth = 24

  init(isShown: Bool) { self.isShown = isShown }

  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Shows how much is done, and an estimate of the time that is left. `all` is nil where it is not
  /// known; other `words` begin another count; `kept` was done before the work began, and `begun`
  /// is a part of the next one.
  func show(
    _ done: Int64, of all: Int64?, _ words: String, kept: Int64 = 0, begun: Double = 0
  ) {
    guard isShown else { return }
    let taken: Duration? = phase.withLock { phase in
      let now = ContinuousClock.now
      if phase.words != words { phase = Phase(words: words, start: now) }
      if let shownAt = phase.shownAt, shownAt.duration(to: now) < Self.pause { return nil }
      phase.shownAt = now
      return phase.start.duration(to: now)
    }
    guard let taken else { return }
    Terminal.show(
      Self.line(done, of: all, words, kept: kept, begun: begun, taken: taken / .seconds(1)))
  }

  /// `taken` counts seconds since the work began.
  static func line(
    _ done: Int64, of all: Int64?, _ words: String, kept: Int64 = 0, begun: Double = 0,
    taken: Double
  ) -> String {
    guard let all, all > 0 else { return "\(done) \(words)" }
    let place = Double(done) + begun
    let share = min(place / Double(all), 1)
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    var line = "\(bar) \(done) of \(all) \(words)"
    if place > Double(kept) && done < all {
      let seconds = taken / (place - Double(kept)) * (Double(all) - place)
      line += ", \(Self.words(seconds: seconds)) left"
    }
    return line
  }

  /// A time in one or two units, such as `40 s` or `1 h 20 min`.
  static func words(seconds: Double) -> String {
    let whole = Int(min(seconds, 1e12).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min" }
    return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
  }

  func end() {
    if isShown { Terminal.clearLine() }
  }
}

extension Progress {
  func show(_ progress: ReplayRunner.Progress) {
    let words =
      switch progress.phase {
      case .measuring: "requests measured"
      case .lookingAhead: "requests looked ahead"
      case .replaying: "requests replayed"
      }
    show(progress.requests, of: progress.all, words)
  }
}
