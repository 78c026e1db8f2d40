package import SimCore

/// How people scroll what their screens show, whatever the workload: what a screen needs is needed
/// as it comes into view.
///
/// A row is a picture or a medium that the main content lists, in that order; texts, style sheets
/// and scripts are needed at once. No public data about scrolling in apps were found: every number
/// is an assumption, and without `rows` nothing is scrolled and all rows are needed at once. A
/// story that is complete says by itself who scrolls.
package struct Scrolling: Settings {
  package var rows: Int?
  package var share = 0.6
  package var screenfuls = 4.0
  package var dwell = TimeSpan.seconds(3)
  package var dwellSigma = 1.0
  package var flings = 0.2
  package var flingScreenfuls = 4
  package var flingPause = TimeSpan.milliseconds(100)

  package init() {}
  package static let fields: [Field<Scrolling>] = [
    Field(
      "rows", \.rows, in: 1...10_000,
      "How many rows, pictures that a screen's main content lists, are in view at once; null: all, "
        + "so that all are needed when it is painted."),
    .share("share", \.share, "With rows: share of views that are scrolled at all; assumed."),
    Field(
      "screenfuls", \.screenfuls, in: 1...1_000,
      "How many times a view that is scrolled is, on average, while it lasts; geometric, assumed."),
    Field(
      "dwell", \.dwell, in: .milliseconds(50)...(.hours(1)),
      "How long people look at a screenful before they scroll on, by the median; assumed."),
    Field(
      "dwellSigma", \.dwellSigma, in: 0...3, "The log-normal sigma of that time; assumed."),
    .share("flings", \.flings, "Share of scrolls that are flings; assumed."),
    Field(
      "flingScreenfuls", \.flingScreenfuls, in: 1...100,
      "How many screenfuls a fling goes down; all others go down one. Assumed."),
    Field(
      "flingPause", \.flingPause, in: .milliseconds(1)...(.seconds(10)),
      "How long each of them is in view; assumed."),
  ]

  /// The events, with those of scrolling.
  package func wrap(_ stream: EventStream, seed: UInt64) -> EventStream {
    guard let rows, share > 0 else { return stream }
    return stream.with(ScrollProcess(scrolling: self, rows: UInt16(rows), seed: seed))
  }
}

private struct ScrollProcess: DeviceProcess {
  struct State {
    var viewCount: UInt64 = 0
    var open: ResourceIndex?
    /// When the open screen will be scrolled by a screenful, in order.
    var coming: [Instant] = []
  }

  /// The most scrolls that are drawn of a view, whatever is asked for.
  private static let most = 1_000
  /// Reactions draw with the same key but for this part of it, which is theirs below.
  private static let stream: UInt64 = 0xff

  let scrolling: Scrolling
  let rows: UInt16
  let seed: UInt64

  func begin(_ device: UInt32) -> State { State() }

  func emit(
    _ state: inout State, until instant: Instant, device: UInt32, into block: inout EventBlock
  ) {
    guard let open = state.open, let next = state.coming.first, next <= instant else { return }
    let due = state.coming.prefix { $0 <= instant }
    for at in due {
      block.events.append(WorkloadEvent(at: at, device: device, action: .scroll(open, rows: rows)))
    }
    state.coming.removeFirst(due.count)
  }

  func observe(_ event: WorkloadEvent, _ state: inout State) {
    switch event.action {
    case .open(let resource):
      state.viewCount += 1
      state.open = resource
      state.coming = plan(from: event.at, view: state.viewCount, of: event.device)
    case .close(let resource):
      if resource == state.open { state.open = nil }
    case .launch, .background, .terminate, .crash, .end: state.open = nil
    default: break
    }
  }

  /// When a view is scrolled, as long as it lasts: drawn by its number, alike for all strategies.
  private func plan(from start: Instant, view: UInt64, of device: UInt32) -> [Instant] {
    var random = SeededGenerator(
      seed: seed, purpose: .user, entity: UInt64(device) << 8 | Self.stream, attempt: view)
    guard random.chance(scrolling.share) else { return [] }
    var instants: [Instant] = []
    var at = start
    repeat {
      let seconds = random.logNormal(
        median: scrolling.dwell.seconds, sigma: scrolling.dwellSigma)
      at = at + min(TimeSpan(rounding: seconds), .hours(24))
      instants.append(at)
      if random.chance(scrolling.flings) {
        for _ in 1..<scrolling.flingScreenfuls {
          at = at + scrolling.flingPause
          instants.append(at)
        }
      }
    } while instants.count < Self.most && random.chance(1 - 1 / scrolling.screenfuls)
    return instants
  }
}
