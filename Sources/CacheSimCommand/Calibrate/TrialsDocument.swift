internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

extension CalibrationTrials {
  static let columns = [
    "setting", "trials", "told", "within the interval", "median error", "at most in half",
    "half of the interval",
  ]

  var rows: [[String]] {
    found.map { setting in
      [
        setting.path, "\(count)", "\(setting.told)", "\(setting.covered)",
        Self.median(setting.errors), Self.median(setting.errors.map(abs)),
        Self.median(setting.widths),
      ]
    }
  }

  private static let comparedColumns =
    ["measure", "trials", "not told apart", "distance", "halves"]
    + ["p10", "p25", "p50", "p75", "p90", "p95", "p99"]

  private var comparedRows: [[String]] {
    compared.map { compared in
      let measures = compared.measures
      let quantiles = measures[0].quantiles.indices.map { place in
        let own = measures.map { $0.quantiles[place] }
        return Self.median(own.map { abs($0.ratio - 1) }) + " / " + Self.median(own.map(\.spread))
      }
      return [
        compared.quantity.words, "\(measures.count)", "\(compared.notToldApart)",
        Self.median(measures.map(\.distance)), Self.median(measures.map(\.spread)),
      ] + quantiles
    }
  }

  private static func median(_ values: [Double]) -> String {
    if values.isEmpty { return "–" }
    return NumberText.fixed(values.sorted()[(values.count - 1) / 2], places: 3)
  }

  func document(of scenario: String, people: Int, days: Int) -> Document {
    var document = Document(
      title: "\(scenario): hidden worlds",
      question: "How often does the fit find what is hidden, with reports of "
        + "\(NumberText.counted(people, "person", plural: "people")) for "
        + "\(NumberText.counted(days, "day")), and as many held back?")
    let told = found.reduce(0) { $0 + $1.told }
    let covered = found.reduce(0) { $0 + $1.covered }
    document.lead = [
      .sentence(
        "\(covered) of \(told) 95 % intervals have the hidden value. By chance a setting has "
          + "fewer than \(Self.leastCovered(of: count)) of \(count) once in a hundred times."
      )
    ]
    document.add(
      "Settings",
      [
        .table(
          ResultTable("settings found", columns: Self.columns, rows: rows, textColumns: 1)),
        .legend(
          markdown: "Errors are shares of the hidden value, of sigmas differences; half of the "
            + "interval: by the median of trials."),
      ])
    document.add(
      "Held back",
      [
        .table(
          ResultTable(
            "held back", columns: Self.comparedColumns, rows: comparedRows, textColumns: 1)),
        .legend(
          markdown:
            "p10 to p99: by which share the quantile that was simulated is off from that held "
            + "back / the same between random halves of the hidden world's own data, each by the "
            + "median of trials; distance, halves: the means of their absolute logarithms."),
      ])
    return document
  }

  var json: JSON {
    func numbers(_ values: [Double]) -> JSON { JSON(.array(values.map { JSON($0) })) }
    let settings = found.map { found in
      JSON.object([
        ("setting", JSON(found.path)), ("told", JSON(found.told)), ("covered", JSON(found.covered)),
        ("errors", numbers(found.errors)), ("halfWidths", numbers(found.widths)),
      ])
    }
    let measures = compared.map { compared in
      JSON.object([
        ("measure", JSON(compared.quantity.rawValue)), ("trials", JSON(compared.measures.count)),
        ("notToldApart", JSON(compared.notToldApart)),
        ("distances", numbers(compared.measures.map(\.distance))),
        ("halves", numbers(compared.measures.map(\.spread))),
        (
          "quantiles",
          JSON(
            .array(
              compared.measures[0].quantiles.indices.map { place in
                let own = compared.measures.map { $0.quantiles[place] }
                return .object([
                  ("percentile", JSON(own[0].percentile.name)),
                  ("ratios", numbers(own.map(\.ratio))), ("halves", numbers(own.map(\.spread))),
                ])
              }))
        ),
      ])
    }
    return .object([("settings", JSON(.array(settings))), ("measures", JSON(.array(measures)))])
  }
}
