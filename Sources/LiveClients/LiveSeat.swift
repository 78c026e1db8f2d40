internal import CacheMetrics
internal import ClientSimulation
package import ClientStrategies
package import SimCore
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

package struct ClientCommand: Sendable {
  /// What reports call it, without `(live)`.
  package var name: String
  package var command: String
  /// How long an answer may take on the wall clock.
  package var patience = TimeSpan.seconds(20)
  package var clock = ClientClock.given
  /// How many times faster than the wall clock the days pass of a client whose clock cannot be set;
  /// nil: such a client is refused.
  package var speed: Int64?
  package var countsWrites = false

  package init(name: String, command: String) {
    self.name = name
    self.command = command
  }
}

struct ClientAbilities: Sendable {
  var concurrency = 1
  var medium: Medium? = .flash
  /// Whether its clock is the machine's, whatever the harness sets.
  var hasOwnClock = false

  init() {}

  init(_ reply: JSON) throws(ToolError) {
    if let concurrency = reply.member("concurrent") {
      guard let count = concurrency.integer, (1...1_000).contains(count) else {
        throw ToolError(
          "said that \"concurrent\" is \(concurrency.found): expected a number from 1 to 1000")
      }
      self.concurrency = Int(count)
    }
    if let keeps = try Self.word("keeps", of: reply, among: ["memory", "disk", "nothing"]) {
      medium = keeps == "nothing" ? nil : keeps == "memory" ? .memory : .flash
    }
    hasOwnClock = try Self.word("clock", of: reply, among: ["virtual", "own"]) == "own"
  }

  private static func word(
    _ name: String, of reply: JSON, among words: [String]
  ) throws(ToolError) -> String? {
    guard let said = reply.member(name) else { return nil }
    if let word = said.string, words.contains(word) { return word }
    let quoted = words.map { "\"\($0)\"" }
    throw ToolError(
      "said that \"\(name)\" is \(said.found): expected "
        + quoted.dropLast().joined(separator: ", ") + " or " + quoted[quoted.count - 1])
  }
}
