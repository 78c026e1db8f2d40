internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Listens for Ctrl-C while work goes on that can be taken up again: tells what is kept, and ends
/// the program.
final class Interruption {
  private let source: any DispatchSourceSignal

  /// Begins to listen.
  /// - Parameter words: what to tell when it comes; called on another thread.
  init(_ words: @escaping @Sendable () -> String) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT)
    source.setEventHandler {
      Terminal.note(words())
      // No goodbye of other threads: they are in the middle of what is given up.
      _exit(ExitStatus.interrupted.rawValue)
    }
    source.resume()
  }

  /// Ctrl-C ends the program at once again.
  func stopListening() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
