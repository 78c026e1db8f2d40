internal import ArgumentParser
internal import Workloads

extension WorkloadError {
  /// Tells what is wrong with a trace.
  /// - Returns: the exit code that says so.
  func refused() -> ExitCode {
    Terminal.note("error: \(place): \(message)")
    return switch reason {
    case .missingFile: ExitStatus.missingFile.error
    case .malformed: ExitStatus.badInput.error
    case .unreadable, .unwritable: ExitStatus.inputOutput.error
    }
  }
}
