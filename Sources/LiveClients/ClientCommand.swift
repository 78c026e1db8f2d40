internal import Measurement
package import SimCore

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
  /// How many requests it can be asked at once.
  var concurrency = 1
  var medium: Medium? = .flash
  /// Whether its clock is the machine's, whatever the harness sets.
  var hasOwnClock = false

  init() {}

  init(_ reply: JSON) throws(ClientFailure) {
    if let concurrency = reply.member("concurrent") {
      guard let count = concurrency.integer, (1...1_000).contains(count) else {
        throw ClientFailure(
          "said that \"concurrent\" is \(concurrency.found): expected a number from 1 to 1000")
      }
      self.concurrency = Int(count)
    }
    if let keeps = reply.member("keeps") {
      switch keeps.string {
      case "memory": medium = .memory
      case "disk": medium = .flash
      case "nothing": medium = nil
      default:
        throw ClientFailure(
          "said that \"keeps\" is \(keeps.found): expected \"memory\", \"disk\" or \"nothing\"")
      }
    }
    if let clock = reply.member("clock") {
      switch clock.string {
      case "virtual": break
      case "own": hasOwnClock = true
      default:
        throw ClientFailure(
          "said that \"clock\" is \(clock.found): expected \"virtual\" or \"own\"")
      }
    }
  }
}
