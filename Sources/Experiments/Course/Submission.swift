package import SimCore

/// What a student handed in: a file `submission.json`, beside it the story that it names.
package struct Submission: Sendable {
  /// How the student is called: the file's name without its ending, or the folder's.
  package let student: String
  /// The file, as messages name it.
  package let file: String
  package let json: JSON
  private let bytes: [UInt8]

  package static let fileName = "submission.json"
  /// 1 MiB: more than any answer has.
  private static let limit = 1 << 20

  /// Reads a file, or the one in a folder.
  package init(at path: String) throws(InputError) {
    var path = path
    while path.count > 1, path.last == "/" { path.removeLast() }
    switch FileKind(of: path) {
    case nil: throw InputError(.missingFile, at: path, "there is no such submission")
    case .folder:
      file = "\(path)/\(Self.fileName)"
      guard FileKind(of: file) != nil else {
        throw InputError(.missingFile, at: file, "a submission's folder has this file")
      }
    default: file = path
    }
    student = Self.student(of: file)
    let bytes = try Self.contents(of: file)
    self.bytes = bytes
    do {
      json = try JSON.parse(bytes)
    } catch {
      let place = Problems.place(of: error.offset, in: bytes)
      throw InputError(.malformed, at: "\(file):\(place.line):\(place.column)", error.message)
    }
    guard json.members != nil else {
      throw InputError(.malformed, at: file, "expected an object, found \(json.found)")
    }
  }

  /// A file with the usual name is called as its folder.
  private static func student(of file: String) -> String {
    var parts = file.split(separator: "/").map(String.init)
    if parts.last == fileName { parts.removeLast() }
    guard let name = parts.last, name != ".", name != ".." else { return "submission" }
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }

  private static func contents(of path: String) throws(InputError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try OpenFile(path: path).contents(limit: limit)
    } catch {
      throw InputError(error.isMissing ? .missingFile : .unreadable, at: path, error.reason)
    }
    guard let bytes else {
      throw InputError(.unreadable, at: path, "the file is larger than \(limit) bytes")
    }
    return bytes
  }

  /// One that a search tries.
  init(_ json: JSON, named student: String) {
    (self.student, self.json, file, bytes) = (student, json, student, [])
  }

  func refusal(of value: JSON?, _ message: String) -> InputError {
    let place = Problems.place(of: value?.offset ?? 0, in: bytes)
    return InputError(.malformed, at: "\(file):\(place.line):\(place.column)", message)
  }

  /// What is predicted of a metric; nil: nothing.
  package func prediction(of metric: String) -> Double? { json["prediction"]?[metric]?.real }

  /// What the student says of it.
  package var reason: String { json["reason"]?.string ?? "" }

  /// The assignment's scenario with what was handed in, under seeds; nil: those that students have.
  package func scenario(
    of assignment: Assignment, seeds: [Int]?
  ) throws(InputError) -> ScenarioFile {
    try checkMembers(assignment)
    var tree = assignment.scenario
    switch assignment.form {
    case .strategy(let names): try insert(names, in: &tree)
    case .headers(let places):
      let headers = json["headers"] ?? .object([])
      try check(headers, hasOnly: places.map(\.name), "unknown answer")
      for (name, path) in places {
        if let value = headers[name] { tree.set(path, value) }
      }
    case .story(let lines): try insert(storyOf: lines, in: &tree)
    }
    // In a story nothing is left to chance.
    if let seeds, !assignment.form.isStory { tree.set("seeds", JSON(seeds.map { JSON($0) })) }
    return try read(tree, assignment)
  }

  private func checkMembers(_ assignment: Assignment) throws(InputError) {
    try check(
      json, hasOnly: [assignment.form.member, "prediction", "reason"], "unknown member")
    guard json[assignment.form.member] != nil else {
      throw refusal(of: json, "expected a member '\(assignment.form.member)'")
    }
    try check(
      json["prediction"], hasOnly: assignment.predictions, "nothing is predicted of")
  }

  private func check(
    _ object: JSON?, hasOnly names: [String], _ words: String
  ) throws(InputError) {
    for member in object?.members ?? [] where !names.contains(member.name) {
      let hint = Suggestion.hint(for: member.name, among: names)
      throw refusal(of: member.value, "\(words) '\(member.name)'\(hint)")
    }
  }

  private func insert(_ names: [String], in tree: inout JSON) throws(InputError) {
    let strategy = json["strategy"]
    guard let name = strategy?["name"]?.string else {
      throw refusal(of: strategy, "strategy: expected an object with a name")
    }
    guard names.contains(name) else {
      throw refusal(
        of: strategy?["name"],
        "strategy '\(name)' is not of this assignment\(Suggestion.hint(for: name, among: names))")
    }
    var members: [(String, JSON)] = [
      ("name", JSON(name)), ("label", JSON(Assignment.label)),
    ]
    if let settings = strategy?["settings"] { members.append(("settings", settings)) }
    tree.set("strategies[0]", .object(members))
  }

  private func insert(storyOf most: Int, in tree: inout JSON) throws(InputError) {
    guard let name = json["story"]?.string, !name.contains("/") else {
      throw refusal(of: json["story"], "story: expected the name of a file beside the submission")
    }
    let path = OwnTables.folder(of: file) + name
    let text = try Self.contents(of: path)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { line in
      let words = line.drop { $0 == " " }
      return !words.isEmpty && !words.hasPrefix("#") && !words.hasPrefix("//")
    }
    guard lines.count <= most else {
      throw InputError(
        .malformed, at: path, "expected at most \(most) lines, found \(lines.count)")
    }
    tree.set("workload.settings.path", JSON(path))
  }

  private func read(
    _ tree: JSON, _ assignment: Assignment
  ) throws(InputError) -> ScenarioFile {
    var problems = Problems()
    let read = ScenarioFile(tree: tree, name: assignment.name, folder: "", &problems)
    if let read, problems.isEmpty { return read }
    throw InputError(
      .settings,
      lines: problems.all.map { problem in
        let path = problem.path.replacing("strategies[0]", with: "strategy")
        return "\(file): \(path): \(problem.message)"
      })
  }
}

extension Assignment {
  /// The answers that a search tries: all combinations of its values, each named by what it says,
  /// with what it predicts left out.
  package var candidates: [Submission] {
    var combinations: [[(String, JSON)]] = [[]]
    for (setting, values) in search {
      combinations = combinations.flatMap { combination in
        values.map { combination + [(setting, $0)] }
      }
    }
    return combinations.map { combination in
      let words = combination.map { name, value in
        "\(name)=\(value.string ?? value.compact)"
      }
      // `feed.maxAge` is a member of a member.
      var value = combination.reduce(into: JSON.object([])) { $0.set($1.0, $1.1) }
      if case .strategy(let names) = form {
        value = .object(["name": JSON(names.first), "settings": value])
      }
      return Submission(
        .object([(form.member, value)]), named: words.joined(separator: " "))
    }
  }
}
