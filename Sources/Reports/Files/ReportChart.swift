/// A chart that lies beside a report.
public struct ReportChart: Sendable {
  /// The name of its file.
  public var file: String
  /// What it shows, in a sentence.
  public var caption: String

  /// Makes a chart's entry.
  public init(file: String, caption: String) {
    self.file = file
    self.caption = caption
  }
}
