internal import ArgumentParser
internal import CacheMetrics
internal import ClientStrategies
internal import Experiments
internal import SimCore

/// How much of a device is written for other tools.
enum RecordedSpan: String, CaseIterable, ExpressibleByArgument {
  case view
  case day
  case device

  func instants(around view: ViewRecord) -> Range<Instant> {
    switch self {
    case .view:
      return view.view.openedAt..<max(view.view.closedAt, view.view.openedAt + .milliseconds(1))
    case .day:
      let midnight = Instant.start + .days(view.view.openedAt.day - 1)
      return midnight..<midnight + .days(1)
    case .device: return .start ..< .distantFuture
    }
  }
}

extension Explainer {
  /// What the device of a view does around it under each strategy.
  /// - Parameter note: told how many are done.
  func recordings(
    around view: ViewRecord, _ span: RecordedSpan, of strategies: [Chosen<AnyStrategy>],
    note: (Int) -> Void
  ) throws -> [DeviceRecording] {
    try strategies.enumerated().map { done, strategy in
      note(done)
      return try record(
        view.id.device, during: span.instants(around: view), of: strategy.product,
        labelled: strategy.label)
    }
  }
}

/// Recordings as the files that other tools read.
enum RecordedFile {
  static func traceEvents(of recordings: [DeviceRecording]) -> TextPieces {
    TextPieces(TraceEventsFile.json(of: recordings).text(levels: 2) + "\n")
  }

  static func archive(of recording: DeviceRecording) -> TextPieces {
    TextPieces(RecordingArchive(recording).json(version: Version.text).text(levels: 3) + "\n")
  }
}
