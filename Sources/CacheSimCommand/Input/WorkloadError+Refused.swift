internal import ArgumentParser
internal import CacheWorkloads

extension WorkloadError {
  /// Tells what is wrong with a trace.
  /// - Returns: how the command ends.
  func told() -> ExitStatus {
    if reason == .unread { Interruption.endUnread() }
    Terminal.note("error: \(place): \(message)")
    return switch reason {
    case .missingFile: .missingFile
    case .malformed: .badInput
    case .unreadable, .unwritable, .unread: .inputOutput
    }
  }

  /// Tells what is wrong with a trace.
  /// - Returns: the exit code that says so.
  func refused() -> ExitCode { told().error }
}
