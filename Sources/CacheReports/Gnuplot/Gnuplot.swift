internal import GnuplotCxx

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The gnuplot program: runs a script and tells how it ended.
///
/// The process is started without a shell and without the person's own gnuplot settings.
package struct Gnuplot: Sendable {
  /// The environment variable that names another program than `gnuplot`.
  package static let programVariable = "CACHESIM_GNUPLOT"
  /// The environment variable with the seconds that one chart may take.
  package static let limitVariable = "CACHESIM_GNUPLOT_TIMEOUT"
  /// Seconds that one chart may take where nothing else is said: assumption, a hundred times as
  /// long as the slowest of ours.
  package static let usualLimit = 60.0
  /// Whether this build can run gnuplot at all; the trait `Charts` decides.
  package static var isBuiltIn: Bool { cachesim_gnuplot_is_built_in() }
  /// The most seconds that can be said: a day, far below what clocks count.
  private static let longestLimit = 86_400.0
  /// How much of gnuplot's own words an error carries, in bytes: assumption, enough for a screen.
  private static let messageCapacity = 4_096
  /// How much of one line, in characters; gnuplot repeats the command that it did not understand.
  private static let lineLimit = 200

  /// The program: a name to be found in PATH, or a path.
  package var program: String
  /// Seconds that one script may take, as a text; gnuplot and what it started is ended then.
  package var limit: String

  /// A gnuplot by its name or path; without one, what CACHESIM_GNUPLOT says, or `gnuplot`.
  package init(program: String? = nil) {
    let chosen = program ?? getenv(Self.programVariable).map { String(cString: $0) } ?? ""
    self.program = chosen.isEmpty ? "gnuplot" : chosen
    limit = getenv(Self.limitVariable).map { String(cString: $0) } ?? ""
    if limit.isEmpty { limit = "\(Int(Self.usualLimit))" }
  }

  /// Whether gnuplot is there and answers.
  package var isUsable: Bool { (try? run([.text("")], in: ".")) != nil }

  /// Ends every gnuplot that runs, and lets none be started any more: the program ends early.
  package static func endAll() { cachesim_gnuplot_end_all() }

  /// Runs a script in a folder, and gives back what gnuplot said without failing: its warnings.
  @discardableResult
  func run(_ script: [GnuplotInput], in folder: String) throws(ChartError) -> String {
    guard Self.isBuiltIn else { throw .notBuiltIn }
    guard let seconds = Double(limit), seconds > 0, seconds <= Self.longestLimit else {
      throw .badLimit(limit)
    }
    var code: Int32 = 0
    guard let session = cachesim_gnuplot_open(path, folder, seconds, &code) else {
      if code == ENOENT { throw .notInstalled(program: program) }
      throw .cannotStart(program: program, reason: String(cString: strerror(code)))
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

  /// gnuplot's words without the blank lines around them and the line that only points.
  private static func trimmed(_ message: [CChar]) -> String {
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.filter { line in line.contains { $0 != " " && $0 != "^" && $0 != "\t" } }
      .map { $0.prefix(Self.lineLimit) }.joined(separator: "\n")
  }
}
