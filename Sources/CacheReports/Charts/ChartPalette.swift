internal import SimCore

/// The colours of charts; each set can be distinguished with any form of colour blindness.
enum ChartPalette {
  /// Strategies by their place in the scenario: Okabe and Ito, "Color Universal Design" (2008).
  ///
  /// Their yellow is left out: a thin line of it is hardly seen on white.
  private static let strategies = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
  ]
  /// How lines go on when the colours begin anew: gnuplot's patterns of dash and gap.
  private static let dashes = ["solid", "(8,4)", "(2,3)"]
  /// gnuplot's circles, filled and hollow.
  static let solid = 7
  static let hollow = 6
  /// gnuplot's filled points: circle, square, triangle, diamond, pentagon, triangle down.
  private static let points = [7, 5, 9, 13, 15, 11]

  /// Sources from fast to slow: ColorBrewer's YlGnBu (Brewer, 2003) for what the device had, its
  /// orange for the network, and grey for a blank screen.
  static let memory = "#0c2c84"
  static let flash = "#1d91c0"
  static let revalidated = "#7fcdbb"
  static let network = "#fdae61"
  static let nothing = "#4d4d4d"

  /// Causes of flash writes: Paul Tol's "muted" scheme (SRON/EPS/TN/09-002, 2021).
  private static let causes: [(name: String, colour: String)] = [
    ("eviction", "#cc6677"), ("flush", "#332288"), ("archive", "#ddcc77"), ("store", "#117733"),
    ("record", "#88ccee"), ("outbox", "#882255"), ("index", "#44aa99"), ("journal", "#999933"),
    ("checkpoint", "#aa4499"), ("delete", "#777777"),
  ]

  static let text = "#222222"
  /// Text on bright areas, which stays dark where the paper is dark.
  static let inkOnBars = "#1f1f1f"
  static let quietText = "#666666"
  static let axis = "#888888"
  /// Dotted lines within a frame. gnuplot draws lines of one colour as one path, with one pattern:
  /// in the colour of the axes they would be solid.
  static let guide = "#808080"
  static let grid = "#e4e4e4"
  /// Below lines over time: how many screens are opened, how many of them without a network, and
  /// the warm-up.
  static let opens = "#e3e3e2"
  static let offline = "#b4b4b4"
  static let warmUp = "#f3ecd8"

  /// What each colour is on dark paper: of the same hue, so that blue stays blue and means the
  /// same.
  static let dark: [(light: String, dark: String)] = [
    ("#0072b2", "#4a9eea"), ("#d55e00", "#ff7f2e"), ("#009e73", "#20c592"),
    ("#cc79a7", "#e795c4"), ("#e69f00", "#f5b93d"), ("#56b4e9", "#a3dbff"),
    ("#000000", "#f2f2f2"), (memory, "#2f5fd6"), (flash, "#1d7fb2"), (revalidated, "#8fd6c6"),
    (network, "#fdae61"), (nothing, "#7c7c7c"), ("#cc6677", "#e0808f"), ("#332288", "#7d6ce6"),
    ("#ddcc77", "#ddcc77"), ("#117733", "#35a35a"), ("#88ccee", "#88ccee"),
    ("#882255", "#c9548f"), ("#44aa99", "#44aa99"), ("#999933", "#b5b54d"),
    ("#aa4499", "#cf70c0"), ("#777777", "#9b9b9b"), (text, "#e4e8ec"), (quietText, "#a3acb6"),
    (axis, "#8b949e"), (guide, "#98a1ab"), (grid, "#2d343c"),
    (opens, "#2c333b"), (offline, "#59626c"), (warmUp, "#38331f"), (bound, "#aaaaaa"),
  ]

  /// Bounds are grey, dashed and hollow: gnuplot's circle, square, triangle and diamond.
  private static let bound = "#6e6e6e"
  private static let boundDashes = ["(6,3)", "(2,3)", "(8,3,2,3)"]
  private static let boundPoints = [6, 4, 8, 12]

  /// The styles of strategies, each a bound or not: choices count from 0 up, bounds from -1 down.
  static func styles(_ areBounds: [Bool]) -> [Int] {
    var choices = 0
    var bounds = 0
    return areBounds.map { isBound in
      if isBound { bounds += 1 } else { choices += 1 }
      return isBound ? -bounds : choices - 1
    }
  }

  /// A strategy's colour by its style; see `styles`.
  static func strategy(_ style: Int) -> String {
    style < 0 ? bound : strategies[style % strategies.count]
  }

  static func dash(_ style: Int) -> String {
    style < 0
      ? boundDashes[(-1 - style) % boundDashes.count]
      : dashes[style / strategies.count % dashes.count]
  }

  static func marker(_ style: Int, size: Double, isFaint: Bool = false) -> ChartMarker {
    let type =
      style < 0 ? boundPoints[(-1 - style) % boundPoints.count] : points[style % points.count]
    return ChartMarker(type: type, size: size, colour: strategy(style), isFaint: isFaint)
  }

  /// A colour for a rank from 0, the best, to 1: of the strategies' colours, blue to orange.
  static func ranked(_ share: Double) -> String {
    [strategies[0], strategies[5], strategies[2], strategies[4], strategies[1]][
      min(Int(share * 5), 4)]
  }

  /// The colours of causes: each its own, other causes the unused ones, then all again.
  static func colours(of names: [String]) -> [String] {
    let own = names.map { name in causes.first { $0.name == name }?.colour }
    let left = causes.map(\.colour).filter { !own.contains($0) } + causes.map(\.colour)
    var next = 0
    return own.map { colour in
      if let colour { return colour }
      next += 1
      return left[(next - 1) % left.count]
    }
  }

  /// Causes in the order of their colours, then those without one of their own as they came.
  static func order(of names: [String]) -> [String] {
    (causes.map(\.name).filter(names.contains) + names).uniqued
  }
}
