internal import CacheMetrics
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

extension Grade {
  private static func points(_ points: Double) -> String {
    NumberText.decimal(points, places: 1)
  }

  /// A report for a student: what was found, what it earned, and how points are given.
  var document: Document {
    var document = Document(
      title: "\(submission.student): \(assignment.title)",
      question: "How many points does the submission earn, and for what?")
    document.lead = [
      .note(
        .facts, "Graded",
        [
          "assignment \(code: assignment.name)",
          isHidden
            ? "\(NumberText.counted(seeds, "hidden seed"))"
            : "\(NumberText.counted(seeds, "seed")) of the assignment: no key was given",
        ]),
      .paragraph(
        """
        \(strong: "\(Self.points(points)) of \(Self.points(assignment.points)) points")
        """),
    ]
    document.add("Points", [.table(table), .legend(Self.legend)])
    document.add(
      "What was handed in",
      [.code(submission.json.text + "\n", name: Submission.fileName)]
        + (submission.reason.isEmpty
          ? []
          : [.paragraph("Its reason is read by a person, and earns no points here.")]))
    return document
  }

  private static let legend = InlineText(
    "In proportion between the value that earns nothing and the one that earns all; where both "
      + "are the same it is a limit.")

  private var table: ResultTable {
    ResultTable(
      "points",
      columns: [
        "criterion", "of", "why", "points", "out of", "found", "no points", "all points",
      ],
      rows: rows.map { row in
        [
          row.name, row.whose, row.words, Self.points(row.points), Self.points(row.most),
          row.text(row.found),
          row.isPrediction
            ? row.predicted.map { "predicted \(Display.text($0, row.metric.unit))" } ?? "none made"
            : row.text(row.none), row.isPrediction ? "" : row.text(row.full),
        ]
      }, textColumns: 3)
  }

  private static let columns = [
    "student", "assignment", "criterion", "of", "found", "none", "full", "predicted", "points",
    "most",
  ]

  var listing: Listing {
    func number(_ value: Double?) -> String {
      value.map { NumberText.decimal($0, places: 6) } ?? ""
    }
    return Listing(
      Self.columns,
      rows.map { row in
        [
          submission.student, assignment.name, row.name, row.of, number(row.found),
          number(row.none), number(row.full), number(row.predicted), Self.points(row.points),
          Self.points(row.most),
        ]
      }, numbers: Set(Self.columns.dropFirst(4)))
  }

  var json: JSON {
    .object([
      "student": JSON(submission.student), "assignment": JSON(assignment.name),
      "points": JSON(rounded), "most": JSON(assignment.points), "hidden": JSON(isHidden),
      "criteria": JSON(
        rows.map { row in
          .object([
            "criterion": JSON(row.name), "of": JSON(row.of), "found": JSON(row.found),
            "none": JSON(row.none), "full": JSON(row.full), "predicted": JSON(row.predicted),
            "points": JSON(row.points), "most": JSON(row.most), "why": JSON(row.words),
          ])
        }),
    ])
  }

  /// What the tenths of points add up to, without the sum's last binary digits.
  private var rounded: Double { (points * 10).rounded() / 10 }

  /// Gradescope's results.json: its autograder specification, "Output format".
  var gradescope: JSON {
    .object([
      "score": JSON(rounded), "output_format": "md",
      "output": JSON(
        "\(assignment.title): \(Self.points(points)) of \(Self.points(assignment.points)) points, "
          + (isHidden ? "hidden seeds." : "the assignment's own seeds.")),
      "visibility": "visible", "stdout_visibility": "hidden",
      "tests": JSON(
        rows.map { row in
          .object([
            "name": JSON("\(row.name) of \(row.whose)"), "score": JSON(row.points),
            "max_score": JSON(row.most), "status": JSON(row.points > 0 ? "passed" : "failed"),
            "output": JSON("found \(row.text(row.found)); \(row.words)"),
          ])
        }),
    ])
  }
}

extension Grade.Row {
  /// Whose metric it is, and by whose it is divided.
  fileprivate var whose: String { of + (reference.map { " / \($0)" } ?? "") }

  fileprivate func text(_ value: Double?) -> String {
    Display.text(value, reference == nil ? metric.unit : .factor)
  }
}

/// Several submissions with their points, for a teacher.
struct GradeTable {
  private let grades: [Grade]

  init(_ grades: [Grade]) { self.grades = grades }

  private var columns: [String] {
    ["submission", "points", "of"] + (grades.first?.rows.map(\.name) ?? [])
  }

  private var rows: [[String]] {
    grades.map { grade in
      ([grade.points, grade.assignment.points] + grade.rows.map(\.points))
        .map { NumberText.decimal($0, places: 1) }
    }.enumerated().map { [grades[$0].submission.student] + $1 }
  }

  var table: ResultTable {
    ResultTable("points", columns: columns, rows: rows, textColumns: 1)
  }

  var listing: Listing { Listing(columns, rows, numbers: Set(columns.dropFirst())) }
}

extension Assignment {
  private static let columns = ["criterion", "of", "none", "full", "points", "why"]

  private func shown(_ value: Double, _ entry: Criterion) -> String {
    let unit = MetricCatalog.metric(named: entry.metric)?.unit ?? .count
    return Display.text(value, entry.reference == nil ? unit : .factor)
  }

  private func whose(_ entry: Criterion) -> String {
    entry.strategy + (entry.reference.map { " / \($0)" } ?? "")
  }

  /// The task and the rubric.
  var document: Document {
    var document = Document(title: title, question: "What is asked, and what earns points?")
    document.lead = [.paragraph(InlineText(task.joined(separator: " ")))]
    document.add(
      "Points",
      [
        .table(
          ResultTable(
            "rubric", columns: ["criterion", "of", "why", "points", "no points", "all points"],
            rows: criteria.map { entry in
              [
                entry.metric, whose(entry), entry.why,
                NumberText.decimal(entry.points, places: 1), shown(entry.none, entry),
                shown(entry.full, entry),
              ]
            }
              + predictions.map { name in
                [
                  "prediction of \(name)", Self.label, "made before the run",
                  NumberText.decimal(Self.predictionPoints, places: 1), "a half off", "a tenth off",
                ]
              }, textColumns: 3)),
        .paragraph("\(NumberText.decimal(points, places: 1)) points in all."),
      ])
    return document
  }

  var listing: Listing {
    Listing(
      Self.columns,
      criteria.map { entry in
        [
          entry.metric, whose(entry), NumberText.decimal(entry.none, places: 6),
          NumberText.decimal(entry.full, places: 6), NumberText.decimal(entry.points, places: 1),
          entry.why,
        ]
      }, numbers: ["none", "full", "points"])
  }

  var json: JSON {
    .object([
      "assignment": JSON(name), "title": JSON(title), "task": JSON(task), "points": JSON(points),
      "predict": JSON(predictions), "criteria": listing.objects,
    ])
  }
}
