/// A chart that lies beside a report.
package struct ReportChart: Sendable {
  /// The name of its file.
  package var file: String
  /// What it shows, in a sentence.
  package var caption: String
  /// The picture itself as SVG, for pages that hold their pictures; nil: it is not at hand.
  package var picture: String?

  /// Makes a chart's entry.
  package init(file: String, caption: String, picture: String? = nil) {
    self.file = file
    self.caption = caption
    self.picture = picture
  }
}
