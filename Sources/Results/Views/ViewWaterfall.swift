package import SimCore

/// A screen view as bars over time: what its wait consists of, and below it what the screen
/// refreshed and what it needed beside its main content.
///
/// Times are from the tap on. The bars of a row follow each other without a gap, from its begin to
/// its end, so that they add up to the wait that the row stands for.
package struct ViewWaterfall: Equatable, Sendable {
  /// What a stretch of time is spent on.
  package enum Stage: String, Sendable, CaseIterable {
    case launch = "app start"
    case lookup
    case read = "flash read"
    case decode
    /// The main thread still does what came before.
    case busy = "main thread busy"
    /// All connections to the host are taken.
    case queue = "connection queue"
    case promotion = "radio promotion"
    case nameLookup = "DNS"
    /// TCP's handshake, or QUIC's, which has TLS in it.
    case connection
    case tls = "TLS"
    /// The request goes onto the link and to the origin.
    case request
    case server
    /// The response travels back and comes off the link.
    case transfer
    /// All that a request took whose connection was lost, until it was made again.
    case lost = "lost request"
    case retry = "retry delay"
    /// None of the others: nothing is there to show, and nothing is under way.
    case waiting
    /// The instant at which the content appears.
    case paint
  }

  package struct Bar: Equatable, Sendable {
    package var stage: Stage
    package var begin: TimeSpan
    package var end: TimeSpan

    package init(_ stage: Stage, from begin: TimeSpan, to end: TimeSpan) {
      self.stage = stage
      self.begin = begin
      self.end = end
    }

    package var duration: TimeSpan { end - begin }
  }

  package struct Row: Equatable, Sendable {
    package enum Role: String, Sendable {
      /// The screen's main content, from the tap to its first paint or to the screen's end.
      case main
      /// A request for the main content behind what is shown of it.
      case refresh
      /// What the screen needs beside, from when that is known.
      case part
    }

    package var name: String
    package var role: Role
    package var begin: TimeSpan
    package var end: TimeSpan
    /// Whether its content appeared, or, of a refresh, arrived.
    package var isAnswered: Bool
    package var bars: [Bar]

    package init(
      _ name: String, _ role: Role, from begin: TimeSpan, to end: TimeSpan, isAnswered: Bool,
      _ bars: [Bar]
    ) {
      self.name = name
      self.role = role
      self.begin = begin
      self.end = end
      self.isAnswered = isAnswered
      self.bars = bars
    }
  }

  /// The main content first, then its refreshes, then the parts as they were needed.
  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  /// From the tap to the end of the last bar.
  package var span: TimeSpan { rows.map(\.end).max() ?? .zero }

  /// The rows with so many parts at most; the others as one, from the first to the last.
  package func folded(parts limit: Int) -> [(row: Row, isFolded: Bool)] {
    let parts = rows.filter { $0.role == .part }
    let rest = parts.dropFirst(limit)
    let kept = (rows.filter { $0.role != .part } + parts.prefix(limit)).map { ($0, false) }
    guard let begin = rest.map(\.begin).min(), let end = rest.map(\.end).max() else { return kept }
    let row = Row(
      NumberText.counted(rest.count, "other part"), .part, from: begin, to: end,
      isAnswered: rest.allSatisfy(\.isAnswered), [Bar(.waiting, from: begin, to: end)])
    return kept + [(row, true)]
  }
}
