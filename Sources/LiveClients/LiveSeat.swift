internal import ClientSimulation
package import ClientStrategies
internal import DeviceModels
internal import Measurement
internal import SimCore
internal import Synchronization

/// The place of a client under test in a table: how it is started, or what was recorded of it, and
/// why its row cannot be used.
package final class LiveSeat: Sendable {
  package struct Simulation: Hashable, Comparable, Sendable {
    package var seed: UInt64
    package var device: UInt32

    package init(seed: UInt64, device: UInt32) {
      self.seed = seed
      self.device = device
    }

    package static func < (left: Simulation, right: Simulation) -> Bool {
      (left.seed, left.device) < (right.seed, right.device)
    }
  }

  package enum Source: Sendable {
    case command(ClientCommand)
    case recordings([Simulation: SessionRecording])
  }

  package let name: String
  let source: Source
  /// Whether what the client does is kept.
  let isRecorded: Bool
  private let failures = Mutex<[String]>([])
  private let recorded = Mutex<[Simulation: SessionRecording]>([:])
  private let overload = Mutex(Overload())

  /// Requests that a client was not asked for before the person had left the screen, because it
  /// was busy with as many as it takes.
  package struct Overload: Sendable {
    package var unasked: Int64 = 0
    package var all: Int64 = 0
    package var concurrency = 1
  }

  package convenience init(_ command: ClientCommand, isRecorded: Bool = true) {
    self.init(command.name, .command(command), isRecorded: isRecorded)
  }

  package init(_ name: String, _ source: Source, isRecorded: Bool = true) {
    self.name = name
    self.source = source
    self.isRecorded = isRecorded
  }

  package var label: String {
    switch source {
    case .command: "\(name) (live)"
    case .recordings: "\(name) (recorded)"
    }
  }

  /// What went wrong, by device and seed; empty: nothing, and the row can be used.
  package var messages: [String] { failures.withLock { $0 }.sorted() }

  /// What the client did, in order of seeds and devices.
  package var recordings: [(simulation: Simulation, recording: SessionRecording)] {
    recorded.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// What it was not asked for in time; nil: it was asked for everything.
  package var unasked: Overload? {
    let overload = overload.withLock { $0 }
    return overload.unasked == 0 ? nil : overload
  }

  func note(unasked: Int64, of all: Int64, at concurrency: Int) {
    overload.withLock { overload in
      overload.unasked += unasked
      overload.all += all
      overload.concurrency = concurrency
    }
  }

  func note(_ message: String) { failures.withLock { $0.append(message) } }

  func keep(_ recording: SessionRecording, of simulation: Simulation) {
    recorded.withLock { $0[simulation] = recording }
  }

  package var choice: StrategyChoice {
    var options = LiveClient.Options()
    options.seat = self
    let text =
      switch source {
      case .command(let command): command.command
      case .recordings: "a recording"
      }
    return StrategyChoice(
      name: LiveClient.name, label: label, product: AnyStrategy(LiveClient.self, options),
      settings: .object(["command": JSON(text)]))
  }
}
