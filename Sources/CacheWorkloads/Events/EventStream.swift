/// A workload's events, whatever they come from: a box, so that sources of all kinds can be held
/// alike. One dynamic call a block.
package class EventStream {
  /// What the reader of a trace met; final after the last event; nil for generators.
  package var issues: TraceIssues? { nil }

  /// Puts the next events into an empty block.
  /// - Returns: false when there are no more.
  /// - Throws: `WorkloadError` when a trace cannot be read on.
  package func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool { false }

  fileprivate init() {}

  /// A stream over a source.
  package static func over<Source: EventSource & ~Copyable>(
    _ source: consuming Source, issues: @escaping (borrowing Source) -> TraceIssues? = { _ in nil }
  ) -> EventStream {
    SourceStream(source, issues: issues)
  }
}

/// A stream over a source of one kind.
private final class SourceStream<Source: EventSource & ~Copyable>: EventStream {
  private var source: Source
  private let readIssues: (borrowing Source) -> TraceIssues?

  init(_ source: consuming Source, issues: @escaping (borrowing Source) -> TraceIssues?) {
    self.source = source
    readIssues = issues
  }

  override var issues: TraceIssues? { readIssues(source) }

  override func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    try source.fill(&block)
  }
}
