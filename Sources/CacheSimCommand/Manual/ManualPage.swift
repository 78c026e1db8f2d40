internal import ArgumentParser
internal import SimCore

/// The manual of the program, made from the help of its commands, so that it has every subcommand
/// and option.
struct ManualPage {
  private var roff = Roff()
  private let root: JSON

  /// `root` is the command as ArgumentParser's help is dumped, with its subcommands; `date` is the
  /// day of the manual; empty: none.
  init(of root: JSON, date: String) {
    self.root = root
    roff.add(comment: "Made by 'cachesim manual': changes belong into the program's help.")
    roff.add("TH", name.uppercased(), "1", date, "\(name) \(Version.text)", "User Commands")
    roff.add("SH", "NAME")
    roff.add(words: "\(name) - \(Self.text(root, "abstract"))")
    roff.add("SH", "SYNOPSIS")
    roff.add(literal: ["\(name) command [arguments]", "\(name) help command"])
    addSections(of: Self.text(root, "discussion"))
    roff.add("SH", "OPTIONS")
    addArguments(of: root)
    roff.add("SH", "COMMANDS")
    for command in Self.commands(of: root) { addCommand(command, path: name) }
    addVariables()
    roff.add("SH", "SEE ALSO")
    roff.add(words: "gnuplot(1), zstd(1), gzip(1)")
  }

  var text: String { roff.text }

  private var name: String { Self.text(root, "commandName") }

  /// The root's help text: the part before its first heading is the description, each heading
  /// begins a section.
  private mutating func addSections(of help: String) {
    var title = "DESCRIPTION"
    var body: [Substring] = []
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      guard Roff.isHeading(line) else {
        body.append(line)
        continue
      }
      addSection(title, body)
      title = line == "EXIT CODES" ? "EXIT STATUS" : String(line)
      body = []
    }
    addSection(title, body)
  }

  private mutating func addSection(_ title: String, _ body: [Substring]) {
    roff.add("SH", title)
    roff.add(help: body.joined(separator: "\n"))
  }

  private mutating func addCommand(_ command: JSON, path: String) {
    let path = "\(path) \(Self.text(command, "commandName"))"
    roff.add("SS", path)
    roff.add(words: Self.text(command, "abstract"))
    let subcommands = Self.commands(of: command)
    if subcommands.isEmpty {
      roff.add("PP")
      roff.add(literal: ["\(path)\(Self.usage(of: command))"])
    }
    let help = Self.text(command, "discussion")
    if !help.isEmpty { roff.add(help: help) }
    addArguments(of: command)
    for subcommand in subcommands { addCommand(subcommand, path: path) }
  }

  private mutating func addArguments(of command: JSON) {
    let isRoot = command["commandName"] == root["commandName"]
    for argument in Self.arguments(of: command) {
      let names = (argument["names"]?.elements ?? []).map {
        (Self.text($0, "kind") == "long" ? "--" : "-") + Self.text($0, "name")
      }
      if !isRoot && (names.contains("--help") || names.contains("--version")) { continue }
      let value = Self.text(argument, "valueName")
      let isOption = Self.text(argument, "kind") == "option"
      let head =
        names.isEmpty ? value : names.joined(separator: ", ") + (isOption ? " <\(value)>" : "")
      roff.add("TP")
      roff.add("B", head)
      roff.add(words: Self.explanation(of: argument))
    }
  }

  private mutating func addVariables() {
    roff.add("SH", "ENVIRONMENT")
    for variable in EnvironmentVariable.allCases {
      roff.add("TP")
      roff.add("B", variable.rawValue)
      roff.add(words: variable.meaning)
    }
  }

  private static func explanation(of argument: JSON) -> String {
    var sentences = [text(argument, "abstract"), text(argument, "discussion")]
    let words = (argument["allValues"]?.elements ?? []).compactMap(\.string)
    if !words.isEmpty { sentences.append("One of \(words.joined(separator: ", ")).") }
    let fallback = text(argument, "defaultValue")
    if !fallback.isEmpty { sentences.append("Default: \(fallback).") }
    return sentences.filter { !$0.isEmpty }.joined(separator: " ").replacing("\n", with: " ")
  }

  /// The arguments in a line: those that must be there by name, all others as options.
  private static func usage(of command: JSON) -> String {
    var usage = " [options]"
    for argument in arguments(of: command) where text(argument, "kind") == "positional" {
      let isNeeded = argument["isOptional"] == JSON(false)
      let isMany = argument["isRepeating"] == JSON(true)
      let value = "<\(text(argument, "valueName"))>\(isMany ? " ..." : "")"
      usage += isNeeded ? " \(value)" : " [\(value)]"
    }
    return usage
  }

  private static func arguments(of command: JSON) -> [JSON] {
    (command["arguments"]?.elements ?? []).filter(isShown)
  }

  private static func commands(of command: JSON) -> [JSON] {
    (command["subcommands"]?.elements ?? []).filter(isShown)
      .filter { text($0, "commandName") != "help" }
  }

  private static func isShown(_ part: JSON) -> Bool { part["shouldDisplay"] != JSON(false) }

  private static func text(_ json: JSON, _ member: String) -> String { json[member]?.string ?? "" }
}

/// Hidden, as `man cachesim` shows the manual.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual's source, for man.", shouldDisplay: false)

  @Option(help: ArgumentHelp("The day that the manual is dated.", valueName: "yyyy-mm-dd"))
  var date = ""

  func run() throws {
    let tree = try JSON.parse(Array(CacheSim._dumpHelp().utf8))
    Terminal.write(TextPieces(ManualPage(of: tree["command"] ?? tree, date: date).text))
  }
}

/// The environment variables that the program reads, for the manual.
enum EnvironmentVariable: String, CaseIterable {
  case cells = "CACHESIM_CELLS"
  case courseKey = "CACHESIM_COURSE_KEY"
  case gnuplot = "CACHESIM_GNUPLOT"
  case continuousIntegration = "CI"
  case columns = "COLUMNS"
  case gitHubWorkspace = "GITHUB_WORKSPACE"
  case home = "HOME"
  case kubernetesTask = "JOB_COMPLETION_INDEX"
  case noColor = "NO_COLOR"
  case parallelTask = "PARALLEL_SEQ"
  case slurmCount = "SLURM_ARRAY_TASK_COUNT"
  case slurmTask = "SLURM_ARRAY_TASK_ID"
  case slurmFirst = "SLURM_ARRAY_TASK_MIN"
  case slurmStep = "SLURM_ARRAY_TASK_STEP"
  case terminal = "TERM"
  case caches = "XDG_CACHE_HOME"

  /// Nil: it is not set, or empty.
  var value: String? { Terminal.environment(rawValue).flatMap { $0.isEmpty ? nil : $0 } }

  var meaning: String {
    switch self {
    case .cells:
      "The folder in which simulations are kept, as --cells names it; 'none': they are not."
    case .courseKey: "The key of hidden seeds, by which 'grade' grades where --key is not given."
    case .gnuplot: "The program that draws charts in place of gnuplot."
    case .continuousIntegration: "Where it is set, no progress is shown."
    case .columns: "How many columns the table of a run may take, on a terminal and elsewhere."
    case .gitHubWorkspace:
      "The repository's folder, from which '--format github' names the scenario's file."
    case .home: "Your own folder, which no report replaces."
    case .kubernetesTask:
      "Which part '--shard auto/n' is in an indexed job of Kubernetes, from 0."
    case .noColor: "Where it is set and not empty, '--color auto' means never."
    case .parallelTask: "Which part '--shard auto/n' is in a job of GNU parallel, from 1."
    case .slurmCount: "How many parts a sweep has that runs as a task of a Slurm array."
    case .slurmTask: "Which of these parts the task runs."
    case .slurmFirst: "The number of the array's first task; 1 where it is missing."
    case .slurmStep: "The distance of the tasks' numbers; 1 where it is missing."
    case .terminal: "Where it is 'dumb', there are neither colours nor progress."
    case .caches:
      "Your cache folder, in which simulations are kept; ~/.cache, or ~/Library/Caches on macOS."
    }
  }
}

/// The source of a manual page as roff, with the macros of man(7).
struct Roff {
  private(set) var text = ""

  mutating func add(_ macro: String, _ arguments: String...) {
    text += "." + macro
    for argument in arguments {
      text += " \"\(Self.escaped(argument).replacing("\"", with: "\\(dq"))\""
    }
    text += "\n"
  }

  mutating func add(comment: String) { text += ".\\\" \(comment)\n" }

  /// Adds a paragraph's words; man breaks them into lines.
  mutating func add(words: String) { text += Self.line(words) + "\n" }

  /// Adds lines that are printed as they are, without breaks.
  mutating func add(literal lines: [Substring]) {
    let indentation = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    add("RS", "4")
    add("nf")
    for line in lines { text += Self.line(String(line.dropFirst(indentation))) + "\n" }
    add("fi")
    add("RE")
  }

  /// Adds a help text: paragraphs between empty lines, headings in capitals, and indented lines,
  /// which stand as they are.
  mutating func add(help: String) {
    var literal: [Substring] = []
    var isFresh = true
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") {
        literal.append(line)
        continue
      }
      if !literal.isEmpty {
        add(literal: literal)
        literal = []
      }
      if line.isEmpty {
        isFresh = true
      } else if Self.isHeading(line) {
        add("PP")
        text += "\\fB\(Self.escaped(Self.title(line)))\\fR\n"
        isFresh = false
      } else {
        if isFresh { add("PP") }
        add(words: String(line))
        isFresh = false
      }
    }
    if !literal.isEmpty { add(literal: literal) }
  }

  /// Such as `EXAMPLES`.
  static func isHeading(_ line: Substring) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == " " || ("A"..."Z").contains($0) }
  }

  private static func title(_ heading: Substring) -> String {
    heading.prefix(1) + heading.dropFirst().lowercased()
  }

  /// A line of text: a point or an apostrophe in front would make a request of it.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// The text with roff's special characters escaped: backslashes, hyphens that are minus signs,
  /// straight quotation marks, and everything that is not ASCII.
  static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "\\": return "\\e"
      case "-": return "\\-"
      case "'": return "\\(aq"
      case "`": return "\\(ga"
      case "^": return "\\(ha"
      case "~": return "\\(ti"
      case _ where scalar.isASCII: return nil
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
      }
    }
  }
}
