internal import CacheReports
internal import Measurement
package import SimCore

extension BaselinePower {
  package var columns: [String] {
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

  package var text: String {
    "\(lead)\n\n" + AlignedText.table([columns] + rows, .left) + "\n"
      + changes.map { "  \(TextWidth.printable($0))\n" }.joined()
  }

  package var markdown: String {
    "\(MarkdownTable.plain(lead))\n\n"
      + MarkdownTable.text(columns: columns, rows: rows) + "\n"
      + changes.map { "- \(MarkdownTable.code($0))\n" }.joined()
  }

  /// A list of objects, one for each band and number of seeds.
  package var json: JSON {
    JSON(
      .array(
        bands.flatMap { band in
          zip(seedCounts, band.seen).map { count, seen in
            .object([
              ("worseBy", JSON(.real(band.least))), ("numbers", JSON(.integer(Int64(band.count)))),
              ("seeds", JSON(.integer(Int64(count)))),
              ("seen", JSON(.real(Double(NumberText.decimal(seen, places: 4)) ?? seen))),
              (
                "seedsWanted",
                seedsWanted(of: band).map { JSON(.integer(Int64($0))) } ?? JSON(.null)
              ),
            ])
          }
        }))
  }

  package static let members = ["worseBy", "numbers", "seeds", "seen", "seedsWanted"]
}
