internal import ClientStrategies
internal import HTTPCaching
internal import SimCore

/// Requests for a resource or two, and what the origin answers: what a client makes of them tells
/// the positions of switches.
struct ProbeCase: Sendable {
  /// One request.
  struct Step: Sendable {
    /// Milliseconds from the case's beginning.
    var at: Int64
    var method = "GET"
    /// Behind the case's own path; empty: that itself.
    var suffix = ""
    var asked: [HeaderLine] = []
    /// In place of the case's answer: a status, and lines.
    var status: Int?
    var answered: [HeaderLine]?
    /// How long the answer takes.
    var milliseconds: Int64 = 5
    /// Whether the answer has no content.
    var isEmpty = false
    var navigation: String?
  }

  let name: String
  /// The switches whose positions it tells.
  let switches: [String]
  let status: Int
  /// The answer's lines. `{30}` stands for the date 30 seconds after the answer.
  let answer: [HeaderLine]
  private(set) var steps: [Step] = []

  /// - Parameter switches: names between blanks.
  init(
    _ name: String, _ switches: String, status: Int = 200, _ answer: [String],
    at seconds: [Double] = [0, 5]
  ) {
    self.name = name
    self.switches = switches.split(separator: " ").map(String.init)
    self.status = status
    self.answer = Self.lines(answer)
    steps = seconds.map { Step(at: Int64($0 * 1_000)) }
  }

  /// The same with a request behind the others.
  func then(
    at seconds: Double, method: String = "GET", suffix: String = "", asked: [String] = [],
    status: Int? = nil, answered: [String]? = nil, milliseconds: Int64 = 5, isEmpty: Bool = false,
    navigation: String? = nil
  ) -> ProbeCase {
    var probe = self
    probe.steps.append(
      Step(
        at: Int64((seconds * 1_000).rounded()), method: method, suffix: suffix,
        asked: Self.lines(asked),
        status: status, answered: answered.map(Self.lines), milliseconds: milliseconds,
        isEmpty: isEmpty, navigation: navigation))
    return probe
  }

  /// Lines of texts such as `ETag: "a"`.
  private static func lines(_ texts: [String]) -> [HeaderLine] {
    texts.map { text in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return HeaderLine(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// What is asked and answered, in a clause.
  var text: String {
    let lines = answer.map { "\($0.name): \($0.value)" }.joined(separator: " | ")
    let asked = steps.map { step in
      let fields = step.asked.map { "\($0.name): \($0.value)" }.joined(separator: " | ")
      return "\(step.method) at \(NumberText.decimal(Double(step.at) / 1_000, places: 2)) s"
        + (step.suffix.isEmpty ? "" : " of \(step.suffix)") + (fields.isEmpty ? "" : " (\(fields))")
    }
    return "/\(name), answered \(status)\(lines.isEmpty ? "" : " " + lines): "
      + asked.joined(separator: ", ")
  }

  /// The cases that tell a switch's position.
  static func deciding(_ name: String) -> [ProbeCase] { all.filter { $0.switches.contains(name) } }

  /// The case whose answer has most in common with one that a client got; nil: nothing is.
  static func nearest(to known: KnownAnswer?) -> ProbeCase? {
    guard let known else { return nil }
    let words = Set(known.headers.lines.flatMap(words))
    var best: (common: Int, found: ProbeCase)?
    for (each, own) in zip(all, wordsOfAll) where each.status == known.status {
      let common = own.count(where: words.contains)
      if common > best?.common ?? 0 { best = (common, each) }
    }
    return best?.found
  }

  private static let wordsOfAll = all.map { Set($0.answer.flatMap(words)) }

  /// A line's name, and its directives without their values.
  private static func words(_ line: HeaderLine) -> [String] {
    [line.name]
      + line.value.lowercased().split(separator: ",").map { part in
        line.name + ":" + part.prefix { $0 != "=" }.filter { $0 != " " }
      }
  }
}
