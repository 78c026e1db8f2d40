internal import SimCore

/// Something that is drawn of rows of a chart's table, on the axes of a panel.
struct ChartMark: Sendable {
  /// What is drawn, and by which numbers of a row, in this order.
  enum Form: Sendable {
    /// A line through the rows; by x and y.
    case line(ChartStroke)
    /// A line that goes on at one height until the next row; by x and y.
    case steps(ChartStroke)
    /// By x and y; one beyond an axis is left out.
    case points(ChartMarker)
    /// An area between two lines; by x, the low y and the high y.
    case band(String)
    /// An area over the foot of the panel; by x and a height from 0 to 1.
    case foot(String)
    /// By the left and the right x, the low and the high y.
    case box(String)
    /// An interval along an axis, on which its point lies; by x, y, its low and its high end. An
    /// end beyond the axis, and one that is limited, is an arrow.
    case bar(ChartDirection, colour: String, ChartMarker? = nil)
    /// A share in percent as a text of a colour; by x, y and the share.
    case percent(String)

    /// The axis of each number that it is drawn by; nil: it is on none.
    var axes: [ChartDirection?] {
      switch self {
      case .line, .steps, .points: [.x, .y]
      case .band: [.x, .y, .y]
      case .foot: [.x, nil]
      case .box: [.x, .x, .y, .y]
      case .bar(let direction, _, _): [.x, .y, direction, direction]
      case .percent: [.x, .y, nil]
      }
    }

    var isOfPoints: Bool {
      switch self {
      case .points, .bar, .percent: true
      default: false
      }
    }
  }

  let form: Form
  let terms: [ChartTerm]
  let rows: ClosedRange<Int>
  /// Which of the rows are drawn: each so many from the first on.
  var step = 1
  /// The series' label as tables have it; nil: it is of no series.
  let series: String?
  /// What it is, in plain words that follow the label: `, memory: 60 %`.
  let note: String

  init(
    _ form: Form, by terms: [ChartTerm], rows: ClosedRange<Int>, step: Int = 1,
    of series: String?, note: String = ""
  ) {
    self.form = form
    self.terms = terms
    self.rows = rows
    self.step = step
    self.series = series
    self.note = note
  }

  static let interval = ", 95 % interval"
}

enum ChartDirection: String, Sendable {
  case x, y
}

struct ChartStroke: Sendable {
  var colour: String
  var width = 1.0
  /// `solid`, or lengths and gaps: `(8,4)`.
  var dash = "solid"
  var isFaint = false
}

struct ChartMarker: Sendable {
  /// gnuplot's number of its shape.
  var type: Int
  var size: Double
  var colour: String
  var isFaint = false
}

/// A number of each row of a chart's table: that of a column, or what is computed of some.
///
/// gnuplot computes it of the file beside its script, and for a page it is computed here.
indirect enum ChartTerm: Sendable, ExpressibleByStringLiteral {
  case column(String)
  case number(Double)
  case sum(ChartTerm, ChartTerm)
  case product(Double, ChartTerm)
  case limited(ChartTerm, from: Double, to: Double)
  case replaced(ChartTerm, Double, by: Double)
  /// Itself in rows that have a number in a column, and nothing in all others.
  case chosen(ChartTerm, where: String, is: Double)

  init(stringLiteral name: String) { self = .column(name) }

  static func + (one: ChartTerm, other: ChartTerm) -> ChartTerm { .sum(one, other) }

  static func + (one: ChartTerm, other: Double) -> ChartTerm { .sum(one, .number(other)) }

  static func - (one: ChartTerm, other: ChartTerm) -> ChartTerm { .sum(one, .product(-1, other)) }
}

/// The data of a chart: columns of numbers, which are drawn, then columns of text for readers.
///
/// Text comes last, so that nothing in it can shift the numbers.
struct ChartTable: Sendable {
  /// The names of the columns of numbers, with their units.
  let numberColumns: [String]
  let textColumns: [String]
  private(set) var numbers: [Double] = []
  private var texts: [[String]] = []

  init(numbers numberColumns: [String], texts textColumns: [String]) {
    precondition(!numberColumns.isEmpty, "gnuplot draws numbers")
    self.numberColumns = numberColumns
    self.textColumns = textColumns
  }

  var rowCount: Int { texts.count }

  subscript(row: Int, column: Int) -> Double { numbers[row * numberColumns.count + column] }

  mutating func add(_ numbers: [Double], _ texts: [String]) {
    precondition(numbers.count == numberColumns.count, "a row has a number for each column")
    precondition(texts.count == textColumns.count, "a row has a text for each column")
    self.numbers += numbers
    self.texts.append(texts)
  }

  func place(of column: String) -> Int {
    guard let place = numberColumns.firstIndex(of: column) else {
      preconditionFailure("the table has no column \(column)")
    }
    return place
  }

  /// What a term is in a row; NaN: nothing.
  func value(of term: ChartTerm, in row: Int) -> Double {
    switch term {
    case .column(let name): return self[row, place(of: name)]
    case .number(let number): return number
    case .sum(let one, let other): return value(of: one, in: row) + value(of: other, in: row)
    case .product(let factor, let term): return factor * value(of: term, in: row)
    case .limited(let term, let low, let high): return min(max(value(of: term, in: row), low), high)
    case .replaced(let term, let number, let other):
      let value = value(of: term, in: row)
      return value == number ? other : value
    case .chosen(let term, let column, let number):
      return self[row, place(of: column)] == number ? value(of: term, in: row) : .nan
    }
  }

  /// The table as comma-separated values (RFC 4180 with line feeds), with a header line.
  var commaSeparated: String {
    var lines = [(numberColumns + textColumns).joined(separator: ",")]
    for (row, texts) in texts.enumerated() {
      let start = row * numberColumns.count
      let numbers = numbers[start..<(start + numberColumns.count)].map(GnuplotText.number)
      lines.append(
        (numbers + texts.map { CSV.field(GnuplotText.clean($0)) }).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
