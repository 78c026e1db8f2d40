internal import CacheWorkloads
internal import DeviceModels
internal import Measurement
internal import SimCore

/// Makes opens of a book's pages: numbers them, and adds what was written until the next one.
struct OpenReader {
  private var devices: [UInt32: State] = [:]

  fileprivate struct State {
    var opens: UInt32 = 0
    /// The last one that closed, until the next one's end tells that all of it is known.
    var last: Open?
    /// Writes since it closed: they are its own up to the next one's opening.
    var writes: [(at: Instant, bytes: Bytes)] = []
  }

  /// Reads a page; hands on each open that is complete, in order of time.
  mutating func read(_ page: [TraceRecord], device: UInt32, _ take: (Open) -> Void) {
    var state = devices[device] ?? State()
    for record in page {
      switch record.event {
      case .wrote(_, let write): state.writes.append((record.at, write.bytes))
      case .closed(let visit, _):
        if let last = state.take(until: visit.openedAt) { take(last) }
        state.opens += 1
        state.last = Open(
          id: Open.ID(device: device, screen: state.opens), visit: visit, flash: .zero)
      case .finished:
        if let last = state.take(until: .distantFuture) { take(last) }
      default: break
      }
    }
    devices[device] = state
  }
}

extension OpenReader.State {
  /// The last open with what was written before an instant; what comes later is the next one's.
  fileprivate mutating func take(until instant: Instant) -> Open? {
    let split = writes.firstIndex { $0.at > instant } ?? writes.endIndex
    let bytes = writes[..<split].reduce(Bytes.zero) { $0 + $1.bytes }
    writes.removeFirst(split)
    defer { last = nil }
    last?.flash += bytes
    return last
  }
}
