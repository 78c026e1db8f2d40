internal import GnuplotCxx
internal import SimCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The gnuplot program: runs a script and returns how it ended.
///
/// The process is started without a shell and without the user's own gnuplot settings.
package struct Gnuplot: Sendable {
  /// The environment variable that names another program than `gnuplot`.
  package static let programVariable = "CACHESIM_GNUPLOT"
  /// The environment variable with the time limit of one chart, in seconds.
  package static let limitVariable = "CACHESIM_GNUPLOT_TIMEOUT"
  /// The default time limit of one chart in seconds: assumption, a hundred times as long as the
  /// slowest of ours.
  package static let defaultLimit = 60.0
  /// Whether this build can run gnuplot at all; the trait `Charts` decides.
  package static var isBuiltIn: Bool { cachesim_gnuplot_is_built_in() }
  /// The maximum time limit in seconds: a day, far below the range of clocks.
  private static let maximumLimit = 86_400.0
  /// The maximum length of gnuplot's message in an error, in bytes: assumption, a screenful.
  private static let messageCapacity = 4_096
  /// The maximum length of one line, in characters; gnuplot repeats the command that it rejects.
  private static let lineLimit = 200

  /// The program: a name to be found in PATH, or a path.
  package var program: String
  /// The time limit of one script in seconds, as a text; gnuplot and its children are ended then.
  package var limit: String
  /// Whether scripts go through a plain pipe also where there is gnuplot-iostream: for tests.
  var isPlain = false

  /// A gnuplot by its name or path; without one, the value of CACHESIM_GNUPLOT, or `gnuplot`.
  package init(program: String? = nil) {
    let chosen = program ?? getenv(Self.programVariable).map { String(cString: $0) } ?? ""
    self.program = chosen.isEmpty ? "gnuplot" : chosen
    limit = getenv(Self.limitVariable).map { String(cString: $0) } ?? ""
    if limit.isEmpty { limit = "\(Int(Self.defaultLimit))" }
  }

  package var isUsable: Bool { (try? run([.text("")], in: ".")) != nil }

  /// Ends every gnuplot that runs, and lets none be started any more: the program ends early.
  package static func endAll() { cachesim_gnuplot_end_all() }

  @discardableResult
  func run(_ script: [GnuplotInput], in folder: String) throws(ToolError) -> String {
    guard Self.isBuiltIn else { throw .notBuiltIn }
    guard let seconds = Double(limit), seconds > 0, seconds <= Self.maximumLimit else {
      throw .badLimit(limit)
    }
    var code: Int32 = 0
    guard let session = cachesim_gnuplot_open(path, folder, seconds, isPlain, &code) else {
      if code == ENOENT { throw .notInstalled(program: program) }
      throw ToolError("'\(program)' cannot be started: \(String(cString: strerror(code)))")
    }
    let wasHeard = script.allSatisfy { Self.send($0, to: session) }
    var message = [CChar](repeating: 0, count: Self.messageCapacity)
    var hasTimedOut = false
    let status = cachesim_gnuplot_close(session, &message, message.count, &hasTimedOut)
    let words = Self.trimmed(message)
    if hasTimedOut { throw .timedOut(limit: limit) }
    guard status == 0, wasHeard else { throw .failed(status: status, words: words) }
    return words
  }

  /// The program as the child finds it: it starts in another folder than ours.
  private var path: String {
    guard program.contains("/"), let resolved = realpath(program, nil) else { return program }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func send(_ input: GnuplotInput, to session: OpaquePointer) -> Bool {
    switch input {
    case .text(let text): cachesim_gnuplot_send_text(session, text)
    case .table(let values, let columnCount):
      cachesim_gnuplot_send_table(session, values, values.count / columnCount, columnCount)
    }
  }

  /// gnuplot's message without blank lines and without the line that marks a column.
  private static func trimmed(_ message: [CChar]) -> String {
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.filter { line in line.contains { $0 != " " && $0 != "^" && $0 != "\t" } }
      .map { $0.prefix(Self.lineLimit) }.joined(separator: "\n")
  }
}

/// A piece of what gnuplot reads: lines of a script, or numbers.
enum GnuplotInput: Sendable {
  case text(String)
  /// Rows of numbers, one after another, then a line with `e`.
  case table(values: [Double], columnCount: Int)
}

extension ToolError {
  static var notBuiltIn: ToolError {
    #if os(Linux)
    let remedy =
      "with gnuplot-nox and libgnuplot-iostream-dev installed, 'swift build' makes one that does"
    #else
    let remedy = "those for Linux and macOS do, where the trait 'Charts' is on"
    #endif
    return ToolError("this build draws no charts; \(remedy)")
  }

  static func notInstalled(program: String) -> ToolError {
    ToolError(
      "gnuplot is not installed: there is no program '\(program)' "
        + "(Debian: apt-get install gnuplot-nox; macOS: brew install gnuplot)")
  }

  /// gnuplot ended with a status other than zero, or stopped reading; the words are its own.
  static func failed(status: Int32, words: String) -> ToolError {
    let end = words.isEmpty ? " before the chart was drawn, and said nothing" : ": \(words)"
    return ToolError("gnuplot ended with status \(status)\(end)", .failed)
  }

  /// gnuplot exceeded the time limit, and was ended with its child processes.
  static func timedOut(limit: String) -> ToolError {
    ToolError(
      "gnuplot did not end within \(limit) s and was stopped; \(Gnuplot.limitVariable) sets "
        + "another number of seconds", .timedOut)
  }

  static func badLimit(_ limit: String) -> ToolError {
    ToolError("\(Gnuplot.limitVariable): expected seconds from above 0 to 86400, found '\(limit)'")
  }
}

/// Texts and numbers in gnuplot's syntax, quoted so that nothing in them is interpreted.
enum GnuplotText {
  /// A text in single quotes, in which gnuplot replaces nothing: no `backticks`, no escapes.
  ///
  /// Control characters would end the line, and with it the quotes; they become spaces.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in clean(text).unicodeScalars {
      // gnuplot 5.4 reads a doubled quote at the beginning as an empty text; ’ looks the same.
      if scalar == "'" { quoted += quoted == "'" ? "\u{2019}" : "''" }
      guard scalar != "'" else { continue }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  /// A text on one line, without control characters and without what turns the line around.
  static func clean(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: cleaned.append(" ")
      // U+FFFE and its like are no characters: XML does not allow them.
      case _ where scalar.properties.isNoncharacterCodePoint: continue
      // U+202A to U+202E and U+2066 to U+2069 set the direction of all text that follows.
      case .format where (0x202A...0x202E).contains(scalar.value): continue
      case .format where (0x2066...0x2069).contains(scalar.value): continue
      case .format where [0x200E, 0x200F, 0x061C].contains(scalar.value): continue
      default: cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }

  /// The shortest number that reads back as the same one, without an ending `.0`.
  static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Which letters DejaVu Sans has: the font that comes with gnuplot.
///
/// A letter that no installed font has is drawn by Cairo as a box with its number, many times the
/// size of the image. Other installed fonts are not used, so that equal results give equal images;
/// an SVG keeps all letters, because a browser has fonts of its own.
enum FontCoverage {
  /// The larger ranges of DejaVu Sans 2.37 without gaps, from fc-query: Latin,
  /// Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian, punctuation, currencies, arrows,
  /// symbols, faces.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0xA0...0x2E9, 0x300...0x34F, 0x388...0x38A, 0x38E...0x3A1, 0x3A3...0x525,
    0x531...0x556, 0x561...0x587, 0x5D0...0x5EA, 0x621...0x63A, 0x640...0x655, 0x10D0...0x10FC,
    0x1E00...0x1EFB, 0x2000...0x2064, 0x20A0...0x20B5, 0x2190...0x2311, 0x2500...0x269C,
    0xFE00...0xFE0F, 0x1F600...0x1F623,
  ]

  /// A text with an empty square for each letter that the font lacks.
  static func drawable(_ text: String) -> String {
    var drawable = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isLineFeed = scalar == "\n"
      let isCovered = ranges.contains { $0.contains(scalar.value) }
      drawable.append(isCovered || isLineFeed ? scalar : "\u{25A1}")
    }
    return String(drawable)
  }
}
