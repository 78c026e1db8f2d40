internal import Testing

/// Input as somebody would send it who wants the program to fall over, and how it must be answered.
struct Attack: Sendable, CustomTestStringConvertible {
  /// What is wrong.
  var name: String
  /// The arguments behind the program's name.
  var arguments: [String]
  /// The files that are there, by their names.
  var files: [String: [UInt8]] = [:]
  /// What else is there.
  var obstacle = Obstacle.nothing
  /// Variables that differ; nil takes one away.
  var environment: [String: String?] = [:]
  /// The exit status that the help text documents.
  var status: Int32
  /// What standard error must say, each somewhere: the place, and what is wrong there.
  var says: [String]
  /// Whether the answer is there all the same: only a file beside it is not.
  var isAnswered = false

  var answering: Attack {
    var attack = self
    attack.isAnswered = true
    return attack
  }

  var testDescription: String { name }

  /// Something in the way.
  enum Obstacle: Sendable {
    case nothing
    /// A folder of that name.
    case folder(String)
    /// A pipe of that name with nobody at its other end.
    case pipe(String)
    /// A link of that name that leads to itself.
    case circle(String)
    /// No file may grow beyond 1 KiB, as on a full disk.
    case smallFiles
  }

  /// A scenario of these bytes.
  static func scenario(_ name: String, _ text: String, _ says: String...) -> Attack {
    scenario(name, bytes: Array(text.utf8), says)
  }

  static func scenario(_ name: String, bytes: [UInt8], _ says: [String]) -> Attack {
    Attack(
      name: name, arguments: ["run", "bad.json", "--no-charts"], files: ["bad.json": bytes],
      status: 65, says: ["bad.json:"] + says)
  }

  /// A good scenario with one line more.
  static func line(_ line: String, _ says: String...) -> Attack {
    scenario(line, bytes: Array(SmallScenario.text(more: line + ",").utf8), says)
  }

  /// A good scenario with other strategies.
  static func strategies(_ list: String, _ says: String...) -> Attack {
    scenario(list, bytes: Array(SmallScenario.text(strategies: list).utf8), says)
  }

  /// A trace of these bytes.
  static func trace(_ file: String, _ bytes: [UInt8], _ says: String...) -> Attack {
    Attack(
      name: "trace \(file)", arguments: ["run", "access-log", "--no-charts", "--trace", file],
      files: [file: bytes], status: 65, says: [file] + says)
  }

  /// A command line beside a good scenario.
  static func flags(_ arguments: String..., status: Int32 = 64, says: String...) -> Attack {
    Attack(
      name: arguments.joined(separator: " "), arguments: arguments,
      files: ["small.json": Array(SmallScenario.text().utf8)], status: status, says: says)
  }
}
