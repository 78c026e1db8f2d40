internal import CacheWorkloads
internal import DeviceModels
package import Measurement
package import SimCore

/// One screen view of a run, with what was written to flash until the next one.
package struct ViewRecord: Sendable {
  /// Its device and number: the same under every strategy.
  package var id: ID
  package var view: ScreenView
  /// Bytes written to flash from its opening to the next one's.
  package var flash: Bytes

  package struct ID: Hashable, Comparable, Sendable {
    package var device: UInt32
    /// 1 for the first that it opens.
    package var screen: UInt32

    package init(device: UInt32, screen: UInt32) {
      self.device = device
      self.screen = screen
    }

    package static func < (left: ID, right: ID) -> Bool {
      (left.device, left.screen) < (right.device, right.screen)
    }
  }
}

/// Numbers the screen views of trace events, and adds what was written to flash until the next one.
struct ViewRecordReader {
  private var devices: [UInt32: State] = [:]

  fileprivate struct State {
    var count: UInt32 = 0
    /// The last view that closed, until the next one's end shows that its record is complete.
    var last: ViewRecord?
    /// Writes since it closed: they are its own up to the next one's opening.
    var writes: [(at: Instant, bytes: Bytes)] = []
  }

  /// Hands on each record that is complete, in order of time.
  mutating func read(_ records: [TraceRecord], device: UInt32, _ take: (ViewRecord) -> Void) {
    var state = devices[device] ?? State()
    for record in records {
      switch record.event {
      case .wrote(_, let write): state.writes.append((record.at, write.bytes))
      case .closed(let view, _) where !view.isReaction:
        if let last = state.take(until: view.openedAt) { take(last) }
        state.count += 1
        state.last = ViewRecord(
          id: ViewRecord.ID(device: device, screen: state.count), view: view, flash: .zero)
      case .finished:
        if let last = state.take(until: .distantFuture) { take(last) }
      default: break
      }
    }
    devices[device] = state
  }
}

extension ViewRecordReader.State {
  /// The last view with what was written before an instant; later writes are the next one's.
  fileprivate mutating func take(until instant: Instant) -> ViewRecord? {
    let split = writes.firstIndex { $0.at > instant } ?? writes.endIndex
    let bytes = writes[..<split].reduce(Bytes.zero) { $0 + $1.bytes }
    writes.removeFirst(split)
    defer { last = nil }
    last?.flash += bytes
    return last
  }
}
