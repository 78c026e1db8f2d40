internal import CacheReports
package import Experiments
internal import Measurement
package import Results
package import SimCore

extension BaselinePower {
  private var columns: [String] {
    ["worse by", "numbers"] + seedCounts.map { NumberText.counted($0, "seed") } + ["95 % from"]
  }

  private var rows: [[String]] {
    bands.indices.map { index in
      let band = bands[index]
      let least = Display.text(band.least, .ratio)
      let words =
        index + 1 < bands.count
        ? "\(least) to \(Display.text(bands[index + 1].least, .ratio))" : "\(least) or more"
      let shares = seedCounts.indices.map {
        band.seen.isEmpty ? "–" : Display.text(band.seen[$0], .ratio)
      }
      let wanted =
        seedsWanted(of: band).map { NumberText.counted($0, "seed") }
        ?? (band.seen.isEmpty ? "–" : "more than \(trialSeeds)")
      return [words, "\(band.count)"] + shares + [wanted]
    }
  }

  private var lead: String {
    "How likely a number that truly got worse fails a comparison with a baseline of \(scenario), "
      + "by the number of seeds; the scenario has \(ownSeeds). Measured with "
      + NumberText.counted(changes.count, "change") + " of settings under \(trialSeeds) "
      + "seeds. Harm where there was none is seen whenever a seed meets with it."
  }

  package var document: Document {
    var document = Document(title: "What a baseline of \(scenario) can show", question: lead)
    document.lead = [
      .table(ResultTable("bands", columns: columns, rows: rows, textColumns: 1)),
      .list(changes.map { "\(code: $0)" as InlineText }),
    ]
    return document
  }

  /// One object for each band and number of seeds.
  package var json: JSON {
    JSON(
      .array(
        bands.flatMap { band in
          zip(seedCounts, band.seen).map { count, seen in
            .object([
              ("worseBy", JSON(band.least)), ("numbers", JSON(band.count)),
              ("seeds", JSON(count)),
              ("seen", JSON(Double(NumberText.decimal(seen, places: 4)) ?? seen)),
              (
                "seedsWanted",
                seedsWanted(of: band).map { JSON($0) } ?? JSON(.null)
              ),
            ])
          }
        }))
  }

  package static let members = ["worseBy", "numbers", "seeds", "seen", "seedsWanted"]
}
