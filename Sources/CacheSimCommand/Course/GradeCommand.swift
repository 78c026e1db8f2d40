internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import SimCore

struct GradeCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Grades submissions of a course: points by criterion, under seeds of a key.",
    discussion: """
      A submission is a file submission.json, or a folder with it. The assignment's scenario is \
      simulated with what it says, and the metrics earn points in proportion between two values \
      (the rubric: --rubric). Without a key the seeds are those that students have; with --key, or \
      the variable CACHESIM_COURSE_KEY, they follow from the key and are the same at each run. The \
      same submission, key and version earn the same points on any machine.

      Assignments: \(Assignment.all.map(\.name).joined(separator: ", ")).

      --format gradescope writes Gradescope's results.json. Several submissions make a table of \
      points; --output FOLDER writes a page and a results.json for each student. --solution \
      searches for a good answer under the key's seeds.

      EXAMPLES
        cachesim grade submission.json --assignment expiry
        cachesim grade in/* --assignment ahead --key course.key --output grades
        cachesim grade submission.json --assignment headers --format gradescope
        cachesim grade --assignment day --rubric
        cachesim grade --assignment expiry --solution --key course.key

      EXIT CODES
        65   a submission cannot be read, or says what the assignment does not know
        66   there is no such file
      """)

  @Argument(help: "Submissions: files, or folders with a submission.json.", completion: .file())
  var submissions: [String] = []

  @Option(
    help: ArgumentHelp("The assignment.", valueName: "name"),
    completion: .list(Assignment.all.map(\.name)))
  var assignment: String

  @Option(
    help: ArgumentHelp(
      "A file of at least 16 bytes from which the hidden seeds follow.", valueName: "file"),
    completion: .file())
  var key: String?

  @Flag(help: "Print the task and how points are given, and grade nothing.")
  var rubric = false

  @Flag(help: "Search for a good answer under the seeds of the key, and grade it.")
  var solution = false

  enum Format: String, FormatName {
    case table, csv, json, markdown, gradescope
  }

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: "The output format; gradescope is its results.json, of one submission.")
  var format = Format.table

  @Option(
    help: ArgumentHelp(
      "Write a page, report.html, and a results.json for each student into a folder.",
      valueName: "folder"), completion: .directory)
  var output: String?

  @OptionGroup var parallel: JobsArguments
  @OptionGroup var verbosity: VerbosityArguments

  private static let variable = EnvironmentVariable.courseKey.rawValue
  /// A shorter key can be found by trying.
  private static let shortestKey = 16

  func validate() throws {
    let known = try chosen
    if [rubric, solution, !submissions.isEmpty].count(where: { $0 }) != 1 {
      throw ValidationError("expected a submission, --rubric or --solution")
    }
    if solution, known.search.isEmpty {
      throw ValidationError(
        "--solution: nothing is searched for in '\(known.name)'; Docs/Teaching.md says what earns "
          + "all points")
    }
    if format == .gradescope, submissions.count != 1 {
      throw ValidationError("--format gradescope: expected one submission")
    }
  }

  private var chosen: Assignment {
    get throws {
      if let known = Assignment.named(assignment) { return known }
      let known = Assignment.all.map(\.name)
      throw ValidationError("--assignment", unknown: "assignment", assignment, among: known)
    }
  }

  func run() async throws {
    let assignment = try chosen
    if rubric {
      let document = assignment.document
      return Terminal.write(
        assignment.listing.written(format.usual, document: document, json: assignment.json))
    }
    let hidden = try seeds(assignment)
    if solution { return try await search(assignment, hidden) }
    try write(
      try await grades(of: submissions, "submissions", assignment, hidden) { path in
        verbosity.detail("read", path)
        return try Submission(at: path)
      })
  }

  private func grades<Source>(
    of sources: [Source], _ words: String, _ assignment: Assignment, _ hidden: [Int]?,
    _ submission: (Source) throws -> Submission
  ) async throws -> [Grade] {
    try await verbosity.withProgress { line in
      var grades: [Grade] = []
      for source in sources {
        line.show(Int64(grades.count), of: Int64(sources.count), words)
        grades.append(
          try await Grade.of(
            submission(source), assignment, hidden: hidden, jobs: parallel.width))
      }
      return grades
    }
  }

  /// Nil: no key was given.
  private func seeds(_ assignment: Assignment) throws -> [Int]? {
    let bytes: [UInt8]
    if let key {
      guard FileKind(of: key) != nil else {
        throw CommandError(.missingFile, "--key: there is no file '\(key)'")
      }
      bytes = try InputFile.contents(of: key, limit: 1 << 16)
    } else if let text = EnvironmentVariable.courseKey.value {
      bytes = Array(text.utf8)
    } else {
      return nil
    }
    // A file's last line ends where a variable's text does.
    let trimmed = bytes.reversed().drop { $0 == 0x0A || $0 == 0x0D }.reversed()
    guard trimmed.count >= Self.shortestKey else {
      throw CommandError(
        .badInput,
        "the key has \(NumberText.counted(trimmed.count, "byte")), expected at least "
          + "\(Self.shortestKey): a short one can be guessed")
    }
    return HiddenSeeds.of(Array(trimmed), for: assignment.name)
  }

  private func write(_ grades: [Grade]) throws {
    if format == .gradescope {
      Terminal.write(grades[0].gradescope.text + "\n")
    } else if grades.count == 1 {
      Terminal.write(
        grades[0].listing.written(
          format.usual, document: grades[0].document, json: grades[0].json))
    } else {
      let table = GradeTable(grades)
      Terminal.write(table.listing.written(format.usual, table: table.table))
    }
    guard let output else { return }
    let names = grades.map(\.submission.student)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw CommandError(
        .badInput, "two submissions are called '\(twice)': --output has a folder for each name")
    }
    for grade in grades {
      let folder = "\(output)/\(grade.submission.student)"
      try OutputFile.write(
        TextPieces(HTMLRenderer.text(of: grade.document, version: ProgramVersion.text)),
        to: "\(folder)/\(HTMLRenderer.fileName)", makesFolder: true)
      try OutputFile.write(
        TextPieces(grade.gradescope.text + "\n"), to: "\(folder)/results.json", makesFolder: true)
    }
    verbosity.note("The pages of \(NumberText.counted(grades.count, "student")) are in \(output)")
  }

  /// Tries all combinations of the assignment's values.
  private func search(_ assignment: Assignment, _ hidden: [Int]?) async throws {
    guard hidden != nil else {
      throw CommandError(.usage, "--solution: expected --key, or the variable \(Self.variable)")
    }
    let grades = try await grades(of: assignment.candidates, "candidates", assignment, hidden) {
      $0
    }
    let table = GradeTable(Array(grades.sorted { $0.points > $1.points }.prefix(10)))
    Terminal.write(table.listing.written(format.usual, table: table.table))
  }
}
