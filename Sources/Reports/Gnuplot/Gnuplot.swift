internal import FoundationEssentials
internal import GnuplotCxx

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The gnuplot program, fed through gnuplot-iostream.
public struct Gnuplot: Sendable {
  /// Its name or path.
  public var program: String

  /// Whether this build can talk to gnuplot at all.
  public static var isBuiltIn: Bool { CSGnuplotIsAvailable() != 0 }

  /// The program that the environment variable `CACHESIM_GNUPLOT` names, else `gnuplot`.
  public init(program: String? = nil) {
    let named = ProcessInfo.processInfo.environment["CACHESIM_GNUPLOT"]
    self.program = program ?? named ?? "gnuplot"
  }

  /// Runs commands in a folder.
  /// - Returns: what gnuplot had to warn of; empty when nothing.
  /// - Throws: `ChartError` with gnuplot's own words.
  public func run(_ commands: String, in folder: String) throws(ChartError) -> String {
    guard Self.isBuiltIn else { throw .notBuiltIn }
    var number: Int32 = 0
    guard let session = CSGnuplotOpen(program, folder, &number) else {
      let words = String(cString: strerror(number))
      throw .cannotStart(program: program, why: words)
    }
    let isSent = CSGnuplotSend(session, commands) != 0
    var buffer = [CChar](repeating: 0, count: 4_096)
    let status = CSGnuplotClose(session, &buffer, buffer.count)
    let length = buffer.firstIndex(of: 0) ?? 0
    let bytes = buffer[..<length].map { UInt8(bitPattern: $0) }
    let message = Self.trimmed(String(decoding: bytes, as: UTF8.self))
    guard isSent, status == 0 else {
      let words = message.isEmpty ? "it ended with status \(status)" : message
      throw .failed(program: program, why: words)
    }
    return message
  }

  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: "\n")
  }
}

/// Why charts could not be drawn. The results are not touched by it.
public enum ChartError: Error, Hashable, Sendable {
  /// The program was built without gnuplot-iostream.
  case notBuiltIn
  /// gnuplot could not be started.
  case cannotStart(program: String, why: String)
  /// gnuplot could not do what it was told.
  case failed(program: String, why: String)
  /// A file beside the picture could not be written.
  case cannotWrite(path: String)

  /// What to tell the user.
  public var message: String {
    switch self {
    case .notBuiltIn: "this program was built without charts (package trait Charts)"
    case .cannotStart(let program, let why):
      "cannot start \(program): \(why) (Debian: apt-get install gnuplot-nox)"
    case .failed(let program, let why): "\(program) failed: \(why)"
    case .cannotWrite(let path): "\(path): cannot be written"
    }
  }
}
