package import SimCore

extension TraceSettings: Settings {
  package static let fields: [Field<Self>] = [
    Field(
      "dwell", \.dwell, in: .zero...longestDwell,
      "How long a screen is looked at, unless something else is asked for before."),
    Field(
      "partWindow", \.partWindow, in: .zero...(.hours(1)),
      "How long after a screen appeared a picture, a style sheet or a script belongs to it; 10 s, "
        + "an assumption."),
    Field(
      "sessionGap", \.sessionGap, in: .zero...(.days(3_650)),
      "A longer pause between two requests is a time in the background."),
    Field(
      "assumedMaxAge", \.assumedHeaders.maxAge, in: .zero...(.days(3_650)),
      "The max-age of logged resources, of which logs tell nothing; null: none."),
    Field(
      "assumedEntityTag", \.assumedHeaders.hasEntityTag,
      "Whether logged resources have an ETag."),
    Field(
      "assumedLastModified", \.assumedHeaders.hasLastModified,
      "Whether logged resources have a Last-Modified."),
    Field(
      "assumedSize", \.assumedSize, in: .zero...(.gigabytes(1_000)),
      "The size of a resource when no size is known at all."),
    Field(
      "reorderWindow", \.reorderWindow, in: 0...largestReorderWindow,
      "How many lines of a log are held back to put them in order of time."),
    Field(
      "smallerSizeAnswers", \.smallerSizeAnswers, in: 1...Int(Int32.max),
      "How many answers in a row must tell a smaller size before it is a new version."),
    Field(
      "bodySize", \.bodySize,
      "Which size of a captured body counts: as the app sees it, or as it was sent."),
    Field(
      "sessions", \.sessions,
      "Which pages of a capture met one and the same cache, and are one device: detect it by "
        + "titles of runs and by what was loaded again although it was fresh, take all for one, "
        + "or each page for another."),
  ]
}
