/// A chart that lies beside a report.
public struct ReportChart: Sendable {
  /// The name of its file.
  public var file: String
  /// What it shows, in a sentence.
  public var caption: String
  /// The picture itself as SVG, for pages that hold their pictures; nil: it is not at hand.
  public var picture: String?

  /// Makes a chart's entry.
  public init(file: String, caption: String, picture: String? = nil) {
    self.file = file
    self.caption = caption
    self.picture = picture
  }
}
